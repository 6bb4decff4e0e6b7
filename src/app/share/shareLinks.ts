/** The links to the run that is shown, or to what is set if there is none. */
import { holdsSecret } from '../startup/exportScan.ts';
import { DEFAULT_SETTINGS, formatLink, type DriverKind } from '../startup/link.ts';
import type { Lab } from '../startup/lab.svelte.ts';
import type { ShownRun } from '../startup/shownRun.ts';
import { text } from '../texts.ts';
import { linkProblem } from './linkProblem.ts';

export type ShareChoice = 'run' | 'challenge' | 'seed';

/** A whole address, or in words why there is none. */
export type ShareLink = { readonly address: string; readonly isLong: boolean } | { readonly problem: string };

export interface ShareLinks {
  /** Those of the run are missing if there is none. */
  readonly links: { readonly seed: ShareLink } & Readonly<Partial<Record<ShareChoice, ShareLink>>>;
  /** The last turn in the links of a run that is under way. */
  readonly upTo: number | null;
  /** The preset that the seed's link names and cannot carry. */
  readonly leftOut: string | null;
}

type RunLinks = Pick<ShareLinks['links'], 'run' | 'challenge'>;
/** What is asked of the lab. */
export type Sharer = Pick<Lab, 'runs' | 'setup' | 'models'>;

const DRIVER_KINDS: Readonly<Record<string, DriverKind>> = { human: 'human', model: 'model', cassette: 'recording' };

/** `page`: the address without its fragment. */
export async function shareLinks(lab: Sharer, page: string): Promise<ShareLinks> {
  const { shown } = lab.runs;
  const run = shown && (await runLinks(lab, page));
  if (run) {
    const isWhole = cardOf(shown, lab) !== undefined && !shown.facts.isChanged;
    const seed = { address: page + seedLink(shown, lab), isLong: false };
    return { links: { ...run.links, seed }, upTo: shown.latest.ending === null ? run.turns : null, leftOut: isWhole ? null : shown.facts.presetName };
  }
  const { link, own, preset } = lab.setup;
  const seed = link === null ? { problem: text('shareSeedInvalid') } : { address: page + link, isLong: false };
  return { links: { seed }, upTo: null, leftOut: own?.file === preset ? preset : null };
}

/** Null if the worker has no run, or is gone. */
async function runLinks({ runs, models }: Sharer, page: string): Promise<{ turns: number; links: RunLinks } | null> {
  const { shownSource } = runs;
  const bare = await runs.ask((host) => host.bare(shownSource));
  if (!bare?.ok) return null;
  const run = bare.value;
  const both = (link: ShareLink) => ({ turns: run.turns.length, links: { run: link, challenge: link } });
  const bytes = new TextEncoder().encode(JSON.stringify(run));
  if (await holdsSecret(bytes, models.desk?.keys.live ?? [])) return both({ problem: text('shareHoldsKey') });
  const makers = await import('../../rollout/link.ts').catch(() => null);
  if (!makers) return both({ problem: text('shareProblemNotLoaded') });
  const linkOf = (challenge: boolean): ShareLink => {
    const fragment = makers.encodeRunLink({ run, challenge });
    if (!fragment.ok) return { problem: linkProblem(fragment) };
    const address = page + fragment.value;
    return { address, isLong: address.length > makers.LINK_COMFORTABLE };
  };
  return { turns: run.turns.length, links: { run: linkOf(false), challenge: linkOf(true) } };
}

function seedLink(shown: ShownRun, lab: Sharer): string {
  const { presetName: preset, seed, horizonYears, driver } = shown.facts;
  return formatLink({
    preset,
    seed,
    driver: DRIVER_KINDS[driver.kind] ?? 'bot',
    bot: driver.kind === 'bot' ? driver.name : DEFAULT_SETTINGS.bot,
    horizon: cardOf(shown, lab)?.horizonYears === horizonYears ? null : horizonYears,
  });
}

function cardOf({ facts }: ShownRun, { runs }: Sharer) {
  return runs.catalogue?.presets.find(({ name }) => name === facts.presetName);
}
