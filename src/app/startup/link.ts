/** The fragment of a link that opens ready to run: `#/startup?preset=paper&seed=7&bot=careful&horizon=2`, or `driver=model` or `driver=human` for a bot. */
import type { Catalogue } from '../../../workers/startup/messages.ts';
import { listed, text } from '../texts.ts';

export const SEED_MAX = 2 ** 32 - 1;
export const HORIZON_MAX = 20;

/** The person at the page, a bot, a model with the user's connection, or a recording of one. */
export const DRIVERS = ['human', 'bot', 'model', 'recording'] as const;
export type DriverKind = (typeof DRIVERS)[number];

export interface LinkSettings {
  readonly preset: string;
  readonly seed: number;
  readonly driver: DriverKind;
  readonly bot: string;
  /** Null: the preset's own. */
  readonly horizon: number | null;
}

export const DEFAULT_SETTINGS: LinkSettings = { preset: 'paper', seed: 1, driver: 'bot', bot: 'careful', horizon: null };

export function formatLink({ preset, seed, driver, bot, horizon }: LinkSettings): string {
  const query = new URLSearchParams({ preset, seed: String(seed), ...(driver === 'bot' ? { bot } : { driver }) });
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
  const oneOf = <Name extends string>(key: 'preset' | 'driver' | 'bot', names: readonly Name[], fallback: Name): Name => {
    const name = given.get(key);
    const known = names.find((each) => each === name);
    if (name === null || known !== undefined) return known ?? fallback;
    const values = { key, name, allowed: listed(names), used: fallback };
    problems.push(text(key === 'preset' && name.endsWith('.toml') ? 'linkPresetFile' : 'linkNameUnknown', values));
    return fallback;
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
    preset: oneOf('preset', presets.map(({ name }) => name), DEFAULT_SETTINGS.preset),
    seed: whole('seed', 0, SEED_MAX, DEFAULT_SETTINGS.seed),
    driver: oneOf('driver', DRIVERS, DEFAULT_SETTINGS.driver),
    bot: oneOf('bot', bots.map(({ name }) => name), DEFAULT_SETTINGS.bot),
    horizon: whole('horizon', 1, HORIZON_MAX, null),
  };
  return { settings, problems };
}

/** Null if the text is anything else than a whole number within the limits. */
export function wholeNumber(text: string, low: number, high: number): number | null {
  const number = /^\d{1,15}$/.test(text.trim()) ? Number(text) : NaN;
  return number >= low && number <= high ? number : null;
}
