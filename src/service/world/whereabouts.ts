/** Where everything is, kept beside the tables so that each question need not read them whole: records never move, and addresses are only added. */
import { normalise } from '../search/normalise.ts';
import { createPartialRatio, ratio } from '../search/partialRatio.ts';
import { distanceBetween, type Point } from './geography.ts';
import type { Table } from './table.ts';
import type { Located, Tables } from './tables.ts';

const LEAST_PARTIAL_RATIO = 30;
const LEAST_RATIO = 20;

export class Whereabouts {
  readonly #tables: Tables;
  readonly #known: { readonly place: Located; readonly text: string }[] = [];
  readonly #points = new Map<string, readonly (readonly Point[])[]>();

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  /** The known place that an address means most likely, if it means any (spec vita §3, "Search"). */
  resolve(address: string): Located | null {
    const added = this.#tables.places.rowsFrom(this.#known.length);
    this.#known.push(...added.map((place) => ({ place, text: normalise(place.address) })));
    const query = normalise(address);
    const partialRatio = createPartialRatio(query);
    let best: { place: Located; score: number; text: string } | null = null;
    for (const { place, text } of this.#known) {
      const score = partialRatio(text);
      if (!best || score > best.score) best = { place, score, text };
    }
    if (!best || Math.round(best.score) < LEAST_PARTIAL_RATIO) return null;
    return Math.round(ratio(query, best.text)) < LEAST_RATIO ? null : best.place;
  }

  /** The rows of a table that have any of their points within so many metres, in order. */
  near<Row extends object>(table: Table<Row>, pointsOf: (row: Row) => readonly Point[], here: Point, metres: number): Row[] {
    let points = this.#points.get(table.shape.name);
    if (!points) {
      points = table.rows().map(pointsOf);
      this.#points.set(table.shape.name, points);
    }
    const isNear = (point: Point) => distanceBetween(here, point) <= metres;
    return points.flatMap((each, place) => (each.some(isNear) ? [table.at(place)] : []));
  }
}
