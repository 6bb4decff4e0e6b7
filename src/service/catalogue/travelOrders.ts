/** The tools for orders of online travel, which differ by kind only in what is bought. */
import { optional, quantity, required, USER_ID } from './parameters.ts';
import { orderOf, telling, travelOrder } from './records.ts';
import type { TravelKind } from '../types.ts';
import type { Parameter, Texts, ToolFacts, ValueKind } from './types.ts';

interface Words {
  /** The order's name: `hotel` order. */
  readonly kind: Texts;
  /** What is visited or ridden in Chinese, where an order is called after the ticket. */
  readonly thing: string;
  /** What one line of an order is for. */
  readonly unit: Texts;
  readonly units: Texts;
  /** What the date of a line means. */
  readonly day: Texts;
  readonly unitParameter: Parameter;
}

function unitParameter(name: string, takes: ValueKind, english: string, chinese: string): Parameter {
  return required(name, 'text', { english, chinese }, takes);
}

const WORDS: Readonly<Record<TravelKind, Words>> = {
  hotel: {
    kind: { english: 'hotel', chinese: '酒店' },
    thing: '酒店',
    unit: { english: 'room', chinese: '房间' },
    units: { english: 'rooms', chinese: '房间' },
    day: { english: 'day of the stay', chinese: '入住日期' },
    unitParameter: unitParameter(
      'room_id',
      'room',
      'ID of a room of that hotel; it stands for one type of room on one day.',
      '该酒店的房间 ID，对应某一房型的某一天。',
    ),
  },
  attraction: {
    kind: { english: 'attraction', chinese: '景点' },
    thing: '景点',
    unit: { english: 'ticket', chinese: '门票' },
    units: { english: 'tickets', chinese: '门票' },
    day: { english: 'day of the visit', chinese: '游览日期' },
    unitParameter: unitParameter(
      'ticket_id',
      'ticket',
      'ID of a ticket of that attraction for that day (shown as attraction_id in the lines of its tickets).',
      '该景点当日的门票 ID（即门票明细中显示的 attraction_id）。',
    ),
  },
  flight: {
    kind: { english: 'flight', chinese: '机票' },
    thing: '航班',
    unit: { english: 'seat', chinese: '舱位' },
    units: { english: 'seats', chinese: '座位' },
    day: { english: 'day of travel', chinese: '出发日期' },
    unitParameter: unitParameter(
      'seat_id',
      'flight seat',
      'ID of a type of seat of that flight, for that day.',
      '该航班当日的舱位 ID。',
    ),
  },
  train: {
    kind: { english: 'train', chinese: '火车票' },
    thing: '火车',
    unit: { english: 'seat', chinese: '席别' },
    units: { english: 'seats', chinese: '座位' },
    day: { english: 'day of travel', chinese: '乘车日期' },
    unitParameter: unitParameter(
      'seat_id',
      'train seat',
      'ID of a type of seat of that train, for that day.',
      '该车次当日的席别 ID。',
    ),
  },
};

function orderId(kind: TravelKind): Parameter {
  const name = WORDS[kind].kind;
  return required('order_id', 'text', { english: `ID of the ${name.english} order.`, chinese: `${name.chinese}订单 ID。` }, orderOf(kind));
}

