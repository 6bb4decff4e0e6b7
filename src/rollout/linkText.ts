/** The text in a link: a line of JSON about the run, then its lines. The turns' hashes, which do not pack, travel beside it. */
import * as v from 'valibot';
import { canonicalJson, type Json } from '../core/json.ts';
import { success, type Result } from '../core/result.ts';
import { linesToText, textToLines } from './linkLines.ts';
import { presetFromLink, presetToLink } from './linkPreset.ts';
import { isSameDriver, rolloutSchema, type Driver, type RunHead, type TurnDetails } from './format.ts';

export interface LinkText {
  readonly head: RunHead;
  readonly turns: readonly { readonly lines: readonly string[]; readonly details: TurnDetails }[];
  readonly openLines: readonly string[];
  readonly challenge: boolean;
}

const { seed, driver, episode, lineage } = rolloutSchema.entries;
const turnNumber = v.pipe(v.number(), v.integer(), v.minValue(1));

const aboutSchema = v.strictObject({
  preset: v.unknown(),
  seed,
  driver,
  episode,
  lineage,
  challenge: v.optional(v.literal(true)),
  /** The turns whose last command was forced. */
  forced: v.optional(v.array(turnNumber)),
  /** From which turn on another drives; null: the run's driver again. */
  wheel: v.optional(v.array(v.strictTuple([turnNumber, v.nullable(driver)]))),
});

export function toLinkText({ head, turns, openLines, challenge }: LinkText): string {
  const forced = turns.flatMap(({ details }, i) => (details.forced ? [i + 1] : []));
  const wheel = wheelOf(turns.map(({ details }) => details.driver ?? null));
  const about = {
    preset: presetToLink(head.preset),
    seed: head.seed,
    driver: head.driver,
    episode: head.episode,
    lineage: head.lineage,
    challenge: challenge || undefined,
    forced: forced.length > 0 ? forced : undefined,
    wheel: wheel.length > 0 ? wheel : undefined,
  };
  const lines = { turns: turns.map((turn) => turn.lines), openLines };
  return `${canonicalJson(about as unknown as Json)}\n${linesToText(lines, head.preset, head.seed)}`;
}

/** Null for a text that `toLinkText` cannot have made. Error codes: those of `presetFromLink`. */
export function fromLinkText(text: string): Result<LinkText> | null {
  const [first = ''] = text.split('\n', 1);
  const about = v.safeParse(aboutSchema, parsedJson(first));
  if (!about.success) return null;
  const { preset: form, seed, driver, episode, lineage, challenge, forced = [], wheel = [] } = about.output;
  const lines = textToLines(text.slice(first.length + 1), seed);
  if (!lines) return null;
  const preset = presetFromLink(form);
  if (!preset.ok) return preset;
  const isForced = new Set(forced);
  const changes = new Map(wheel);
  let atWheel: Driver | null = null;
  const turns = lines.turns.map((lines, i) => {
    atWheel = changes.has(i + 1) ? (changes.get(i + 1) ?? null) : atWheel;
    return { lines, details: { ...(isForced.has(i + 1) && { forced: true as const }), ...(atWheel && { driver: atWheel }) } };
  });
  const head = { preset: preset.value, seed, driver, ...(episode && { episode }), ...(lineage && { lineage }) };
  return success({ head, turns, openLines: lines.openLines, challenge: challenge === true });
}

/** Where the driver changes, and to whom. */
function wheelOf(drivers: readonly (Driver | null)[]): [number, Driver | null][] {
  return drivers.flatMap((driver, i): [number, Driver | null][] => {
    const before = drivers[i - 1] ?? null;
    const isSame = driver && before ? isSameDriver(driver, before) : driver === before;
    return isSame ? [] : [[i + 1, driver]];
  });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
