/** How large a task's world is. */
import type { ServiceTask } from './taskFile/index.ts';

/** Records by kind, products included; kinds without any are left out. */
export function recordsByKind({ environment }: ServiceTask): Record<string, number> {
  const { stores, shops, hotels, attractions, flights, trains } = environment;
  const kinds = { stores, shops, hotels, attractions, flights, trains };
  const owners = Object.values(kinds) as readonly (readonly { readonly products: readonly unknown[] }[])[];
  const counts = Object.entries(kinds).map(([kind, records]) => [kind, records.length] as const);
  const products = owners.flat().reduce((sum, owner) => sum + owner.products.length, 0);
  return Object.fromEntries([...counts, ['products', products] as const, ['orders', environment.orders.size] as const].filter(([, size]) => size > 0));
}

/** The search space (spec vita §6). */
export function recordsOf(task: ServiceTask): number {
  return Object.values(recordsByKind(task)).reduce((sum, size) => sum + size, 0);
}
