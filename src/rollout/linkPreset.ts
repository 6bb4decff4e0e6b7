/**
 * A preset as a link carries it, whichever is shortest: the name of a built-in one; `[name, what differs]`; or in full.
 * What differs is a JSON merge patch (RFC 7396): null removes a key, a list is replaced whole.
 */
import { canonicalJson, isObject, type Json, type JsonObject } from '../core/json.ts';
import { failure, type Result } from '../core/result.ts';
import type { Preset } from '../startup/preset.ts';
import { validatePreset } from '../startup/presetFile.ts';
import { presetByName, presetNames } from '../startup/presets.ts';

export function presetToLink(preset: Preset): Json {
  const full = plainJson(preset);
  const forms: Json[] = [full];
  for (const name of presetNames) {
    const builtIn = presetByName(name);
    const patch = builtIn.ok ? patchBetween(plainJson(builtIn.value), full) : full;
    forms.push(Object.keys(patch).length === 0 ? name : [name, patch]);
  }
  return forms.reduce((shortest, form) => (canonicalJson(form).length < canonicalJson(shortest).length ? form : shortest));
}

/** Error codes: `link-preset-unknown`, `link-preset-invalid`. */
export function presetFromLink(form: unknown): Result<Preset> {
  if (isObject(form)) return checked(form);
  const [name, patch] = Array.isArray(form) ? (form as unknown[]) : [form, {}];
  if (typeof name !== 'string' || !isObject(patch)) return failure('link-preset-invalid', 'the link holds no preset');
  const builtIn = presetByName(name);
  if (builtIn.ok) return checked(patched(plainJson(builtIn.value), patch));
  return failure('link-preset-unknown', `the link's preset is one that this program does not have: ${builtIn.message}`);
}

function checked(value: JsonObject): Result<Preset> {
  const preset = validatePreset(value, 'preset');
  return preset.ok ? preset : failure('link-preset-invalid', `the preset in the link is not valid:\n${preset.message}`);
}

function patchBetween(base: JsonObject, wanted: JsonObject): JsonObject {
  const patch: Record<string, Json> = {};
  for (const key of Object.keys({ ...base, ...wanted }).sort()) {
    const [old, value] = [base[key], wanted[key]];
    if (value === undefined) patch[key] = null;
    else if (old === undefined || canonicalJson(old) !== canonicalJson(value)) {
      patch[key] = isObject(old) && isObject(value) ? patchBetween(old, value) : value;
    }
  }
  return patch;
}

function patched(base: JsonObject, patch: JsonObject): JsonObject {
  const merged = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(patch)) {
    const old = merged.get(key);
    if (value === null) merged.delete(key);
    else merged.set(key, isObject(old) && isObject(value) ? patched(old, value) : value);
  }
  return Object.fromEntries(merged); // unlike an assignment, keeps a key `__proto__` a key, to be refused as unknown
}

/** Without keys that are there but undefined. */
function plainJson(preset: Preset): JsonObject {
  return JSON.parse(JSON.stringify(preset)) as JsonObject;
}
