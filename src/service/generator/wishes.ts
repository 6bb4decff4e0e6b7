/** What the customer of a made-up world wants, one thing of each domain, and how it is had. */
import type { Language } from '../types.ts';
import type { Draw } from './draw.ts';
import type { GeneratedEnvironment } from './index.ts';

type Step = { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> } | { readonly reply: string };

interface Wish {
  readonly words: readonly [english: string, chinese: string];
  readonly order: Readonly<Record<string, unknown>>;
  readonly steps: readonly Step[];
}

export function wishesFor(draw: Draw, language: Language, taskId: string, environment: GeneratedEnvironment) {
  const wishes = [delivery(draw, environment), instore(draw, environment), stay(draw, environment)].filter((wish) => wish !== null);
  const said = ({ words: [english, chinese] }: Wish) => (language === 'english' ? english : chinese);
  const steps = wishes.flatMap((wish, i) => wish.steps.map((step) => numbered(step, i + 1)));
  return {
    instructions: wishes.map(said).join(language === 'english' ? ' ' : ''),
    evaluation_criteria: {
      expected_states: [
        {
          required_orders: wishes.map(({ order }, i) => ({ order_id: `${taskId}-${i + 1}`, status: 'paid', ...order })),
          optional_orders: [],
          state_rubrics: [],
        },
      ],
      overall_rubrics: wishes.map(said),
    },
    solution: [...steps, { reply: language === 'english' ? 'All of it is ordered and paid.' : '都已下单并支付。' }],
  };
}

/** The order that a wish pays is known by its number only. */
function numbered(step: Step, number: number): Step {
  return 'tool' in step && step.tool.startsWith('pay_') ? { ...step, arguments: { order_id: `{{order:${number}}}` } } : step;
}

function delivery(draw: Draw, { stores = {}, user_id, location, time }: GeneratedEnvironment): Wish | null {
  const choices = Object.values(stores);
  if (choices.length === 0) return null;
  const { store_id, name, products } = draw.pick(choices);
  const { product_id, name: thing } = draw.pick(products);
  const count = draw.whole(1, 4);
  const address = location[0]?.address ?? '';
  return {
    words: [`Have ${count} × ${thing} of ${name} sent to ${address} and pay for it.`, `请把${name}的${thing}送${count}份到${address}，并付款。`],
    order: { order_type: 'delivery', store_id, location: location[0], products: [{ product_id, quantity: count }] },
    steps: [
      { tool: 'delivery_product_search_recommand', arguments: { keywords: [name, thing] } },
      {
        tool: 'create_delivery_order',
        arguments: { user_id, store_id, product_ids: [product_id], product_cnts: [count], address, dispatch_time: time, attributes: [''] },
      },
      { tool: 'pay_delivery_order', arguments: {} },
    ],
  };
}

function instore(draw: Draw, { shops = {}, user_id }: GeneratedEnvironment): Wish | null {
  const choices = Object.values(shops);
  if (choices.length === 0) return null;
  const { shop_id, shop_name, products } = draw.pick(choices);
  const { product_id, name } = draw.pick(products);
  const quantity = draw.whole(1, 3);
  return {
    words: [`Buy ${quantity} × ${name} at ${shop_name}, paid ahead.`, `再预付购买${shop_name}的${name}${quantity}份。`],
    order: { order_type: 'instore', shop_id, products: [{ product_id, quantity }] },
    steps: [
      { tool: 'instore_product_search_recommend', arguments: { keywords: [name] } },
      { tool: 'create_instore_product_order', arguments: { user_id, shop_id, product_id, quantity } },
      { tool: 'pay_instore_order', arguments: {} },
    ],
  };
}

function stay(draw: Draw, { hotels = {}, user_id }: GeneratedEnvironment): Wish | null {
  const choices = Object.values(hotels).flatMap((hotel) =>
    hotel.products.filter(({ quantity }) => quantity > 0).map((room) => ({ ...hotel, room })),
  );
  if (choices.length === 0) return null;
  const { hotel_id, hotel_name, room } = draw.pick(choices);
  const { product_id, date, price } = room;
  return {
    words: [
      `Book a room for ${price} yuan at ${hotel_name} for ${date} and pay for it.`,
      `最后订${hotel_name}${date}价格为${price}元的房间，并付款。`,
    ],
    order: { order_type: 'hotel', hotel_id, products: [{ product_id, date, quantity: 1 }] },
    steps: [
      { tool: 'get_ota_hotel_info', arguments: { hotel_id } },
      { tool: 'create_hotel_order', arguments: { hotel_id, room_id: product_id, user_id } },
      { tool: 'pay_hotel_order', arguments: {} },
    ],
  };
}
