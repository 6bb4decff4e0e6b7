/** What made-up worlds are named with, in both languages. */

export type Pair = readonly [english: string, chinese: string];

export interface City {
  readonly name: Pair;
  /** Degrees, of the centre. */
  readonly longitude: number;
  readonly latitude: number;
}

export const CITIES: readonly City[] = [
  { name: ['Hangzhou', '杭州'], longitude: 120.1551, latitude: 30.2741 },
  { name: ['Chengdu', '成都'], longitude: 104.0668, latitude: 30.5728 },
  { name: ['Qingdao', '青岛'], longitude: 120.3826, latitude: 36.0671 },
  { name: ['Xiamen', '厦门'], longitude: 118.0894, latitude: 24.4798 },
  { name: ['Suzhou', '苏州'], longitude: 120.5853, latitude: 31.2989 },
  { name: ["Xi'an", '西安'], longitude: 108.9402, latitude: 34.3416 },
  { name: ['Kunming', '昆明'], longitude: 102.8329, latitude: 24.8801 },
  { name: ['Wuhan', '武汉'], longitude: 114.3054, latitude: 30.5931 },
];

export const ROADS: readonly Pair[] = [
  ['Willow Road', '柳荫路'],
  ['Old Bridge Street', '古桥街'],
  ['Harbour Avenue', '港湾大道'],
  ['Camphor Lane', '香樟巷'],
  ['Observatory Road', '观星路'],
  ['Silk Street', '丝绸街'],
  ['North Gate Road', '北门路'],
  ['Plum Garden Road', '梅园路'],
  ['University Road', '大学路'],
  ['Canal Street', '运河街'],
  ['Stadium Road', '体育场路'],
  ['Lotus Pond Lane', '荷塘里'],
];

export const NAMES: readonly Pair[] = [
  ['Blue Kettle', '蓝壶'],
  ['Grandpa Shen', '沈爷爷'],
  ['Morning Crane', '晨鹤'],
  ['Two Sparrows', '双雀'],
  ['Red Lantern', '红灯笼'],
  ['Little Sail', '小帆'],
  ['Stone Mill', '石磨'],
  ['Auntie Qiao', '乔阿姨'],
  ['Cloud Nine', '云九'],
  ['Green Bamboo', '青竹'],
  ['Moon Gate', '月门'],
  ['Third Uncle', '三叔'],
  ['Warm Stove', '暖炉'],
  ['White Heron', '白鹭'],
];

/** A line of business: what its houses are called and offer. */
export interface Trade {
  readonly word: Pair;
  readonly tags: readonly Pair[];
  readonly goods: readonly Pair[];
  /** What goods are labelled with. */
  readonly labels: readonly Pair[];
  /** In yuan, of one piece. */
  readonly prices: readonly [low: number, high: number];
}

export const STORE_TRADES: readonly Trade[] = [
  {
    word: ['Noodles', '面馆'],
    tags: [['Noodles', '面食'], ['Fast food', '快餐'], ['Open late', '营业至深夜']],
    goods: [['Beef Noodles', '牛肉面'], ['Wonton Soup', '馄饨'], ['Cold Noodles', '凉面'], ['Braised Egg', '卤蛋'], ['Sesame Noodles', '麻酱面']],
    labels: [['Spicy', '辣'], ['Mild', '微辣'], ['Meat', '荤'], ['Vegetarian', '素']],
    prices: [8, 38],
  },
  {
    word: ['Tea Bar', '茶饮'],
    tags: [['Drinks', '饮品'], ['Milk tea', '奶茶'], ['Fruit tea', '果茶']],
    goods: [['Jasmine Milk Tea', '茉莉奶茶'], ['Grape Oolong', '葡萄乌龙'], ['Lemon Black Tea', '柠檬红茶'], ['Taro Milk', '芋泥牛乳'], ['Plain Oolong', '清乌龙']],
    labels: [['Low sugar', '少糖'], ['Iced', '冰'], ['Hot', '热'], ['With milk', '含奶']],
    prices: [9, 32],
  },
  {
    word: ['Fried Chicken', '炸鸡'],
    tags: [['Fried food', '炸物'], ['Burgers', '汉堡'], ['Snacks', '小吃']],
    goods: [['Chicken Burger', '鸡腿堡'], ['Popcorn Chicken', '鸡米花'], ['Chicken Wings', '烤翅'], ['Curly Fries', '薯条'], ['Family Bucket', '全家桶']],
    labels: [['Spicy', '辣'], ['Large', '大份'], ['Meat', '荤'], ['Crispy', '香脆']],
    prices: [12, 99],
  },
  {
    word: ['Rice Bowls', '盖饭'],
    tags: [['Rice', '米饭'], ['Lunch', '午餐'], ['Quick', '出餐快']],
    goods: [['Pork Chop Rice', '排骨饭'], ['Curry Chicken Rice', '咖喱鸡饭'], ['Tomato Beef Rice', '番茄牛腩饭'], ['Mushroom Rice', '香菇饭'], ['Miso Soup', '味噌汤']],
    labels: [['Meat', '荤'], ['Vegetarian', '素'], ['Large', '大份'], ['Mild', '微辣']],
    prices: [10, 46],
  },
  {
    word: ['Grocer', '便利店'],
    tags: [['Groceries', '日用百货'], ['Fruit', '水果'], ['Open all day', '24小时']],
    goods: [['Paper Towels', '纸巾'], ['Apple Box', '苹果礼盒'], ['Mineral Water', '矿泉水'], ['Toast Bread', '吐司'], ['Yoghurt', '酸奶']],
    labels: [['Discount', '特价'], ['Large', '大份'], ['Imported', '进口'], ['Fresh', '新鲜']],
    prices: [3, 88],
  },
];

