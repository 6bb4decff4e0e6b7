/** The tools of food delivery. */
import { KEYWORDS, optional, required, USER_ID } from './parameters.ts';
import { DELIVERY_ORDER, STORE, STORE_PRODUCT, telling } from './records.ts';
import type { ToolTable } from './types.ts';

const ORDER_ID = required('order_id', 'text', { english: 'ID of a delivery order.', chinese: '外卖订单 ID。' }, 'delivery order');

const STATUSES = ['unpaid', 'paid', 'unconsumed', 'consumed', 'processed', 'in-progress', 'delivered', 'cancelled'];

export const DELIVERY = {
  delivery_distance_to_time: {
    kind: 'general',
    parameters: [required('distance', 'float', { english: 'Distance to cover, in metres.', chinese: '配送距离，单位为米。' }, 'distance')],
    yields: [],
    description: {
      english: 'Estimates how long a delivery takes over a distance.',
      chinese: '根据距离估算外卖配送时长。',
    },
    precondition: {
      english: 'The distance between the store and the address is known.',
      chinese: '已知商家与收货地址之间的距离。',
    },
    postcondition: {
      english: 'Answers the time in whole minutes; changes nothing.',
      chinese: '返回以分钟为单位、取整后的时长；不修改任何数据。',
    },
  },
  get_delivery_store_info: {
    kind: 'read',
    parameters: [required('store_id', 'text', { english: 'ID of the store to look at.', chinese: '要查看的外卖商家 ID。' }, 'store')],
    yields: telling([STORE, STORE_PRODUCT], ['store']),
    description: {
      english: 'Shows a delivery store with everything it sells.',
      chinese: '查看外卖商家的详情及其全部商品。',
    },
    precondition: {
      english: 'A delivery store of this ID exists.',
      chinese: '存在该 ID 对应的外卖商家。',
    },
    postcondition: {
      english: 'Answers name, score, location and tags of the store, and its products with prices; changes nothing.',
      chinese: '返回商家的名称、评分、位置、标签，以及商品和价格；不修改任何数据。',
    },
  },
  get_delivery_product_info: {
    kind: 'read',
    parameters: [required('product_id', 'text', { english: 'ID of the product to look at.', chinese: '要查看的外卖商品 ID。' }, 'store product')],
    yields: telling([STORE_PRODUCT], ['store product']),
    description: {
      english: 'Shows one product of a delivery store.',
      chinese: '查看某个外卖商品的详情。',
    },
    precondition: {
      english: 'A product of this ID is sold by some delivery store.',
      chinese: '某外卖商家有该 ID 对应的商品在售。',
    },
    postcondition: {
      english: 'Answers the product with its store, attributes to choose from, price and tags; changes nothing.',
      chinese: '返回商品及其所属商家、可选属性、价格和标签；不修改任何数据。',
    },
  },
  delivery_store_search_recommand: {
    kind: 'read',
    parameters: [KEYWORDS],
    yields: STORE,
    description: {
      english: 'Searches delivery stores by keywords in name and tags.',
      chinese: '按关键词在名称和标签中搜索外卖商家。',
    },
    precondition: {
      english: 'There is something to look for in a store: its name, its kind or a feature.',
      chinese: '已知要找的商家的名称、类型或特色。',
    },
    postcondition: {
      english: 'Answers at most 100 delivery stores, the best match first; changes nothing.',
      chinese: '按匹配度从高到低返回至多 100 家外卖商家；不修改任何数据。',
    },
  },
  delivery_product_search_recommand: {
    kind: 'read',
    parameters: [KEYWORDS],
    yields: STORE_PRODUCT,
    description: {
      english: 'Searches the products of delivery stores by keywords in store name, product name and tags.',
      chinese: '按关键词在商家名称、商品名称和标签中搜索外卖商品。',
    },
    precondition: {
      english: 'There is something to look for in a product: a dish, a drink or a feature.',
      chinese: '已知要找的菜品、饮品或商品特色。',
    },
    postcondition: {
      english: 'Answers at most 100 products of delivery stores, the best match first; changes nothing.',
      chinese: '按匹配度从高到低返回至多 100 个外卖商品；不修改任何数据。',
    },
  },
  create_delivery_order: {
    kind: 'write',
    parameters: [
      USER_ID,
      required('store_id', 'text', { english: 'ID of the store that delivers.', chinese: '下单的外卖商家 ID。' }, 'store'),
      required(
        'product_ids',
        'texts',
        { english: 'IDs of the products, all sold by that store.', chinese: '商品 ID 列表，均须为该商家所售。' },
        'store product',
      ),
      required('product_cnts', 'integers', {
        english: 'How many of each product, in the order of the IDs; each at least 1.',
        chinese: '各商品的数量，与商品 ID 的顺序一一对应，每项至少为 1。',
      }),
      required('address', 'text', { english: 'Where to deliver to.', chinese: '收货地址。' }, 'address'),
      required('dispatch_time', 'text', {
        english: 'When the store sends the order off, as yyyy-mm-dd HH:MM:SS; not in the past.',
        chinese: '商家发出订单的时间，格式为 yyyy-mm-dd HH:MM:SS，不得早于当前时间。',
      }),
      optional(
        'attributes',
        'texts',
        null,
        {
          english: 'The attribute chosen for each product, in the order of the IDs; an empty text where there is none.',
          chinese: '为各商品选择的属性，与商品 ID 的顺序一一对应，没有则填空字符串。',
        },
        { takes: ['attribute'] },
      ),
      optional('note', 'text', '', { english: 'Note for the store or the courier.', chinese: '给商家或骑手的备注。' }),
    ],
    yields: ['delivery order'],
    description: {
      english: 'Places a delivery order with one store for the customer.',
      chinese: '为用户在一家外卖商家下单。',
    },
    precondition: {
      english:
        'The user is the customer being served, the store exists and sells all the products, each count is at least 1, the address is known to the system, and the dispatch time is not in the past.',
      chinese: '用户为当前服务的用户；商家存在且出售所有所选商品；每项数量至少为 1；收货地址为系统可识别的地址；发出时间不早于当前时间。',
    },
    postcondition: {
      english: 'There is a new delivery order of status unpaid; the answer shows its ID, the total price and the expected time of delivery. It still has to be paid.',
      chinese: '新增一笔状态为 unpaid 的外卖订单，并返回订单 ID、总价和预计送达时间；订单仍需支付。',
    },
  },
  pay_delivery_order: {
    kind: 'write',
    parameters: [ORDER_ID],
    yields: [],
    description: {
      english: 'Pays for a delivery order.',
      chinese: '支付外卖订单。',
    },
    precondition: {
      english: 'The delivery order exists and its status is unpaid.',
      chinese: '外卖订单存在，且状态为 unpaid。',
    },
    postcondition: {
      english: 'The status of the delivery order is paid.',
      chinese: '该外卖订单的状态变为 paid。',
    },
  },
  get_delivery_order_status: {
    kind: 'read',
    parameters: [ORDER_ID],
    yields: [],
    description: {
      english: 'Tells the status of a delivery order.',
      chinese: '查询外卖订单的状态。',
    },
    precondition: {
      english: 'A delivery order of this ID exists.',
      chinese: '存在该 ID 对应的外卖订单。',
    },
    postcondition: {
      english: 'Answers the status as one word, such as unpaid, paid, delivered or cancelled; changes nothing.',
      chinese: '返回表示状态的一个词，如 unpaid、paid、delivered 或 cancelled；不修改任何数据。',
    },
  },
  cancel_delivery_order: {
    kind: 'write',
    parameters: [ORDER_ID],
    yields: [],
    description: {
      english: 'Cancels a delivery order for good.',
      chinese: '取消外卖订单，且不可恢复。',
    },
    precondition: {
      english: 'The delivery order exists and has not been cancelled yet.',
      chinese: '外卖订单存在，且尚未取消。',
    },
    postcondition: {
      english: 'The status of the delivery order is cancelled.',
      chinese: '该外卖订单的状态变为 cancelled。',
    },
  },
  modify_delivery_order: {
    kind: 'write',
    parameters: [
      ORDER_ID,
      required('note', 'text', { english: 'The new note, in place of the old one.', chinese: '新的备注，将替换原有备注。' }),
    ],
    yields: [],
    description: {
      english: 'Replaces the note of a delivery order; nothing else of it can be changed.',
      chinese: '修改外卖订单的备注；订单的其他内容无法修改。',
    },
    precondition: {
      english: 'The delivery order exists; its status does not matter.',
      chinese: '外卖订单存在；状态不限。',
    },
    postcondition: {
      english: 'The delivery order has the new note; lines, price, times and status are as before.',
      chinese: '该外卖订单的备注已更新；商品、价格、时间和状态均不变。',
    },
  },
  search_delivery_orders: {
    kind: 'read',
    parameters: [
      USER_ID,
      optional('status', 'text', 'unpaid', { english: 'Status of the orders to list.', chinese: '要列出的订单的状态。' }, { values: STATUSES }),
    ],
    yields: ['delivery order', 'store'],
    description: {
      english: "Lists the customer's delivery orders of one status.",
      chinese: '列出用户处于某一状态的外卖订单。',
    },
    precondition: {
      english: 'The user is the customer being served, whose delivery orders are wanted.',
      chinese: '用户为当前服务的用户，查询其外卖订单。',
    },
    postcondition: {
      english: 'Answers the delivery orders in brief, without lines and times of delivery; changes nothing.',
      chinese: '返回外卖订单的简要信息，不含商品明细和配送时间；不修改任何数据。',
    },
  },
  get_delivery_order_detail: {
    kind: 'read',
    parameters: [ORDER_ID],
    yields: telling([DELIVERY_ORDER], ['delivery order']),
    description: {
      english: 'Shows a delivery order in full.',
      chinese: '查看外卖订单的完整详情。',
    },
    precondition: {
      english: 'There is a delivery order of this ID, of any status.',
      chinese: '该 ID 对应一笔外卖订单，状态不限。',
    },
    postcondition: {
      english: 'Answers store, lines, price, times, note and status of the delivery order; changes nothing.',
      chinese: '返回该外卖订单的商家、商品明细、价格、时间、备注和状态；不修改任何数据。',
    },
  },
} as const satisfies ToolTable;
