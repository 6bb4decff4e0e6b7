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
export type PresetLookup = (name: string) => string | undefined;

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
  if (parsed.success) return success(parsed.output);
  const problems = parsed.issues.map((issue) => describeFailure(problem(issue, file)));
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
  if (baseText === undefined) return failure('preset-base', `there is no preset '${base}'`, where);
  const baseDraft = readDraft(baseText, base, lookup, [...chain, base]);
  return baseDraft.ok ? success(merge(baseDraft.value, draft)) : baseDraft;
}

/** Tables merge key by key; a table that names another `type` (a distribution) replaces the old one whole. */
function merge(base: Draft, over: Draft): Draft {
  const merged: Draft = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const old = merged[key];
    const replaces = !isObject(old) || !isObject(value) || ('type' in value && value['type'] !== old['type']);
    merged[key] = replaces ? value : merge(old, value);
  }
  return merged;
}

function problem(issue: v.BaseIssue<unknown>, file: string): Failure {
  const path = issue.path?.map((item) => String(item.key)) ?? [];
  const where = path.length > 0 ? `${file}: ${path.join('.')}` : file;
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    return failure('preset-invalid', `unknown key${nearestKey(issue, String(path.at(-1)))}`, where);
  }
  if (issue.received === 'undefined') return failure('preset-invalid', 'is missing', where);
  // valibot's own messages are never shown: each schema above states what is allowed.
  const allowed = issue.message.startsWith('Invalid ') ? issue.expected : issue.message;
  return failure('preset-invalid', `must be ${allowed ?? 'different'}, got ${show(issue.input)}`, where);
}

function nearestKey(issue: v.BaseIssue<unknown>, key: string): string {
  const parent = issue.path?.at(-1)?.input;
  const path = issue.path?.slice(0, -1).map((item) => String(item.key)) ?? [];
  const known = knownKeys(path, isObject(parent) ? parent : {});
  if (known.length === 0) return '';
  const nearest = closest(key, known);
  return distance(key, nearest) <= Math.max(2, key.length / 3) ? ` (did you mean '${nearest}'?)` : ` (known: ${known.join(', ')})`;
}

/** The keys the schema knows at a path, for the variants that a table's own `type` or the preset's rules select. */
function knownKeys(path: readonly string[], parent: object): string[] {
  let schemas: unknown[] = [presetSchema];
  for (const key of path) schemas = schemas.flatMap((schema) => objectsIn(schema)).map((entries) => entries[key]);
  const keys = schemas.flatMap((schema) => objectsIn(schema)).filter((entries) => matchesType(entries, parent));
  return [...new Set(keys.flatMap((entries) => Object.keys(entries)))];
}

function objectsIn(schema: unknown): Record<string, unknown>[] {
  if (!isObject(schema)) return [];
  const { entries, options, wrapped } = schema as { entries?: unknown; options?: unknown; wrapped?: unknown };
  if (isObject(entries)) return [entries];
  if (Array.isArray(options)) return options.flatMap(objectsIn);
  return objectsIn(wrapped);
}

function matchesType(entries: Record<string, unknown>, parent: object): boolean {
  const literal = entries['type'] as { literal?: unknown } | undefined;
  return literal?.literal === undefined || literal.literal === (parent as { type?: unknown }).type;
}

function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
