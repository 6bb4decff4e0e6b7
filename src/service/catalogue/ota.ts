/** The tools of online travel. What is the same for hotels, attractions, flights and trains is made in travelOrders.ts. */
import { optional, required } from './parameters.ts';
import { ATTRACTION, FLIGHT, HOTEL, TRAIN, TRAVEL_PRODUCT, telling } from './records.ts';
import { cancelOrder, changeDate, createOrder, orderDetail, payOrder, searchOrders } from './travelOrders.ts';
import type { ToolTable } from './types.ts';

const CITY_NAME = required('city_name', 'text', { english: 'Name of the city.', chinese: '城市名称。' }, 'city');
const FROM = required('departure', 'text', { english: 'City of departure.', chinese: '出发城市。' }, 'city');
const TO = required('destination', 'text', { english: 'City of arrival.', chinese: '到达城市。' }, 'city');

export const OTA = {
  get_ota_hotel_info: {
    kind: 'read',
    parameters: [required('hotel_id', 'text', { english: 'ID of the hotel to look at.', chinese: '要查看的酒店 ID。' }, 'hotel')],
    yields: telling([HOTEL, TRAVEL_PRODUCT.hotel], ['hotel']),
    description: {
      english: 'Shows a hotel with its rooms, day by day.',
      chinese: '查看酒店详情及每日房型。',
    },
    precondition: {
      english: 'A hotel of this ID exists.',
      chinese: '存在该 ID 对应的酒店。',
    },
    postcondition: {
      english: 'Answers score, stars, location and tags of the hotel, and its rooms with date, price, number left and ID; changes nothing.',
      chinese: '返回酒店的评分、星级、位置和标签，以及各房型的日期、价格、余量和 ID；不修改任何数据。',
    },
  },
  get_ota_attraction_info: {
    kind: 'read',
    parameters: [
      required('attraction_id', 'text', { english: 'ID of the attraction to look at.', chinese: '要查看的景点 ID。' }, 'attraction'),
    ],
    yields: telling([ATTRACTION, TRAVEL_PRODUCT.attraction], ['attraction']),
    description: {
      english: 'Shows an attraction with its tickets, day by day.',
      chinese: '查看景点详情及每日门票。',
    },
    precondition: {
      english: 'An attraction of this ID exists.',
      chinese: '存在该 ID 对应的景点。',
    },
    postcondition: {
      english:
        'Answers description, opening hours, score and location of the attraction, and its tickets with date, price, number left and ID; changes nothing.',
      chinese: '返回景点的介绍、开放时间、评分和位置，以及各门票的日期、价格、余量和 ID；不修改任何数据。',
    },
  },
  get_ota_flight_info: {
    kind: 'read',
    parameters: [required('flight_id', 'text', { english: 'ID of the flight to look at.', chinese: '要查看的航班 ID。' }, 'flight')],
    yields: telling([FLIGHT, TRAVEL_PRODUCT.flight], ['flight']),
    description: {
      english: 'Shows a flight with its seats, day by day.',
      chinese: '查看航班详情及每日舱位。',
    },
    precondition: {
      english: 'A flight of this ID exists.',
      chinese: '存在该 ID 对应的航班。',
    },
    postcondition: {
      english: 'Answers number, cities, airports and times of the flight, and its seats with date, price, number left and ID; changes nothing.',
      chinese: '返回航班号、起降城市、机场和时刻，以及各舱位的日期、价格、余量和 ID；不修改任何数据。',
    },
  },
  get_ota_train_info: {
    kind: 'read',
    parameters: [required('train_id', 'text', { english: 'ID of the train to look at.', chinese: '要查看的火车 ID。' }, 'train')],
    yields: telling([TRAIN, TRAVEL_PRODUCT.train], ['train']),
    description: {
      english: 'Shows a train with its seats, day by day.',
      chinese: '查看火车车次详情及每日席别。',
    },
    precondition: {
      english: 'A train of this ID exists.',
      chinese: '存在该 ID 对应的火车车次。',
    },
    postcondition: {
      english: 'Answers number, cities, stations and times of the train, and its seats with date, price, number left and ID; changes nothing.',
      chinese: '返回车次、起止城市、车站和时刻，以及各席别的日期、价格、余量和 ID；不修改任何数据。',
    },
  },
  hotel_search_recommand: {
    kind: 'read',
    parameters: [
      CITY_NAME,
      optional(
        'key_words',
        'texts',
        null,
        {
          english: 'Words to look for in names and tags of hotels; without them all the hotels of the city are listed.',
          chinese: '在酒店名称和标签中搜索的关键词；不填则列出该城市的全部酒店。',
        },
        { takes: ['preference'] },
      ),
    ],
    yields: telling([HOTEL]),
    description: {
      english: 'Searches the hotels of a city, by keywords if there are any.',
      chinese: '搜索某城市的酒店，可附加关键词。',
    },
    precondition: {
      english: 'The city to stay in is known.',
      chinese: '已知要入住的城市。',
    },
    postcondition: {
      english: 'Answers at most 100 hotels, with keywords the best match first; changes nothing.',
      chinese: '返回至多 100 家酒店，有关键词时按匹配度从高到低排列；不修改任何数据。',
    },
  },
  attractions_search_recommend: {
    kind: 'read',
    parameters: [
      CITY_NAME,
      required(
        'key_words',
        'texts',
        {
          english: 'Words to look for in names, descriptions and addresses of attractions.',
          chinese: '在景点名称、介绍和地址中搜索的关键词。',
        },
        'preference',
      ),
    ],
    yields: telling([ATTRACTION]),
    description: {
      english: 'Searches the attractions of a city by keywords.',
      chinese: '按关键词搜索某城市的景点。',
    },
    precondition: {
      english: 'The city to visit is known, and something to look for in its attractions.',
      chinese: '已知要游览的城市，以及想找的景点名称或特色。',
    },
    postcondition: {
      english: 'Answers at most 100 attractions, the best match first; changes nothing.',
      chinese: '按匹配度从高到低返回至多 100 个景点；不修改任何数据。',
    },
  },
  flight_search_recommend: {
    kind: 'read',
    parameters: [FROM, TO],
    yields: telling([FLIGHT], ['city']),
    description: {
      english: 'Searches the flights from one city to another.',
      chinese: '搜索两个城市之间的航班。',
    },
    precondition: {
      english: 'The cities at both ends of the flight are known.',
      chinese: '已知航班的出发城市和到达城市。',
    },
    postcondition: {
      english: 'Answers the flights with their airports and times, without seats; changes nothing.',
      chinese: '返回航班及其机场和时刻，不含舱位；不修改任何数据。',
    },
  },
  train_ticket_search: {
    kind: 'read',
    parameters: [
      FROM,
      TO,
      required('date', 'text', { english: 'Day of departure, as yyyy-mm-dd.', chinese: '出发日期，格式为 yyyy-mm-dd。' }, 'date'),
    ],
    yields: telling([TRAIN], ['city']),
    description: {
      english: 'Searches the trains from one city to another that offer seats on a day.',
      chinese: '搜索两个城市之间在某日有票的火车车次。',
    },
    precondition: {
      english: 'The cities at both ends of the train journey are known, and the day is a real date.',
      chinese: '已知火车的出发城市和到达城市，且日期真实存在。',
    },
    postcondition: {
      english: 'Answers the trains with their stations and times, without seats; changes nothing.',
      chinese: '返回火车车次及其车站和时刻，不含席别；不修改任何数据。',
    },
  },
  create_hotel_order: createOrder('hotel'),
  create_attraction_order: createOrder('attraction'),
  create_flight_order: createOrder('flight'),
  create_train_order: createOrder('train'),
  pay_hotel_order: payOrder('hotel'),
  pay_attraction_order: payOrder('attraction'),
  pay_flight_order: payOrder('flight'),
  pay_train_order: payOrder('train'),
  search_hotel_order: searchOrders('hotel'),
  search_attraction_order: searchOrders('attraction'),
  search_flight_order: searchOrders('flight'),
  search_train_order: searchOrders('train'),
  get_hotel_order_detail: orderDetail('hotel'),
  get_attraction_order_detail: orderDetail('attraction'),
  get_flight_order_detail: orderDetail('flight'),
  get_train_order_detail: orderDetail('train'),
  modify_train_order: changeDate('train'),
  modify_flight_order: changeDate('flight'),
  cancel_hotel_order: cancelOrder('hotel'),
  cancel_attraction_order: cancelOrder('attraction'),
  cancel_flight_order: cancelOrder('flight'),
  cancel_train_order: cancelOrder('train'),
} as const satisfies ToolTable;
