/** `longrun startup run --model`, `--cassette` and `--resume`. */
import { settingsFor } from '../agents/connect.ts';
import { agentPlan } from '../agents/plan.ts';
import { ModelRun, type Connection } from '../agents/modelRun.ts';
import { nextEpisode } from '../agents/episode.ts';
import type { JsonObject } from '../core/json.ts';
import { failure } from '../core/result.ts';
import { estimateRun } from '../models/estimate.ts';
import { priceOf } from '../models/prices.ts';
import { Recording } from '../models/recording.ts';
import { cleanForeign } from '../models/secrets.ts';
import { decodeJson, readRollout } from '../rollout/file.ts';
import { Recorder } from '../rollout/recorder.ts';
import { replayRollout } from '../rollout/replay.ts';
import { joinWords } from '../startup/shellWords.ts';
import { Simulation } from '../startup/simulation.ts';
import { answersFrom, type Answers } from './answers.ts';
import { EXIT_DIVERGED, EXIT_PAUSED, fail, orFail } from './exit.ts';
import { exists, freeName, readBytes } from './files.ts';
import { encodeFor, printOutcome, written, type OutputOptions } from './output.ts';
import { costText, Progress } from './progress.ts';
import { capsOf, pricesOf, readPrompt, type TermOptions } from './terms.ts';
import { presetOf, seedOf, type ScenarioOptions } from './scenario.ts';

export interface ModelOptions extends OutputOptions, TermOptions {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly prompt?: string;
  readonly episodes?: number;
  readonly resume?: string;
  readonly cassette?: string;
  readonly record?: string;
}

type Options = ModelOptions & Partial<ScenarioOptions>;

export async function runModel(options: Options): Promise<void> {
  const answers = orFail(await answersFrom(options));
  if (!answers) return;
  const recorder = await recorderFor(options, answers);
  if (!recorder) return;
  const { preset, seed } = recorder.simulation;
  if (options.resume === undefined && options.out !== undefined && (await exists(options.out))) {
    return fail(failure('file-exists', 'there is a file already; go on with it by --resume, or take another name', options.out));
  }
  const rules = options.prompt === undefined ? undefined : orFail(await readPrompt(options.prompt));
  const prices = orFail(await pricesOf(options));
  if (rules === null || !prices) return;
  const settings = settingsFor(preset, answers, seed, rules);
  const client = options.record === undefined ? answers.client(seed) : new Recording(answers.client(seed), { label: `${preset.name}, seed ${seed}`, madeWith: answers.madeWith });
  const connection: Connection = { client, endpoint: answers.endpoint, key: answers.key, settings, price: priceOf(prices, answers.endpoint, answers.model), driver: answers.driver };
  if (options.resume === undefined && options.cassette === undefined) sayEstimate(recorder, connection, options.maxTurns ?? null);
  await playEpisodes(options, recorder, connection);
  if (client instanceof Recording && options.record !== undefined) await written(options.record, encodeFor(options.record, client.cassette(), liveKeys(connection)));
}

const clock = () => performance.now();

function liveKeys({ key }: Connection): string[] {
  return key === null ? [] : [key];
}

/** Null, with the reason said, if there is nothing to run. */
async function recorderFor(options: Options, { driver }: Answers): Promise<Recorder | null> {
  if (options.resume === undefined) {
    const scenario = { ...options, preset: options.preset ?? '' };
    const preset = orFail(await presetOf(scenario));
    return preset && new Recorder(await Simulation.create(preset, seedOf(scenario)), driver, { clock });
  }
  const bytes = orFail(await readBytes(options.resume));
  const json = bytes && orFail(decodeJson(bytes, options.resume));
  if (!json) return null;
  const { value, removed } = cleanForeign(json);
  if (removed.length > 0) process.stderr.write(`${options.resume}: what looks like keys was taken out: ${removed.slice(0, 5).join(', ')}\n`);
  const rollout = orFail(readRollout(value as JsonObject, options.resume));
  if (!rollout) return null;
  const { recorder, divergence } = await replayRollout(rollout, undefined, clock);
  if (!divergence) return recorder;
  fail(failure('rollout-diverged', `does not recompute (turn ${divergence.turn}, ${divergence.path}), so it cannot be resumed; see longrun score`, options.resume), EXIT_DIVERGED);
  return null;
}

