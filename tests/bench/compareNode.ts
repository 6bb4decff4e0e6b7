/**
 * What the compare page does with a class's fifty links, in a Node process of its own: each is recomputed, and the table,
 * the groups and the band of the chart are built. `node compareNode.js` prints milliseconds as JSON.
 */
import { BotRun } from '../../src/agents/botRun.ts';
import { comparisonChart } from '../../src/app/compare/chart.ts';
import type { ReadyEntry } from '../../src/app/compare/comparison.svelte.ts';
import { arranged, groupsOf, rowsOf } from '../../src/app/compare/results.ts';
import { bareTurn, type BareRun } from '../../src/rollout/bare.ts';
import { Recorder } from '../../src/rollout/recorder.ts';
import { botByName } from '../../src/startup/bots/index.ts';
import { presetByName } from '../../src/startup/presets.ts';
import { Simulation } from '../../src/startup/simulation.ts';
import { ComparerHost } from '../../workers/comparer/host.ts';

const RUNS = 50;

const preset = presetByName('fast-test');
const bot = botByName('greedy');
if (!preset.ok || !bot.ok) throw new Error('the preset fast-test and the bot greedy are built in');

const runs: BareRun[] = [];
for (let seed = 1; seed <= RUNS; seed++) {
  const head = { preset: preset.value, seed, driver: { kind: 'bot', name: 'greedy' } } as const;
  const recorder = new Recorder(await Simulation.create(head.preset, seed), head.driver);
  const play = new BotRun(bot.value, recorder);
  while (play.playTurn());
  recorder.simulation.close();
  runs.push({ head, turns: recorder.turns.map(bareTurn), openLines: [] });
}

const host = new ComparerHost();
const start = performance.now();
const entries: ReadyEntry[] = [];
for (const [i, run] of runs.entries()) {
  entries.push({ id: i + 1, name: null, source: { kind: 'link', fragment: '' }, state: { kind: 'ready', ...(await host.bare(run)) } });
}
const replayed = performance.now();
const rows = rowsOf(entries, false);
arranged(rows, { column: 'funds', isDescending: true });
comparisonChart(rows, groupsOf(rows), 'range');
process.stdout.write(JSON.stringify({ replay_ms: Math.round(replayed - start), build_ms: Math.round(performance.now() - replayed) }));
