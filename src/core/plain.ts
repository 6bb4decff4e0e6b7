/**
 * A value of free form, as JSON or a Python literal spells it, with what plain JavaScript values would lose: whether a
 * number is an int (bigint) or a float (number), and the order of a dict's keys (Map; an object moves keys like "12" to
 * the front).
 */
export type Plain = null | boolean | string | bigint | number | readonly Plain[] | PlainDict;
export type PlainDict = ReadonlyMap<string, Plain>;

export function isDict(value: Plain | undefined): value is PlainDict {
  return value instanceof Map;
}

export function isList(value: Plain | undefined): value is readonly Plain[] {
  return Array.isArray(value);
}