function sayEstimate({ simulation: { preset } }: Recorder, { settings, price }: Connection, maxTurns: number | null): void {
  const plan = agentPlan(preset, { rules: settings.rules, price, maxTurns });
  const { promptTokens, completionTokens, costUsd } = estimateRun([plan]);
  const cost = costUsd === null ? 'cost unknown (no price for this model)' : `about $${costUsd.toFixed(2)}`;
  process.stderr.write(`estimate for ${plan.turns} turns, rough: ${promptTokens} tokens in, ${completionTokens} out, ${cost}\n`);
}

async function playEpisodes(options: Options, first: Recorder, connection: Connection): Promise<void> {
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort()); // a second one ends the program at once
  const file = options.out ?? options.resume ?? (await freeName(`longrun-${first.simulation.preset.name}-${first.simulation.seed}`));
  let recorder = first;
  for (;;) {
    const out = fileOfEpisode(file, recorder.episode);
    if (!(await playEpisode({ ...options, out }, recorder, connection, interrupt.signal))) return;
    const { terminalReason, preset } = recorder.simulation;
    const episodes = options.episodes ?? preset.loop.max_episodes;
    if (terminalReason !== 'bankruptcy' || recorder.episode >= episodes) return;
    recorder = await nextEpisode(recorder, clock);
  }
}

/** True if the run came to its end; false if it is paused, which has been said. */
async function playEpisode(options: Options & { out: string }, recorder: Recorder, connection: Connection, signal: AbortSignal): Promise<boolean> {
  const run = new ModelRun(recorder, connection);
  const progress = new Progress(recorder);
  const pause = (why: string) => {
    progress.say(`paused: ${why}\ngo on with: longrun ${joinWords(resumeWords(options))}`);
    printOutcome(options, recorder.finish(), why);
    process.exitCode = EXIT_PAUSED;
    return false;
  };
  const save = () => written(options.out, encodeFor(options.out, recorder.finish(), liveKeys(connection)));
  // Before the first call, so that there is something to go on with whatever happens.
  if (!(await save())) return false;
  while (!run.isOver) {
    const result = await run.playTurn({
      caps: capsOf(options),
      signal,
      onDelta: (delta) => progress.turn(run.spent, delta.type === 'tool-call' ? delta.name : 'thinking…'),
      onRetry: ({ attempt, waitMs, failure: reason }) => progress.say(`${reason.message} Trying again in ${Math.ceil(waitMs / 1000)} s (${attempt}).`),
    });
    if (result.kind === 'capped') return pause(result.exceeded.message);
    if (result.kind === 'failed') return pause(result.failure.code === 'cancelled' ? 'interrupted' : `${result.failure.message} ${result.failure.advice}`);
    if (!(await save())) return false;
    progress.turn(run.spent);
  }
  progress.end();
  if (options.db !== undefined && !(await written(options.db, recorder.simulation.exportDatabase()))) return false;
  printOutcome(options, recorder.finish());
  process.stderr.write(`${run.spent.turns} turns, ${run.spent.tokens} tokens, ${costText(run.spent)}; rollout in ${options.out}\n`);
  return true;
}

function fileOfEpisode(file: string, episode: number): string {
  return episode === 1 ? file : file.replace(/(\.episode-\d+)?(\.json(\.gz)?)?$/, `.episode-${episode}$2`);
}

/** What the user types to go on. */
function resumeWords({ out, baseUrl, cassette }: Options & { out: string }): string[] {
  const words = ['startup', 'run', '--resume', out];
  if (baseUrl !== undefined) words.push('--base-url', baseUrl);
  if (cassette !== undefined) words.push('--cassette', cassette);
  return words;
}