export const SHOP_TRADES: readonly Trade[] = [
  {
    word: ['Hot Pot', '火锅'],
    tags: [['Hot pot', '火锅'], ['Dinner', '聚餐'], ['Spicy', '麻辣']],
    goods: [['Hot Pot Set for Two', '双人火锅套餐'], ['Hot Pot Set for Four', '四人火锅套餐'], ['Lamb Platter', '羊肉拼盘'], ['Drinks Voucher', '饮品券']],
    labels: [['Dinner', '聚餐'], ['Spicy', '麻辣'], ['Weekdays only', '仅限工作日']],
    prices: [28, 398],
  },
  {
    word: ['Gym', '健身馆'],
    tags: [['Fitness', '健身'], ['Yoga', '瑜伽'], ['Showers', '有淋浴']],
    goods: [['Day Pass', '单日卡'], ['Yoga Class', '瑜伽体验课'], ['Private Lesson', '私教课'], ['Month Card', '月卡']],
    labels: [['Beginners', '适合新手'], ['Small class', '小班'], ['Weekdays only', '仅限工作日']],
    prices: [29, 499],
  },
  {
    word: ['Hair Salon', '美发'],
    tags: [['Hair', '美发'], ['Colour', '染发'], ['Quiet', '安静']],
    goods: [['Wash and Cut', '洗剪吹'], ['Perm Package', '烫发套餐'], ['Colour Package', '染发套餐'], ['Scalp Care', '头皮护理']],
    labels: [['Women', '女士'], ['Men', '男士'], ['Master stylist', '资深发型师']],
    prices: [38, 688],
  },
  {
    word: ['Board Games', '桌游馆'],
    tags: [['Games', '游戏'], ['Friends', '朋友聚会'], ['Private room', '包间']],
    goods: [['Afternoon Ticket', '下午场'], ['Room for Six', '六人包间'], ['Mystery Night', '剧本杀'], ['Snack Plate', '小食拼盘']],
    labels: [['Friends', '朋友聚会'], ['Beginners', '适合新手'], ['Weekends', '周末可用']],
    prices: [25, 328],
  },
  {
    word: ['Foot Spa', '足疗'],
    tags: [['Massage', '按摩'], ['Rest', '放松'], ['Open late', '营业至深夜']],
    goods: [['Foot Massage', '足底按摩'], ['Back Massage', '肩颈按摩'], ['Herbal Bath', '草药足浴'], ['Set for Two', '双人套餐']],
    labels: [['Rest', '放松'], ['60 minutes', '60分钟'], ['90 minutes', '90分钟']],
    prices: [58, 458],
  },
];

/** Put before goods, so that there are many of them. */
export const MANNERS: readonly Pair[] = [
  ['House', '招牌'],
  ['Classic', '经典'],
  ['Double', '双份'],
  ['Seasonal', '时令'],
  ['Golden', '黄金'],
  ['Farmhouse', '农家'],
  ['Signature', '主打'],
  ['Value', '超值'],
];

export const HOTEL_WORDS: readonly Pair[] = [['Hotel', '酒店'], ['Inn', '客栈'], ['Residence', '公寓酒店'], ['Guesthouse', '宾馆']];
export const HOTEL_TAGS: readonly Pair[] = [['Breakfast included', '含早餐'], ['Pool', '泳池'], ['Parking', '停车场'], ['Gym', '健身房'], ['Near the station', '近车站']];
export const ROOMS: readonly Pair[] = [['King Room', '大床房'], ['Twin Room', '双床房'], ['Family Room', '家庭房'], ['Suite', '套房']];

export const SIGHT_WORDS: readonly Pair[] = [['Botanical Garden', '植物园'], ['City Museum', '城市博物馆'], ['Zoo', '动物园'], ['Old Town', '古城'], ['Lake Park', '湖滨公园']];
export const SIGHT_TEXTS: readonly Pair[] = [
  ['Wide paths and shade, good for a slow walk', '林荫小道，适合慢走'],
  ['Indoor halls for any weather', '室内展厅，风雨无阻'],
  ['Popular with families at weekends', '周末亲子热门'],
];
export const TICKETS: readonly Pair[] = [['Adult Ticket', '成人票'], ['Child Ticket', '儿童票'], ['Family Ticket', '家庭票']];

export const AIRPORT: Pair = ['Airport', '机场'];
export const STATION: Pair = ['Railway Station', '火车站'];
export const FLIGHT_SEATS: readonly Pair[] = [['Economy', '经济舱'], ['Business', '商务舱']];
export const TRAIN_SEATS: readonly Pair[] = [['Second Class', '二等座'], ['First Class', '一等座']];
export const LEG_TAGS: readonly Pair[] = [['On time', '准点率高'], ['Meal included', '含餐'], ['Wi-Fi', '有网络']];

export const WEATHERS: readonly Pair[] = [['sunny', '晴'], ['cloudy', '多云'], ['light rain', '小雨'], ['overcast', '阴']];
