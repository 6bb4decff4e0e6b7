/** JSON that keeps what `JSON.parse` loses: whether a number is an int or a float, and the order of all keys. */
import { createScanner, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { isDict, isList, type Plain } from './plain.ts';
import { floatText } from './pythonRepr.ts';
import { failure, success, type Result } from './result.ts';

/** Brackets within brackets; no data needs more, and the parser calls itself for each. */
const MOST_NESTED = 500;
const OPENING = new Set([1, 3]);
const CLOSING = new Set([2, 4]);
const END = 17;

/** Failures: `bad-json` with line and column, `too-nested`. Of equal keys the last value counts, at the place of the first. */
export function parsePlainJson(text: string): Result<Plain> {
  if (isTooNested(text)) return failure('too-nested', `Brackets stand within each other more than ${MOST_NESTED} deep.`, 'the whole');
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  const [first] = errors;
  if (first || !tree) {
    const reason = first ? printParseErrorCode(first.error).replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : 'Value expected';
    return failure('bad-json', `This is no JSON: ${reason}.`, lineAndColumn(text, first?.offset ?? 0));
  }
  return success(plainOf(tree, text));
}

function plainOf(node: Node, text: string): Plain {
  const children = node.children ?? [];
  if (node.type === 'array') return children.map((child) => plainOf(child, text));
  if (node.type === 'object') {
    return new Map(
      children.flatMap(({ children: [key, value] = [] }) => (key && value ? [[String(key.value), plainOf(value, text)] as const] : [])),
    );
  }
  if (node.type !== 'number') return node.value as string | boolean | null;
  const digits = text.slice(node.offset, node.offset + node.length);
  return /[.eE]/.test(digits) ? Number(digits) : BigInt(digits);
}

function isTooNested(text: string): boolean {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token = scanner.scan() as number; token !== END; token = scanner.scan()) {
    if (OPENING.has(token) && ++depth > MOST_NESTED) return true;
    if (CLOSING.has(token)) depth--;
  }
  return false;
}

function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** What `parsePlainJson` reads as the same value: also of infinity, for which JSON has no word. NaN, which it cannot read, is null. */
export function writePlainJson(value: Plain): string {
  if (typeof value === 'number') return Number.isFinite(value) ? floatText(value) : infinityText(value);
  if (typeof value === 'bigint') return value.toString();
  if (isList(value)) return `[${value.map(writePlainJson).join(',')}]`;
  if (isDict(value)) return `{${[...value].map(([key, held]) => `${JSON.stringify(key)}:${writePlainJson(held)}`).join(',')}}`;
  return JSON.stringify(value);
}

function infinityText(value: number): string {
  if (Number.isNaN(value)) return 'null';
  return value > 0 ? '1e999' : '-1e999';
}
