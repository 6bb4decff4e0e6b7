/** A lab as far as sharing knows it: runs that open, ask and check nothing but in memory. */
import { BotRun } from '../../../../src/agents/botRun.ts';
import { success } from '../../../../src/core/result.ts';
import { bareTurn, type BareRun } from '../../../../src/rollout/bare.ts';
import { encodeRunLink } from '../../../../src/rollout/link.ts';
import { Recorder } from '../../../../src/rollout/recorder.ts';
import { Challenges } from '../../../../src/app/share/challenge.svelte.ts';
import type { Receiver } from '../../../../src/app/share/incoming.ts';
import type { Sharer } from '../../../../src/app/share/shareLinks.ts';
import { Setup } from '../../../../src/app/startup/setup.svelte.ts';
import type { ShownRun } from '../../../../src/app/startup/shownRun.ts';
import { botByName } from '../../../../src/startup/bots/index.ts';
import type { Preset } from '../../../../src/startup/preset.ts';
import { readPreset } from '../../../../src/startup/presetFile.ts';
import { builtInPresets, presetByName, presetNames } from '../../../../src/startup/presets.ts';
import { Simulation } from '../../../../src/startup/simulation.ts';
import type { Ending } from '../../../../workers/startup/messages.ts';
import { RunView } from '../../../../workers/startup/runView.ts';

export function presetNamed(name: string): Preset {
  const preset = presetByName(name);
  if (!preset.ok) throw new Error(preset.message);
  return preset.value;
}

export interface Played {
  readonly bare: BareRun;
  readonly shown: ShownRun;
}

interface PlayOptions {
  readonly turns?: number;
  /** How it ended if nothing else ended it; null: it can go on. */
  readonly ending?: Ending | null;
}

/** A run of the greedy bot. */
export async function played(preset: Preset, seed: number, { turns = 3, ending = 'turn_limit' }: PlayOptions = {}): Promise<Played> {
  const bot = botByName('greedy');
  if (!bot.ok) throw new Error(bot.message);
  const recorder = new Recorder(await Simulation.create(preset, seed), { kind: 'bot', name: 'greedy' });
  const run = new BotRun(bot.value, recorder);
  while (recorder.turnCount < turns && run.playTurn());
  const view = new RunView(recorder);
  const latest = view.takeSnapshot({ playing: false, turning: false, halt: null, ending });
  const shown = { facts: view.facts(), latest, curves: latest.newPoints, log: latest.newEntries };
  recorder.simulation.close();
  return { bare: { head: view.head(), turns: recorder.turns.map(bareTurn), openLines: [] }, shown };
}

export function linkTo(run: BareRun, challenge = false): string {
  const link = encodeRunLink({ run, challenge });
  if (!link.ok) throw new Error(link.message);
  return link.value;
}

class Runs {
  live: ShownRun | null = null;
  opened: { run: ShownRun } | null = null;
  background: readonly ShownRun[] = [];
  shownSource = 'live';
  catalogue = {
    presets: presetNames.map((name) => {
      const { description, rules, sim } = presetNamed(name);
      return { name, description, rules, horizonYears: sim.horizon_years };
    }),
    bots: [],
  };
  /** What was opened, and as what. */
  readonly openings: { run: BareRun; name: string }[] = [];
  /** What the worker plays. */
  bare: BareRun | null = null;
  readonly #theirs: ShownRun | null;

  constructor(theirs: ShownRun | null) {
    this.#theirs = theirs;
  }

  get shown() {
    return this.live;
  }

  async openBare(run: BareRun, name: string) {
    this.openings.push({ run, name });
    this.opened = this.#theirs && { run: this.#theirs };
    return null;
  }

  async ask(work: (host: unknown) => unknown) {
    return work({ bare: () => this.bare && success(this.bare) });
  }

  async checkPreset(file: string, text: string) {
    const preset = readPreset(text, file, builtInPresets);
    return preset.ok ? success({ name: preset.value.name }) : preset;
  }

  play({ bare, shown }: Played) {
    this.bare = bare;
    this.live = shown;
  }
}

/** `theirs`: what an opened run turns out to be. */
export function lab(theirs: ShownRun | null = null) {
  const runs = new Runs(theirs);
  const challenge = new Challenges();
  const setup = new Setup(() => runs.catalogue, () => null);
  const whole: unknown = { runs, setup, challenge, models: { desk: null } };
  return { runs, setup, challenge, receiver: whole as Receiver, sharer: whole as Sharer };
}
