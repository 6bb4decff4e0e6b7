/** What the tools of all domains share about orders: whose they are, how they are found, how they are shown. */
import type { OrderRow, OrderType } from '../world/tables.ts';
import type { World } from '../world/world.ts';
import { formatLine, formatOrder } from './format.ts';

/** What is wrong with who says they order; null: nothing. */
export function refuseUser({ userId }: World, given: string): string | null {
  if (given === '') return 'User ID cannot be empty';
  return given === userId ? null : 'User ID does not match';
}

export function orderOf({ tables }: World, orderId: string): OrderRow | undefined {
  return tables.orders.first({ orderId });
}

export function ordersOf({ tables }: World, userId: string, orderType: OrderType): OrderRow[] {
  return tables.orders.rows({ userId, orderType });
}

export function showOrder({ tables }: World, order: OrderRow): string {
  const lines = tables.orderLines.rows({ orderId: order.orderId }).map((line) => {
    const isShared = order.orderType === 'instore' && line.productId !== null;
    const product = isShared ? tables.shopProducts.first({ productId: line.productId, listedIn: order.placeId }) : undefined;
    return formatLine(order.orderType, line, product);
  });
  return formatOrder(order, lines);
}

export function showOrders(world: World, orders: readonly OrderRow[]): string[] {
  return orders.map((order) => showOrder(world, order));
}

/** Sets the status and when that was. */
export function setStatus({ tables, time }: World, orderId: string, status: string): void {
  tables.orders.update({ orderId }, { status, updateTime: time });
}

/** The columns that a new order of every kind starts with. */
export function newOrder(world: World, orderType: OrderType, placeId: string, totalPrice: number): Omit<OrderRow, 'orderId'> {
  return {
    orderType,
    userId: world.userId,
    placeId,
    address: null,
    longitude: null,
    latitude: null,
    dispatchTime: '',
    shippingTime: null,
    deliveryTime: '',
    totalPrice,
    createTime: world.time,
    updateTime: world.time,
    note: '',
    status: 'unpaid',
  };
}
