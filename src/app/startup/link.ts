/** The fragment of a link that opens ready to run: `#/startup?preset=paper&seed=7&bot=careful&horizon=2`. */
import type { Catalogue } from '../../../workers/startup/messages.ts';
import { text } from '../texts.ts';

export const SEED_MAX = 2 ** 32 - 1;
export const HORIZON_MAX = 20;

export interface LinkSettings {
  readonly preset: string;
  readonly seed: number;
  readonly bot: string;
  /** Null: the preset's own. */
  readonly horizon: number | null;
}

export const DEFAULT_SETTINGS: LinkSettings = { preset: 'paper', seed: 1, bot: 'careful', horizon: null };

export function formatLink({ preset, seed, bot, horizon }: LinkSettings): string {
  const query = new URLSearchParams({ preset, seed: String(seed), bot });
  if (horizon !== null) query.set('horizon', String(horizon));
  return `#/startup?${query}`;
}

/** Settings with a default in place of whatever is missing or wrong, and a sentence for each thing that is wrong. */
export function parseLink(fragment: string, { presets, bots }: Catalogue): { settings: LinkSettings; problems: string[] } {
  const problems: string[] = [];
  const [path = '', query = ''] = fragment.replace(/^#/, '').split('?', 2);
  if (path !== '' && path !== '/' && path !== '/startup') problems.push(text('linkPathUnknown', { path }));
  const given = new URLSearchParams(query);
  for (const key of given.keys()) {
    if (!(key in DEFAULT_SETTINGS)) problems.push(text('linkKeyUnknown', { key }));
  }
  const oneOf = (key: 'preset' | 'bot', names: readonly string[]): string => {
    const name = given.get(key);
    if (name === null || names.includes(name)) return name ?? DEFAULT_SETTINGS[key];
    const values = { key, name, allowed: names.join(', '), used: DEFAULT_SETTINGS[key] };
    problems.push(text(key === 'preset' && name.endsWith('.toml') ? 'linkPresetFile' : 'linkNameUnknown', values));
    return DEFAULT_SETTINGS[key];
  };
  const whole = <Default>(key: 'seed' | 'horizon', low: number, high: number, fallback: Default): number | Default => {
    const value = given.get(key);
    if (value === null) return fallback;
    const number = wholeNumber(value, low, high);
    if (number !== null) return number;
    problems.push(text(key === 'seed' ? 'linkSeedInvalid' : 'linkHorizonInvalid', { value, low, high }));
    return fallback;
  };
  const settings = {
    preset: oneOf('preset', presets.map(({ name }) => name)),
    seed: whole('seed', 0, SEED_MAX, DEFAULT_SETTINGS.seed),
    bot: oneOf('bot', bots.map(({ name }) => name)),
    horizon: whole('horizon', 1, HORIZON_MAX, null),
  };
  return { settings, problems };
}

/** Null if the text is anything else than a whole number within the limits. */
export function wholeNumber(text: string, low: number, high: number): number | null {
  const number = /^\d{1,15}$/.test(text.trim()) ? Number(text) : NaN;
  return number >= low && number <= high ? number : null;
}
