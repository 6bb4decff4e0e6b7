/**
 * What can be searched, indexed once: the texts of a world's records never change. Which text stands for a record is a
 * rule of its own for each kind (spec vita §3, "Search").
 */
import { plainText, repr } from '../../core/pythonRepr.ts';
import { isList, type Plain } from '../../core/plain.ts';
import { SearchIndex } from '../search/rank.ts';
import type { Table } from './table.ts';
import type { StoreProductRow, Tables } from './tables.ts';

/** Hits at most. */
const LIMITS = { delivery: 100, instore: 1000 } as const;

export class Searches {
  readonly #tables: Tables;
  readonly #searches = new Map<string, Search>();

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  /** Places of the best stores, best first. */
  stores(query: string): number[] {
    const { stores } = this.#tables;
    return this.#of(stores, ({ name, tags }) => name + joined(tags)).rank(query, LIMITS.delivery);
  }

  storeProducts(query: string): number[] {
    const textOf = ({ storeName, name, tags }: StoreProductRow) => `${storeName} ${name} ${repr(tags)}`;
    return this.#of(this.#tables.storeProducts, textOf).rank(query, LIMITS.delivery);
  }

  shops(query: string): number[] {
    return this.#of(this.#tables.shops, ({ shopName, tags }) => `${shopName} ${joined(tags)}`).rank(query, LIMITS.instore);
  }

  shopProducts(query: string): number[] {
    return this.#of(this.#tables.shopProducts, ({ name, tags }) => `${name} ${joined(tags)}`).rank(query, LIMITS.instore);
  }

  #of<Row extends object>(table: Table<Row>, textOf: (row: Row) => string): Search {
    let search = this.#searches.get(table.shape.name);
    if (!search) {
      search = new Search(table.rows().map(textOf));
      this.#searches.set(table.shape.name, search);
    }
    return search;
  }
}

/** Records with equal texts appear as often as they occur, each time showing the last one. */
export class Search {
  readonly #index: SearchIndex;
  readonly #lastWith: readonly number[];

  constructor(texts: readonly string[]) {
    this.#index = new SearchIndex(texts);
    const last = new Map(texts.map((text, place) => [text, place]));
    this.#lastWith = texts.map((text) => last.get(text) ?? 0);
  }

  rank(query: string, limit: number): number[] {
    return this.#index.rank(query, { limit }).map(({ index }) => this.#lastWith[index] ?? index);
  }
}

/** Tags, as ranked texts hold them. */
export function joined(tags: Plain): string {
  return isList(tags) ? tags.map(plainText).join(',') : plainText(tags ?? '');
}
