/**
 * From a preset file's text to a `Preset`: parse, merge over what it extends, validate whole.
 * A preset that fails any check yields every problem found, each with file, key path and what
 * is allowed; nothing is created from it.
 */
import { closest, distance } from 'fastest-levenshtein';
import { parse, TomlError } from 'smol-toml';
import * as v from 'valibot';
import { isObject } from '../core/json.ts';
import { describeFailure, failure, success, type Failure, type Result } from '../core/result.ts';
import { presetSchema, type Preset } from './preset.ts';

/** The text of a preset that can be extended, or undefined if there is none of that name. */
export interface PresetLookup {
  (name: string): string | undefined;
  readonly names: readonly string[];
}

type Draft = Record<string, unknown>;

/** Error codes: `preset-syntax`, `preset-base`, `preset-invalid`. */
export function readPreset(text: string, file: string, lookup: PresetLookup): Result<Preset> {
  const draft = readDraft(text, file, lookup, []);
  if (!draft.ok) return draft;
  const { extends: _base, ...complete } = draft.value;
  return validatePreset(complete, file);
}

/** Checks a value that claims to be a complete preset (a rollout carries one). */
export function validatePreset(value: unknown, file: string): Result<Preset> {
  const parsed = v.safeParse(presetSchema, value);
  const unknown = unknownKeys(presetSchema, value, []).map(({ path, known }) => unknownKey(path, known, file));
  if (parsed.success && unknown.length === 0) return success(parsed.output);
  const others = (parsed.issues ?? []).filter(({ expected }) => expected !== 'never').map((issue) => problem(issue, file));
  const problems = [...unknown, ...others].map(describeFailure);
  return failure('preset-invalid', [...new Set(problems)].join('\n'));
}

function readDraft(text: string, file: string, lookup: PresetLookup, chain: readonly string[]): Result<Draft> {
  let draft: Draft;
  try {
    draft = parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = error.message.split('\n', 1)[0]?.replace('Invalid TOML document: ', '') ?? '';
    return failure('preset-syntax', `not TOML: ${reason}`, `${file}:${error.line}:${error.column}`);
  }
  const base = draft['extends'];
  if (base === undefined) return success(draft);
  const where = `${file}: extends`;
  if (typeof base !== 'string') return failure('preset-base', 'must be the name of a preset, in quotes', where);
  if (chain.includes(base)) return failure('preset-base', `extends itself: ${[...chain, base].join(' -> ')}`, where);
  const baseText = lookup(base);
  if (baseText === undefined) return failure('preset-base', `there is no preset '${base}'; there are ${lookup.names.join(', ')}`, where);
  const baseDraft = readDraft(baseText, base, lookup, [...chain, base]);
  return baseDraft.ok ? success(merge(baseDraft.value, draft)) : baseDraft;
}

/** Tables merge key by key; a table that names another `type` (a distribution) replaces the old one whole. */
function merge(base: Draft, over: Draft): Draft {
  const merged = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(over)) {
    const old = merged.get(key);
    const replaces = !isObject(old) || !isObject(value) || ('type' in value && value['type'] !== old['type']);
    merged.set(key, replaces ? value : merge(old, value));
  }
  return Object.fromEntries(merged); // unlike an assignment, keeps a key `__proto__` a key, to be refused as unknown
}

function problem(issue: v.BaseIssue<unknown>, file: string): Failure {
  const where = placeOf(issue.path?.map((item) => String(item.key)) ?? [], file);
  if (issue.received === 'undefined') return failure('preset-invalid', 'is missing', where);
  // valibot's own messages are never shown: each schema states what is allowed.
  const allowed = issue.expected === 'Object' ? 'a table' : issue.message.startsWith('Invalid ') ? issue.expected : issue.message;
  const got = isObject(issue.input) && allowed !== undefined && issue.path !== undefined && show(issue.input).endsWith('...') ? '' : `, got ${show(issue.input)}`;
  return failure('preset-invalid', `must be ${allowed ?? 'different'}${got}`, where);
}

function unknownKey(path: readonly string[], known: readonly string[], file: string): Failure {
  const key = path.at(-1) ?? '';
  const nearest = closest(key, known);
  const isNear = known.length > 0 && distance(key, nearest) <= Math.max(2, key.length / 3);
  return failure('preset-invalid', `unknown key (${isNear ? `did you mean '${nearest}'?` : `known: ${known.join(', ')}`})`, placeOf(path, file));
}

function placeOf(path: readonly string[], file: string): string {
  return path.length > 0 ? `${file}: ${path.join('.')}` : file;
}

interface UnknownKey {
  readonly path: readonly string[];
  readonly known: readonly string[];
}

/** Every key that no schema knows. (valibot stops at the first of a table.) */
function unknownKeys(schema: unknown, value: unknown, path: readonly string[]): UnknownKey[] {
  const entries = entriesFor(schema, value);
  if (!entries || !isObject(value)) return [];
  const known = Object.keys(entries);
  return Object.keys(value).flatMap((key) => {
    const below = [...path, key];
    return known.includes(key) ? unknownKeys(entries[key], value[key], below) : [{ path: below, known }];
  });
}

/** The fields of a table's schema; of a variant's, those that the table's own `type` or `rules` selects. */
function entriesFor(schema: unknown, value: unknown): Record<string, unknown> | null {
  if (!isObject(schema)) return null;
  const { entries, options, key, wrapped } = schema as { entries?: unknown; options?: unknown; key?: unknown; wrapped?: unknown };
  if (isObject(entries)) return entries;
  if (wrapped !== undefined) return entriesFor(wrapped, value);
  if (!Array.isArray(options) || typeof key !== 'string' || !isObject(value)) return null;
  const selected = options.map((option) => entriesFor(option, value)).find((fields) => (fields?.[key] as { literal?: unknown } | undefined)?.literal === value[key]);
  return selected ?? null;
}

function show(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
