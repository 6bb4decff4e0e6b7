/** What tokens cost. The user edits the table; a price that is not in it is unknown, which is something else than 0. */
import * as v from 'valibot';
import { failure, success, type Result } from '../core/result.ts';
import { isNearby, familyOf, type Endpoint } from './endpoints.ts';
import type { ChatAnswer, Usage } from './types.ts';

const usd = v.pipe(v.number(), v.finite(), v.minValue(0));

const priceSchema = v.strictObject({
  input: usd,
  /** Read from the provider's cache; null: no reduction known. */
  cachedInput: v.nullable(usd),
  /** Thoughts included. */
  output: usd,
});

/** USD per million tokens. */
export type Price = Readonly<v.InferOutput<typeof priceSchema>>;

export const priceTableSchema = v.strictObject({
  /** The day on which the prices were looked up: 2026-07-04. */
  as_of: v.string(),
  note: v.optional(v.string()),
  /** By `provider/model`. */
  prices: v.record(v.string(), priceSchema),
});

export type PriceTable = v.InferOutput<typeof priceTableSchema>;

/** Error code: `price-table`. */
export function readPriceTable(value: unknown): Result<PriceTable> {
  const parsed = v.safeParse(priceTableSchema, value);
  if (parsed.success) return success(parsed.output);
  const [issue] = parsed.issues;
  return failure('price-table', `must be ${issue.expected ?? issue.message}, got ${issue.received}`, v.getDotPath(issue) ?? undefined);
}

const free: Price = { input: 0, cachedInput: 0, output: 0 };

/** Null: unknown. A model on a machine of one's own costs nothing, unless the table says otherwise. */
export function priceOf(table: PriceTable, endpoint: Endpoint, model: string): Price | null {
  const name = `${endpoint.family}/${model}`;
  const listed = own(table, name) ?? own(table, withoutDate(name));
  if (listed) return listed;
  const elsewhere = /[:-]cloud$/.test(model); // Ollama passes these on to a paid service
  return familyOf(endpoint).local && isNearby(endpoint) && !elsewhere ? free : null;
}

function own({ prices }: PriceTable, name: string): Price | null {
  return Object.hasOwn(prices, name) ? (prices[name] ?? null) : null;
}

/** `…-20260115`, `…-2026-01-15` and `…-latest` are priced like the model they date. */
function withoutDate(name: string): string {
  return name.replace(/-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '');
}

/** In USD; null if price or usage is unknown. Where nothing is said of a cache, nothing was cached. */
export function cost({ promptTokens, completionTokens, cachedTokens }: Usage, price: Price | null): number | null {
  if (!price) return null;
  if (price.input === 0 && price.output === 0) return 0; // free, however much it was
  if (promptTokens === null || completionTokens === null) return null;
  const cached = Math.min(cachedTokens ?? 0, promptTokens);
  const { input, cachedInput, output } = price;
  return ((promptTokens - cached) * input + cached * (cachedInput ?? input) + completionTokens * output) / 1e6;
}

/** The provider's own word first, else by the table. */
export function costOf({ costUsd, usage }: Pick<ChatAnswer, 'costUsd' | 'usage'>, price: Price | null): number | null {
  return costUsd ?? cost(usage, price);
}
