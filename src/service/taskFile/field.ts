/** A value of a task file together with where it stands, so that whoever cannot use it can say so. */
import { isDict, isList, type Plain, type PlainDict } from '../../core/plain.ts';
import { parsePlainJson } from '../../core/plainJson.ts';
import { parsePythonLiteral } from '../../core/pythonLiteral.ts';
import { describeFailure } from '../../core/result.ts';

/** Ends the reading of a file; caught by `readTaskFile`, and by nobody else. */
export class Offence extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

export class Field {
  readonly value: Plain | undefined;
  readonly path: string;

  constructor(value: Plain | undefined, path: string) {
    this.value = value;
    this.path = path;
  }

  get isMissing(): boolean {
    return this.value === undefined || this.value === null;
  }

  at(key: string): Field {
    return new Field(this.dict().get(key), this.path === '' ? key : `${this.path}.${key}`);
  }

  /** An object; also one that is written in a text, as JSON or in Python. Missing: empty. */
  dict(): PlainDict {
    const value = typeof this.value === 'string' ? this.#unwrapped(this.value) : this.value;
    if (value === undefined || value === null) return new Map();
    return isDict(value) ? value : this.fail('an object');
  }

  /** The members of a list. Missing: none. */
  list(): Field[] {
    const value = typeof this.value === 'string' ? this.#unwrapped(this.value) : this.value;
    if (value === undefined || value === null) return [];
    return isList(value) ? value.map((item, i) => new Field(item, `${this.path}[${i}]`)) : this.fail('a list');
  }

  /** The records of a table, an object by id or a list. */
  records(): Field[] {
    if (isList(this.value)) return this.list();
    return [...this.dict()].map(([key, record]) => new Field(record, `${this.path}.${key}`));
  }

  text(): string {
    return typeof this.value === 'string' ? this.value : this.fail('a text');
  }

  /** A text, or a number in place of one. The database tells ids apart only if they have no NUL and no halves of characters. */
  id(): string {
    if (typeof this.value === 'bigint') return this.value.toString();
    if (this.text() === '') this.fail('an id that is not empty');
    return /[\0\p{Cs}]/u.test(this.text()) ? this.fail('an id of whole characters') : this.text();
  }

  idOr(fallback: string): string {
    return this.isMissing || this.value === '' ? fallback : this.id();
  }

  textOr(fallback: string): string {
    return this.isMissing ? fallback : this.text();
  }

  number(): number {
    const number = typeof this.value === 'bigint' ? Number(this.value) : this.value;
    return typeof number === 'number' && Number.isFinite(number) ? number : this.fail('a number');
  }

  numberOr(fallback: number): number {
    return this.isMissing ? fallback : this.number();
  }

  flag(): boolean {
    if (this.isMissing) return false;
    return typeof this.value === 'boolean' ? this.value : this.fail('true or false');
  }

  texts(): string[] {
    return this.list().map((item) => item.text());
  }

  fail(wanted: string): never {
    throw new Offence(this.path, `must be ${wanted}, and is ${this.isMissing ? 'missing' : describe(this.value)}`);
  }

  /** The kind of the first quote tells which of the two to try first: a JSON text may be a Python value too, with another meaning of `\/`. */
  #unwrapped(text: string): Plain {
    if (text.trim() === '') return null;
    const parsers = /^[^'"]*"/.test(text) ? [parsePlainJson, parsePythonLiteral] : [parsePythonLiteral, parsePlainJson];
    let reason = '';
    for (const parse of parsers) {
      const read = parse(text);
      if (read.ok) return read.value;
      reason ||= describeFailure(read).replace(/\.$/, '');
    }
    throw new Offence(this.path, `is a text that is neither JSON nor a Python value (${reason})`);
  }
}

const EXCERPT_LENGTH = 60;

function describe(value: Plain | undefined): string {
  if (isList(value)) return 'a list';
  if (isDict(value)) return 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH)}…` : text;
}
