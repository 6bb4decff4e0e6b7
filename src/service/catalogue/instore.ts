/** The tools of consumption in a shop: orders, paid table bookings and free reservations. */
import { KEYWORDS, optional, required, USER_ID } from './parameters.ts';
import { BOOKING, INSTORE_ORDER, RESERVATION, SHOP, SHOP_PRODUCT, telling } from './records.ts';
import type { Texts, ToolTable } from './types.ts';

const ORDER_ID = required('order_id', 'text', { english: 'ID of an in-store order.', chinese: '到店订单 ID。' }, 'in-store order');

const BOOKING_TEXT = { english: 'ID of a table booking.', chinese: '订座 ID。' };
const RESERVATION_TEXT = { english: 'ID of a reservation.', chinese: '预约 ID。' };
const BOOK_ID = required('book_id', 'text', BOOKING_TEXT, 'booking');
const RESERVATION_ID = required('reservation_id', 'text', RESERVATION_TEXT, 'reservation');

const SHOP_ID = required('shop_id', 'text', { english: 'ID of the shop.', chinese: '到店商家 ID。' }, 'shop');
const TIME = required('time', 'text', {
  english: 'When the guests come, as yyyy-mm-dd HH:MM:SS.',
  chinese: '到店时间，格式为 yyyy-mm-dd HH:MM:SS。',
});
const GUESTS = optional(
  'customer_count',
  'integer',
  1,
  { english: 'Number of guests; at least 1.', chinese: '到店人数，至少为 1。' },
  { isNullable: false },
);

/** Of an ID that narrows a list down to one. */
const only = ({ english, chinese }: Texts): Texts => ({
  english: `${english} Leave it out for all of them.`,
  chinese: `${chinese}不填则返回全部。`,
});

