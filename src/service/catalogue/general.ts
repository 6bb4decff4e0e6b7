/** The tools that serve every domain. */
import { ATTRACTION, DELIVERY_ORDER, FLIGHT, HOTEL, INSTORE_ORDER, SHOP, STORE, TRAIN, telling, travelOrder } from './records.ts';
import { coordinates, required } from './parameters.ts';
import type { ToolTable } from './types.ts';

const ANY_ADDRESS = {
  english: 'Address, as full as it is known.',
  chinese: '地址，应尽可能完整。',
};

export const GENERAL = {
  longitude_latitude_to_distance: {
    kind: 'general',
    parameters: [
      ...coordinates('1', { english: 'the first point', chinese: '第一个点' }),
      ...coordinates('2', { english: 'the second point', chinese: '第二个点' }),
    ],
    yields: ['distance'],
    description: {
      english: 'Works out the distance in a straight line between two points on the map.',
      chinese: '计算地图上两点之间的直线距离。',
    },
    precondition: {
      english: 'The coordinates of both points are known, in degrees.',
      chinese: '已知两点的经纬度（单位：度）。',
    },
    postcondition: {
      english: 'Answers the distance in whole metres; changes nothing.',
      chinese: '返回以米为单位、取整后的距离；不修改任何数据。',
    },
  },
  weather: {
    kind: 'general',
    parameters: [
      required('address', 'text', { english: 'City, or an address in it.', chinese: '城市名，或该城市内的地址。' }, 'address', 'city'),
      required('date_start', 'text', { english: 'First day, as yyyy-mm-dd.', chinese: '开始日期，格式为 yyyy-mm-dd。' }, 'date'),
      required('date_end', 'text', { english: 'Last day, included, as yyyy-mm-dd.', chinese: '结束日期（含当天），格式为 yyyy-mm-dd。' }, 'date'),
    ],
    yields: ['city', 'date'],
    description: {
      english: 'Looks up the weather of a city, day by day.',
      chinese: '按天查询某城市的天气。',
    },
    precondition: {
      english: 'Both days are real dates, and the weather of the city is on record.',
      chinese: '两个日期均真实存在，且系统中有该城市的天气记录。',
    },
    postcondition: {
      english: 'Answers weather, temperature in degrees Celsius and humidity in per cent of each day on record; changes nothing.',
      chinese: '返回期间内有记录的每一天的天气、气温（摄氏度）和湿度（百分比）；不修改任何数据。',
    },
  },
  address_to_longitude_latitude: {
    kind: 'general',
    parameters: [required('address', 'text', ANY_ADDRESS, 'address')],
    yields: ['longitude', 'latitude'],
    description: {
      english: 'Finds the coordinates of an address.',
      chinese: '将地址解析为经纬度坐标。',
    },
    precondition: {
      english: 'The address is, or is close to, one that the system knows.',
      chinese: '该地址与系统已知的某个地址相同或相近。',
    },
    postcondition: {
      english: 'Answers longitude and latitude in degrees, in this order; an address that is not known is an error. Changes nothing.',
      chinese: '依次返回经度和纬度（单位：度）；未知地址会报错；不修改任何数据。',
    },
  },
  get_date_holiday_info: {
    kind: 'general',
    parameters: [required('date', 'text', { english: 'Day to look up, as yyyy-mm-dd.', chinese: '要查询的日期，格式为 yyyy-mm-dd。' }, 'date')],
    yields: [],
    description: {
      english: 'Tells whether a day is a public holiday or a day off for one in mainland China, and which.',
      chinese: '查询某一天是否为中国大陆的法定节假日或调休休息日，以及是哪个节日。',
    },
    precondition: {
      english: 'The day is a real date in the years 2022 to 2027.',
      chinese: '日期真实存在，且在 2022 至 2027 年之间。',
    },
    postcondition: {
      english: 'Answers the name of the holiday in Chinese, or that the day is none; changes nothing.',
      chinese: '返回节假日的中文名称，或说明当天不是节假日；不修改任何数据。',
    },
  },
  get_holiday_date: {
    kind: 'general',
    parameters: [
      required('year', 'text', { english: 'Year in four digits, such as 2025.', chinese: '四位数年份，如 2025。' }),
      required('holiday_name', 'text', {
        english: 'Name of the holiday in English, such as National Day.',
        chinese: '节日的中文名称，如“国庆节”。',
      }),
    ],
    yields: ['date'],
    description: {
      english: 'Finds the day on which a holiday falls in a year.',
      chinese: '查询某个节日在指定年份的日期。',
    },
    precondition: {
      english: 'The year is one from 2023 to 2025, and the holiday is one on record for it.',
      chinese: '年份在 2023 至 2025 年之间，且该年有此节日的记录。',
    },
    postcondition: {
      english: 'Answers the day as yyyy-mm-dd, of the holiday whose name comes closest; changes nothing.',
      chinese: '返回名称最接近的节日的日期，格式为 yyyy-mm-dd；不修改任何数据。',
    },
  },
  get_user_historical_behaviors: {
    kind: 'read',
    parameters: [],
    yields: ['user', 'address', 'city', 'preference'],
    description: {
      english: "Reads what is known of the customer's habits: profile, tastes, past orders and searches.",
      chinese: '读取用户的历史行为：个人资料、偏好、过往订单和搜索记录等。',
    },
    precondition: {
      english: 'None: it is always about the customer being served.',
      chinese: '无；始终针对当前服务的用户。',
    },
    postcondition: {
      english: 'Answers the habits on record, which differ from customer to customer; changes nothing.',
      chinese: '返回已有的行为记录，内容因用户而异；不修改任何数据。',
    },
  },
  get_user_all_orders: {
    kind: 'read',
    parameters: [],
    yields: telling([DELIVERY_ORDER, INSTORE_ORDER, ...(['hotel', 'attraction', 'flight', 'train'] as const).map(travelOrder)]),
    description: {
      english: "Lists all the customer's orders, of every kind and status.",
      chinese: '列出用户的全部订单，包括所有类型和状态。',
    },
    precondition: {
      english: 'None: the orders are always those of the customer being served.',
      chinese: '无；返回的始终是当前服务用户的订单。',
    },
    postcondition: {
      english: 'Answers the orders with their lines, or nothing if there is none; table bookings and reservations are not among them. Changes nothing.',
      chinese: '返回订单及其明细，没有订单时为空；不含订座和预约；不修改任何数据。',
    },
  },
  get_nearby: {
    kind: 'read',
    parameters: [
      ...coordinates('', { english: 'the centre', chinese: '中心点' }),
      required('range', 'float', { english: 'Radius, in metres.', chinese: '搜索半径，单位为米。' }),
    ],
    yields: telling([STORE, SHOP, HOTEL, ATTRACTION, FLIGHT, TRAIN]),
    description: {
      english: 'Lists the stores, shops, hotels, attractions, airports and stations (by their flights and trains) around a point.',
      chinese: '列出某一点周围的外卖商家、到店商家、酒店、景点，以及起点或终点在范围内的航班和火车。',
    },
    precondition: {
      english: 'The coordinates of the centre are known, in degrees.',
      chinese: '已知中心点的经纬度（单位：度）。',
    },
    postcondition: {
      english: 'Answers every place within the radius, with ID and location; changes nothing.',
      chinese: '返回半径内的所有地点及其 ID 和位置；不修改任何数据。',
    },
  },
} as const satisfies ToolTable;
