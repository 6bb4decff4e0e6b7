/** A run to be beaten before it is seen: same preset, same seed, and the sender's result afterwards. */
import type { BareRun } from '../../rollout/bare.ts';
import type { RunFacts } from '../../../workers/startup/messages.ts';
import type { StartupRuns } from '../startup/runs.svelte.ts';
import type { Setup } from '../startup/setup.svelte.ts';
import type { ShownRun } from '../startup/shownRun.ts';
import { linkProblem } from './linkProblem.ts';
import { text } from '../texts.ts';

/** What a challenge needs of the lab. */
export interface Arena {
  readonly runs: Pick<StartupRuns, 'live' | 'opened' | 'background' | 'ask' | 'checkPreset' | 'openBare'>;
  readonly setup: Pick<Setup, 'choose' | 'useOwn' | 'seed' | 'horizon'>;
}

export class Challenge {
  /** The sender's; nothing of what it came to is shown before its time. */
  readonly run: BareRun;
  /** Whether the preset is none of the built-in ones. Known once it is set up. */
  hasOwnPreset = $state(false);
  /** Both ends, once they may be compared. */
  compared = $state.raw<{ readonly mine: ShownRun; readonly theirs: ShownRun } | null>(null);
  readonly #arena: Arena;
  /** The run that was looked at last, by its facts: they stay the same object as it goes on. */
  #looked = $state.raw<{ readonly facts: RunFacts; readonly isSame: boolean } | null>(null);

  /** The run of one's own in this world. */
  readonly mine: ShownRun | null = $derived.by(() => {
    const { live } = this.#arena.runs;
    return live && this.#looked?.facts === live.facts && this.#looked.isSame ? live : null;
  });
  /** Played to its end; one that was stopped is not. */
  readonly isOver: boolean = $derived(this.mine !== null && !['stopped', null].includes(this.mine.latest.ending));

  constructor(run: BareRun, arena: Arena) {
    this.run = run;
    this.#arena = arena;
  }

  /** Puts the challenge's world into the fields; who drives stays. Returns what is wrong. */
  async setUp(): Promise<string | null> {
    const { runs, setup } = this.#arena;
    const { preset, seed } = this.run.head;
    const worlds = await loadWorlds();
    if (!worlds) return text('shareProblemNotLoaded');
    const wanted = worlds.presetSetup(preset);
    this.hasOwnPreset = 'file' in wanted;
    if ('name' in wanted) {
      setup.choose(wanted.name, seed);
      if (wanted.horizonYears !== null) setup.horizon = String(wanted.horizonYears);
      return null;
    }
    const card = await runs.checkPreset(wanted.file, wanted.text);
    if (card?.ok === false) return linkProblem(card);
    if (!card) return null;
    setup.useOwn({ ...wanted, card: card.value });
    setup.seed = String(seed);
    setup.horizon = '';
    return null;
  }

  /** Finds out whether the run that is played is in this world: to be called for every new one. */
  async look(): Promise<void> {
    const { runs } = this.#arena;
    const facts = runs.live?.facts;
    if (!facts || facts.seed !== this.run.head.seed) return;
    const [bare, worlds] = await Promise.all([runs.ask((host) => host.bare('live')), loadWorlds()]);
    if (bare?.ok && worlds) this.#looked = { facts, isSame: worlds.isSameWorld(bare.value.head, this.run.head) };
  }

  /** Opens the sender's run, over one's own if that is over. Returns what is wrong. */
  async reveal(): Promise<string | null> {
    const { runs } = this.#arena;
    const mine = this.isOver ? this.mine : null;
    const before = runs.opened;
    const { preset, seed } = this.run.head;
    const problem = await runs.openBare(this.run, text('shareOpenedName', { preset: preset.name, seed }), null);
    // Something else may be being opened, and the worker may have crashed: both say so themselves.
    if (problem !== null || !mine || !runs.opened || runs.opened === before) return problem;
    runs.background = [mine];
    this.compared = { mine, theirs: runs.opened.run };
    return null;
  }
}

/** The challenge that was taken up last, if any. */
export class Challenges {
  current = $state.raw<Challenge | null>(null);
}

/** Null if it cannot be loaded. */
function loadWorlds() {
  return import('./world.ts').catch(() => null);
}