export const INSTORE = {
  instore_shop_search_recommend: {
    kind: 'read',
    parameters: [KEYWORDS],
    yields: SHOP,
    description: {
      english: 'Searches shops to visit by keywords in name and tags.',
      chinese: '按关键词在名称和标签中搜索到店商家。',
    },
    precondition: {
      english: 'There is something to look for in a shop: its name, its trade or a feature.',
      chinese: '已知要找的到店商家的名称、行业或特色。',
    },
    postcondition: {
      english:
        'Answers at most 1000 shops, the best match first, with location, score, and whether they take table bookings (at which price) and reservations; changes nothing.',
      chinese: '按匹配度从高到低返回至多 1000 家到店商家，含位置、评分、是否支持订座（及订座费）和是否支持预约；不修改任何数据。',
    },
  },
  instore_product_search_recommend: {
    kind: 'read',
    parameters: [KEYWORDS],
    yields: SHOP_PRODUCT,
    description: {
      english: 'Searches the products of shops, such as set meals and vouchers, by keywords in name and tags.',
      chinese: '按关键词在名称和标签中搜索到店商品，如套餐和代金券。',
    },
    precondition: {
      english: 'There is something to look for in what shops sell: a name, a kind or a feature.',
      chinese: '已知要找的到店商品的名称、类型或特色。',
    },
    postcondition: {
      english: 'Answers at most 1000 products of shops, the best match first, with shop and price; changes nothing.',
      chinese: '按匹配度从高到低返回至多 1000 个到店商品，含所属商家和价格；不修改任何数据。',
    },
  },
  create_instore_product_order: {
    kind: 'write',
    parameters: [
      USER_ID,
      SHOP_ID,
      required('product_id', 'text', { english: 'ID of a product of that shop.', chinese: '该商家的商品 ID。' }, 'shop product'),
      optional(
        'quantity',
        'integer',
        1,
        { english: 'How many of the product; at least 1.', chinese: '购买数量，至少为 1。' },
        { isNullable: false },
      ),
    ],
    yields: ['in-store order'],
    description: {
      english: 'Orders a product of a shop for the customer.',
      chinese: '为用户购买到店商品。',
    },
    precondition: {
      english: 'The user is the customer being served, shop and product exist, and the quantity is at least 1.',
      chinese: '用户为当前服务的用户；商家和商品均存在；数量至少为 1。',
    },
    postcondition: {
      english: 'There is a new in-store order of status unpaid; the answer shows its ID and the total price. It still has to be paid.',
      chinese: '新增一笔状态为 unpaid 的到店订单，并返回订单 ID 和总价；订单仍需支付。',
    },
  },
  pay_instore_order: {
    kind: 'write',
    parameters: [ORDER_ID],
    yields: [],
    description: {
      english: 'Pays for an in-store order.',
      chinese: '支付到店订单。',
    },
    precondition: {
      english: 'The in-store order exists and its status is unpaid.',
      chinese: '到店订单存在，且状态为 unpaid。',
    },
    postcondition: {
      english: 'The status of the in-store order is paid.',
      chinese: '该到店订单的状态变为 paid。',
    },
  },
  instore_cancel_order: {
    kind: 'write',
    parameters: [ORDER_ID],
    yields: [],
    description: {
      english: 'Cancels an in-store order for good.',
      chinese: '取消到店订单，且不可恢复。',
    },
    precondition: {
      english: 'The in-store order exists and has not been cancelled yet.',
      chinese: '到店订单存在，且尚未取消。',
    },
    postcondition: {
      english: 'The status of the in-store order is cancelled.',
      chinese: '该到店订单的状态变为 cancelled。',
    },
  },
  instore_book: {
    kind: 'write',
    parameters: [USER_ID, SHOP_ID, TIME, GUESTS],
    yields: ['booking'],
    description: {
      english: "Books a table at a shop for the customer, at the shop's booking price.",
      chinese: '为用户在到店商家订座，按商家的订座费收费。',
    },
    precondition: {
      english: 'The user is the customer being served, the shop exists and takes table bookings (enable_book), there is at least one guest, and the time is well formed.',
      chinese: '用户为当前服务的用户；商家存在且支持订座（enable_book）；人数至少为 1；时间格式正确。',
    },
    postcondition: {
      english: 'There is a new table booking, of status unpaid, or paid at once where the shop asks nothing for it; the answer shows its ID and price.',
      chinese: '新增一条订座记录，状态为 unpaid；若订座免费，则直接为 paid。返回订座 ID 和订座费。',
    },
  },
  pay_instore_book: {
    kind: 'write',
    parameters: [BOOK_ID],
    yields: [],
    description: {
      english: 'Pays for a table booking.',
      chinese: '支付订座费。',
    },
    precondition: {
      english: 'The table booking exists and its status is unpaid.',
      chinese: '订座记录存在，且状态为 unpaid。',
    },
    postcondition: {
      english: 'The status of the table booking is paid.',
      chinese: '该订座的状态变为 paid。',
    },
  },
  instore_cancel_book: {
    kind: 'write',
    parameters: [BOOK_ID],
    yields: [],
    description: {
      english: 'Cancels a table booking for good.',
      chinese: '取消订座，且不可恢复。',
    },
    precondition: {
      english: 'The table booking exists and has not been cancelled yet.',
      chinese: '订座记录存在，且尚未取消。',
    },
    postcondition: {
      english: 'The status of the table booking is cancelled.',
      chinese: '该订座的状态变为 cancelled。',
    },
  },
  instore_reservation: {
    kind: 'write',
    parameters: [USER_ID, SHOP_ID, TIME, GUESTS],
    yields: ['reservation'],
    description: {
      english: 'Makes a reservation at a shop for the customer, free of charge.',
      chinese: '为用户在到店商家预约服务，无需付费。',
    },
    precondition: {
      english:
        'The user is the customer being served, the shop exists, there is at least one guest, and the time is well formed. Look first whether the shop takes reservations (enable_reservation).',
      chinese: '用户为当前服务的用户；商家存在；人数至少为 1；时间格式正确。请先确认商家是否支持预约（enable_reservation）。',
    },
    postcondition: {
      english: 'There is a new reservation of status unconsumed; the answer shows its ID.',
      chinese: '新增一条状态为 unconsumed 的预约记录，并返回预约 ID。',
    },
  },
  instore_modify_reservation: {
    kind: 'write',
    parameters: [
      RESERVATION_ID,
      required('time', 'text', {
        english: 'The new time, as yyyy-mm-dd HH:MM:SS; give it again if it stays.',
        chinese: '新的到店时间，格式为 yyyy-mm-dd HH:MM:SS；若不变，也须再次填写。',
      }),
      optional(
        'customer_count',
        'integer',
        0,
        {
          english: 'The new number of guests; give it again if it stays, or the reservation is for 0.',
          chinese: '新的到店人数；若不变，也须再次填写，否则会记为 0。',
        },
        { isNullable: false },
      ),
    ],
    yields: telling([RESERVATION], ['reservation']),
    description: {
      english: 'Changes time and number of guests of a reservation.',
      chinese: '修改预约的时间和人数。',
    },
    precondition: {
      english: 'The reservation exists and has not been cancelled, the number of guests is not negative, and the new time is well formed.',
      chinese: '预约记录存在且未取消；人数不为负数；新时间格式正确。',
    },
    postcondition: {
      english: 'The reservation has the time and the number of guests given, and is shown.',
      chinese: '预约已改为所填的时间和人数，并返回修改后的预约。',
    },
  },
  instore_cancel_reservation: {
    kind: 'write',
    parameters: [RESERVATION_ID],
    yields: [],
    description: {
      english: 'Cancels a reservation for good.',
      chinese: '取消预约，且不可恢复。',
    },
    precondition: {
      english: 'The reservation exists and has not been cancelled yet.',
      chinese: '预约记录存在，且尚未取消。',
    },
    postcondition: {
      english: 'The status of the reservation is cancelled.',
      chinese: '该预约的状态变为 cancelled。',
    },
  },
  get_instore_orders: {
    kind: 'read',
    parameters: [USER_ID],
    yields: telling([INSTORE_ORDER], ['user']),
    description: {
      english: "Lists the customer's in-store orders of every status.",
      chinese: '列出用户所有状态的到店订单。',
    },
    precondition: {
      english: 'The user is the customer being served, whose in-store orders are wanted.',
      chinese: '用户为当前服务的用户，查询其到店订单。',
    },
    postcondition: {
      english: 'Answers the in-store orders with shop, lines, price and status; changes nothing.',
      chinese: '返回到店订单的商家、商品明细、价格和状态；不修改任何数据。',
    },
  },
  get_instore_reservations: {
    kind: 'read',
    parameters: [USER_ID],
    yields: telling([RESERVATION], ['user']),
    description: {
      english: "Lists all the customer's reservations.",
      chinese: '列出用户的全部预约。',
    },
    precondition: {
      english: 'The user is the customer being served, whose reservations are wanted.',
      chinese: '用户为当前服务的用户，查询其预约。',
    },
    postcondition: {
      english: 'Answers every reservation with shop, time, number of guests and status; changes nothing.',
      chinese: '返回每条预约的商家、时间、人数和状态；不修改任何数据。',
    },
  },
  get_instore_books: {
    kind: 'read',
    parameters: [USER_ID],
    yields: telling([BOOKING], ['user']),
    description: {
      english: "Lists all the customer's table bookings.",
      chinese: '列出用户的全部订座。',
    },
    precondition: {
      english: 'The user is the customer being served, whose table bookings are wanted.',
      chinese: '用户为当前服务的用户，查询其订座。',
    },
    postcondition: {
      english: 'Answers every table booking with shop, time, number of guests, price and status; changes nothing.',
      chinese: '返回每条订座的商家、时间、人数、订座费和状态；不修改任何数据。',
    },
  },
  search_instore_book: {
    kind: 'read',
    parameters: [USER_ID, optional('book_id', 'text', null, only(BOOKING_TEXT), { takes: ['booking'] })],
    yields: telling([BOOKING], ['user']),
    description: {
      english: "Finds one of the customer's table bookings by its ID, or lists them.",
      chinese: '按 ID 查询用户的某条订座，或列出其订座。',
    },
    precondition: {
      english: 'The user is the customer being served; a table booking of the ID exists if one is given.',
      chinese: '用户为当前服务的用户；若填写订座 ID，则该订座存在。',
    },
    postcondition: {
      english: 'Answers the table booking asked for, or all of them; changes nothing.',
      chinese: '返回所查的订座，或全部订座；不修改任何数据。',
    },
  },
  search_instore_reservation: {
    kind: 'read',
    parameters: [USER_ID, optional('reservation_id', 'text', null, only(RESERVATION_TEXT), { takes: ['reservation'] })],
    yields: telling([RESERVATION], ['user']),
    description: {
      english: "Finds one of the customer's reservations by its ID, or lists them.",
      chinese: '按 ID 查询用户的某条预约，或列出其预约。',
    },
    precondition: {
      english: 'The user is the customer being served; a reservation of the ID exists if one is given.',
      chinese: '用户为当前服务的用户；若填写预约 ID，则该预约存在。',
    },
    postcondition: {
      english: 'Answers the reservation asked for, or all of them; changes nothing.',
      chinese: '返回所查的预约，或全部预约；不修改任何数据。',
    },
  },
} as const satisfies ToolTable;
