/** A world's tables, places and changes as the page shows them. */
import type { Plain, PlainDict } from '../../src/core/plain.ts';
import { plainText } from '../../src/core/pythonRepr.ts';
import { failure, success, type Result } from '../../src/core/result.ts';
import type { Database, SqlValue } from '../../src/db/database.ts';
import { changedColumns, type RowChange } from '../../src/service/world/journal.ts';
import { PLACE } from '../../src/service/world/table.ts';
import type { Located, Tables } from '../../src/service/world/tables.ts';
import type { PlacePoint, ShownChange, TableCard, TablePage, TableRequest, WorldMap } from './messages.ts';

export function tableCards(database: Database, tables: Tables): TableCard[] {
  return Object.values(tables).map(({ shape: { name } }) => ({ name, rows: Number(database.rows(`SELECT count(*) FROM ${name}`)[0]?.[0]) }));
}

/** Error codes: `table-unknown`, `column-unknown`. */
export function tablePage(database: Database, tables: Tables, { table, words, sort, offset, limit }: TableRequest): Result<TablePage> {
  const names = Object.values(tables).map(({ shape }) => shape.name);
  if (!names.includes(table)) return failure('table-unknown', `there is no table ${table}; there are ${names.join(', ')}`);
  const columns = database.rows(`SELECT name FROM pragma_table_info('${table}')`).map(([name]) => String(name));
  if (sort && !columns.includes(sort.column)) return failure('column-unknown', `${table} has no column ${sort.column}; it has ${columns.join(', ')}`);
  const shown = columns.filter((name) => name !== PLACE);
  const [condition, values] = conditionFor(words, shown);
  const order = sort ? `${sort.column} ${sort.descending ? 'DESC' : 'ASC'}, ${PLACE}` : PLACE;
  return success({
    columns: shown,
    rows: database.rows(`SELECT ${shown.join(', ')} FROM ${table}${condition} ORDER BY ${order} LIMIT ? OFFSET ?`, [...values, limit, offset]),
    total: Number(database.rows(`SELECT count(*) FROM ${table}${condition}`, values)[0]?.[0]),
  });
}

/** Every word has to stand in some column. */
function conditionFor(words: string, columns: readonly string[]): [string, SqlValue[]] {
  const wanted = words.split(/\s+/).filter((word) => word !== '');
  if (wanted.length === 0) return ['', []];
  const tests = wanted.map(() => `(${columns.map((name) => `instr(lower(${name}), lower(?)) > 0`).join(' OR ')})`);
  return [` WHERE ${tests.join(' AND ')}`, wanted.flatMap((word) => columns.map(() => word))];
}

export function shownChanges(changes: readonly RowChange[]): ShownChange[] {
  return changes.map((change) => {
    const { table, place, before, after } = change;
    const different = new Set(changedColumns(change));
    const names = [...((after ?? before) as PlainDict).keys()];
    return {
      table,
      place,
      kind: before === null ? 'added' : after === null ? 'removed' : 'changed',
      cells: names.map((column) => ({
        column,
        before: cellText(before?.get(column)),
        after: cellText(after?.get(column)),
        isDifferent: different.has(column),
      })),
    };
  });
}

function cellText(value: Plain | undefined): string | null {
  return value === null || value === undefined ? null : plainText(value);
}

export function worldMap(tables: Tables): WorldMap {
  const point = (kind: string, label: string, { address, longitude, latitude }: Located): PlacePoint => ({ kind, label, address, longitude, latitude });
  const [first] = tables.places.rows();
  const legs = [tables.flights, tables.trains].flatMap((table) =>
    table.rows().flatMap((leg) => [
      point(table.shape.name, leg.number, { address: leg.departureAddress, longitude: leg.departureLongitude, latitude: leg.departureLatitude }),
      point(table.shape.name, leg.number, { address: leg.arrivalAddress, longitude: leg.arrivalLongitude, latitude: leg.arrivalLatitude }),
    ]),
  );
  return {
    home: first ? point('places', first.address, first) : null,
    places: [
      ...tables.stores.rows().map((row) => point('stores', row.name, row)),
      ...tables.shops.rows().map((row) => point('shops', row.shopName, row)),
      ...tables.hotels.rows().map((row) => point('hotels', row.hotelName, row)),
      ...tables.attractions.rows().map((row) => point('attractions', row.attractionName, row)),
      ...legs,
    ],
  };
}
