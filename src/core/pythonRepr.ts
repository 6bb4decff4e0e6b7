/** Values as Python's `repr` spells them. */
import { isDict, isList, type Plain } from './plain.ts';

/** `25.0`, `1e-05`, `inf`: always to be told from an int. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const [digits = '', power = '0'] = value.toExponential().split('e');
  const exponent = Number(power);
  if (value !== 0 && (exponent < -4 || exponent >= 16)) {
    return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  const text = String(value);
  return text.includes('.') ? text : `${text}.0`;
}

export function repr(value: Plain): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return textRepr(value);
  if (typeof value === 'number') return floatText(value);
  if (isList(value)) return `[${value.map(repr).join(', ')}]`;
  if (isDict(value)) return `{${[...value].map(([key, held]) => `${textRepr(key)}: ${repr(held)}`).join(', ')}}`;
  return String(value);
}

/** As Python's `str`: a text as it is. */
export function plainText(value: Plain): string {
  return typeof value === 'string' ? value : repr(value);
}

const NAMED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** What Python does not print: controls, format characters, surrogates, unassigned, and all separators but the space. */
const NOT_PRINTED = /[\\\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** In single quotes, unless the text has some and no double ones. */
function textRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(NOT_PRINTED, (character) => NAMED[character] ?? hexEscape(character.codePointAt(0) ?? 0));
  return `${quote}${quote === "'" ? escaped.replaceAll("'", "\\'") : escaped}${quote}`;
}

function hexEscape(codePoint: number): string {
  const hex = codePoint.toString(16);
  if (codePoint <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return codePoint <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
