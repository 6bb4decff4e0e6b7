/** Values as Python writes them in source: what published task files hold inside of texts. */
import type { Plain } from './plain.ts';
import { repr } from './pythonRepr.ts';
import { failure, success, type Result } from './result.ts';

const WORDS: Readonly<Record<string, Plain>> = { None: null, True: true, False: false };
const ESCAPES: Readonly<Record<string, string>> = {
  '\n': '', '\\': '\\', "'": "'", '"': '"', a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v',
};
const ESCAPE_LENGTHS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
/** Within quotes of a kind, what stands for itself: taken at once, since texts are long. */
const ORDINARY: Readonly<Record<string, RegExp>> = { "'": /[^'\\\n]+/y, '"': /[^"\\\n]+/y };
const MOST_CODE = 0x10ffff;
const MOST_NESTED = 500;

/** Dicts, lists, tuples (as lists), texts, numbers, `True`, `False` and `None`. Failure: `bad-literal`, with the offset. */
export function parsePythonLiteral(text: string): Result<Plain> {
  try {
    return success(new Reader(text).whole());
  } catch (error) {
    if (error instanceof Misspelling) return failure('bad-literal', error.message, `character ${error.offset + 1}`);
    throw error;
  }
}

class Misspelling extends Error {
  readonly offset: number;

  constructor(expected: string, offset: number) {
    super(`This is no Python value: ${expected} is missing.`);
    this.offset = offset;
  }
}

class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  /** Of the list that was read last. */
  #endsInComma = false;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): Plain {
    const value = this.#value();
    if (this.#peek() !== '') this.#fail('the end');
    return value;
  }

  #value(): Plain {
    const sign = this.#peek();
    if (++this.#depth > MOST_NESTED) this.#fail('an end to the nesting');
    const value = sign === '{' ? this.#dict() : sign === '[' ? this.#list(']') : sign === '(' ? this.#group() : this.#simple(sign);
    this.#depth--;
    return value;
  }

  #dict(): Plain {
    const dict = new Map<string, Plain>();
    this.#at++;
    while (!this.#takes('}')) {
      const key = this.#value();
      this.#needs(':');
      dict.set(typeof key === 'string' ? key : repr(key), this.#value());
      if (!this.#takes(',') && this.#peek() !== '}') this.#fail('a comma or }');
    }
    return dict;
  }

  /** A tuple, or a value in brackets for the sake of reading: only a comma makes a tuple. */
  #group(): Plain {
    const list = this.#list(')');
    const [only] = list;
    return only !== undefined && list.length === 1 && !this.#endsInComma ? only : list;
  }

  #list(end: string): readonly Plain[] {
    const list: Plain[] = [];
    let isAfterComma = false;
    this.#at++;
    while (!this.#takes(end)) {
      list.push(this.#value());
      isAfterComma = this.#takes(',');
      if (!isAfterComma && this.#peek() !== end) this.#fail(`a comma or ${end}`);
    }
    this.#endsInComma = isAfterComma;
    return list;
  }

  #simple(sign: string): Plain {
    if (sign === "'" || sign === '"') return this.#texts();
    const [token = ''] = /^[\w.+-]*/.exec(this.#text.slice(this.#at, this.#at + 400)) ?? [];
    const value = Object.hasOwn(WORDS, token) ? WORDS[token] : number(token);
    if (value === undefined) this.#fail('a value');
    this.#at += token.length;
    return value;
  }

  /** Texts side by side are one. */
  #texts(): string {
    let text = '';
    while (this.#peek() === "'" || this.#peek() === '"') text += this.#one();
    return text;
  }

  #one(): string {
    const quote = this.#text[this.#at++] ?? '';
    const ordinary = ORDINARY[quote] ?? /$^/y;
    let text = '';
    for (;;) {
      ordinary.lastIndex = this.#at;
      text += ordinary.exec(this.#text)?.[0] ?? '';
      this.#at = Math.max(this.#at, ordinary.lastIndex);
      const sign = this.#text[this.#at++];
      if (sign === quote) return text;
      if (sign === undefined || sign === '\n') this.#fail('a closing quote');
      text += this.#escape();
    }
  }

  #escape(): string {
    const sign = this.#text[this.#at++] ?? '';
    const length = ESCAPE_LENGTHS[sign];
    if (length !== undefined) {
      const digits = this.#text.slice(this.#at, this.#at + length);
      const code = digits.length === length && /^[\da-f]+$/i.test(digits) ? Number.parseInt(digits, 16) : Infinity;
      if (code > MOST_CODE) this.#fail('the number of a character');
      this.#at += length;
      return String.fromCodePoint(code);
    }
    const [octal] = /^[0-7]{1,3}/.exec(this.#text.slice(this.#at - 1, this.#at + 2)) ?? [];
    if (octal !== undefined) {
      this.#at += octal.length - 1;
      return String.fromCodePoint(Number.parseInt(octal, 8));
    }
    return ESCAPES[sign] ?? `\\${sign}`;
  }

  #takes(sign: string): boolean {
    if (this.#peek() !== sign) return false;
    this.#at++;
    return true;
  }

  #needs(sign: string): void {
    if (!this.#takes(sign)) this.#fail(sign);
  }

  /** The next sign that is no space; empty at the end. */
  #peek(): string {
    let sign = this.#text[this.#at] ?? '';
    while (sign <= ' ' && /\s/.test(sign)) sign = this.#text[++this.#at] ?? '';
    return sign;
  }

  #fail(expected: string): never {
    throw new Misspelling(expected, this.#at);
  }
}

function number(token: string): Plain | undefined {
  if (/^[+-]?\d+$/.test(token)) return BigInt(token.replace('+', ''));
  return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(token) ? Number(token) : undefined;
}