function day(name: string, { english, chinese }: Texts): Parameter {
  return required(name, 'text', { english: `${english}, as yyyy-mm-dd.`, chinese: `${chinese}，格式为 yyyy-mm-dd。` }, 'date');
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A hotel's room ID says the day, and one room is ordered at a time; the others are told both. */
export function createOrder(kind: TravelKind): ToolFacts {
  const words = WORDS[kind];
  const isHotel = kind === 'hotel';
  const thing = required(
    `${kind}_id`,
    'text',
    { english: `ID of the ${words.kind.english}.`, chinese: `${words.thing} ID。` },
    kind,
  );
  const dated = [day('date', { english: capital(words.day.english), chinese: words.day.chinese }), quantity(words.units)];
  const units = isHotel ? { english: 'one room for one day', chinese: '一间房（一天）' } : words.units;
  return {
    kind: 'write',
    parameters: [thing, words.unitParameter, USER_ID, ...(isHotel ? [] : dated)],
    yields: isHotel ? ['hotel order', 'date'] : [orderOf(kind)],
    description: {
      english: `Orders ${isHotel ? `${units.english} at a hotel` : `${units.english} of one ${words.kind.english}`} for the customer.`,
      chinese: isHotel ? '为用户预订酒店的一间房（一天）。' : `为用户预订${words.thing}的${units.chinese}。`,
    },
    precondition: isHotel
      ? {
          english: 'The user is the customer being served, the hotel exists and has the room, and at least one such room is left.',
          chinese: '用户为当前服务的用户；酒店存在且有该房间；该房间仍有余量。',
        }
      : {
          english: `The user is the customer being served, the ${words.kind.english} exists and offers that ${words.unit.english} on that day, the quantity is at least 1, and as many are left.`,
          chinese: `用户为当前服务的用户；${words.thing}存在且当日有该${words.unit.chinese}；数量至少为 1 且余量充足。`,
        },
    postcondition: {
      english: `There is a new ${words.kind.english} order of status unpaid, and what it takes is no longer for sale; the answer shows its ID and the total price. It still has to be paid.`,
      chinese: `新增一笔状态为 unpaid 的${words.kind.chinese}订单，并扣减相应余量；返回订单 ID 和总价；订单仍需支付。`,
    },
  };
}

export function payOrder(kind: TravelKind): ToolFacts {
  const { english, chinese } = WORDS[kind].kind;
  return {
    kind: 'write',
    parameters: [orderId(kind)],
    yields: [],
    description: {
      english: `Pays what is due for the customer's ${english} order.`,
      chinese: `支付${chinese}订单的应付金额。`,
    },
    precondition: {
      english: `The ${english} order exists and its status is unpaid.`,
      chinese: `${chinese}订单存在，且状态为 unpaid。`,
    },
    postcondition: {
      english: `The status of the ${english} order is paid.`,
      chinese: `该${chinese}订单的状态变为 paid。`,
    },
  };
}

export function searchOrders(kind: TravelKind): ToolFacts {
  const { kind: name, day: date } = WORDS[kind];
  return {
    kind: 'read',
    parameters: [
      USER_ID,
      optional(
        'date',
        'text',
        null,
        {
          english: `Only orders with this ${date.english}, as yyyy-mm-dd; leave it out for all days.`,
          chinese: `仅返回该${date.chinese}的订单，格式为 yyyy-mm-dd；不填则不限日期。`,
        },
        { takes: ['date'] },
      ),
      optional(
        'status',
        'text',
        'paid',
        { english: 'Only orders of this status.', chinese: '仅返回该状态的订单。' },
        { values: ['unpaid', 'paid', 'cancelled'] },
      ),
    ],
    yields: [orderOf(kind), kind],
    description: {
      english: `Lists the customer's ${name.english} orders of one status, of a day or of all days.`,
      chinese: `列出用户处于某一状态的${name.chinese}订单，可按日期筛选。`,
    },
    precondition: {
      english: `The user is the customer being served, whose ${name.english} orders are wanted.`,
      chinese: `用户为当前服务的用户，查询其${name.chinese}订单。`,
    },
    postcondition: {
      english: `Answers the ${name.english} orders in brief, without lines, or nothing if none fits; changes nothing.`,
      chinese: `返回${name.chinese}订单的简要信息，不含明细，无匹配时为空；不修改任何数据。`,
    },
  };
}

export function orderDetail(kind: TravelKind): ToolFacts {
  const { english, chinese } = WORDS[kind].kind;
  return {
    kind: 'read',
    parameters: [orderId(kind)],
    yields: telling([travelOrder(kind)], [orderOf(kind)]),
    description: {
      english: `Shows one ${english} order in full.`,
      chinese: `查看${chinese}订单的完整详情。`,
    },
    precondition: {
      english: `The order exists and is of the kind ${english}; its status does not matter.`,
      chinese: `该订单存在且为${chinese}订单；状态不限。`,
    },
    postcondition: {
      english: `Answers lines, total price, times and status of the ${english} order; changes nothing.`,
      chinese: `返回${chinese}订单的明细、总价、时间和状态；不修改任何数据。`,
    },
  };
}

export function changeDate(kind: 'flight' | 'train'): ToolFacts {
  const { kind: name, thing, unit, day: date } = WORDS[kind];
  return {
    kind: 'write',
    parameters: [orderId(kind), USER_ID, day('new_date', { english: `The new ${date.english}`, chinese: `新的${date.chinese}` })],
    yields: [],
    description: {
      english: `Moves the customer's ${name.english} order to another day, in the same ${name.english} and type of ${unit.english}.`,
      chinese: `将用户的${name.chinese}订单改签至另一天，${thing}和${unit.chinese}不变。`,
    },
    precondition: {
      english: `The user is the customer being served and owns the order, a ${name.english} order with one line whose status is paid, and enough ${unit.english}s of its type are left on the new day.`,
      chinese: `用户为当前服务的用户且为订单所有者；该订单为状态 paid、仅含一条明细的${name.chinese}订单；新日期的同类${unit.chinese}余量充足。`,
    },
    postcondition: {
      english: `The ${name.english} order is for the new day at its price. If that is higher, the order is unpaid again until the difference is paid; if it is lower, the difference is refunded.`,
      chinese: `${name.chinese}订单改为新日期并按新价格计价：若价格更高，订单变回 unpaid，需补付差价；若价格更低，则退还差价。`,
    },
  };
}

export function cancelOrder(kind: TravelKind): ToolFacts {
  const { english, chinese } = WORDS[kind].kind;
  return {
    kind: 'write',
    parameters: [orderId(kind), USER_ID],
    yields: [],
    description: {
      english: `Cancels the customer's ${english} order for good.`,
      chinese: `取消用户的${chinese}订单，且不可恢复。`,
    },
    precondition: {
      english: `The user is the customer being served, and the ${english} order exists and has not been cancelled yet.`,
      chinese: `用户为当前服务的用户；${chinese}订单存在且尚未取消。`,
    },
    postcondition: {
      english: `The status of the ${english} order is cancelled; the answer shows the refund, which is the total price if it was paid and 0 otherwise.`,
      chinese: `该${chinese}订单的状态变为 cancelled；返回退款金额：已支付则为订单总价，否则为 0。`,
    },
  };
}
