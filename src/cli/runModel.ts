/** `longrun startup run --model`, `--cassette` and `--resume`. */
import { settingsFor } from '../agents/connect.ts';
import { driverOf, ModelRun, type Connection } from '../agents/modelRun.ts';
import { nextEpisode } from '../agents/episode.ts';
import type { JsonObject } from '../core/json.ts';
import { failure, success, type Result } from '../core/result.ts';
import type { Caps } from '../models/budget.ts';
import { builtInPrices } from '../models/builtInPrices.ts';
import { readCassette } from '../models/cassetteFormat.ts';
import { LiveClient, type ModelClient } from '../models/client.ts';
import { familyOf } from '../models/endpoints.ts';
import { parseModelRef, type ModelRef } from '../models/modelRef.ts';
import { priceOf } from '../models/prices.ts';
import { Recording } from '../models/recording.ts';
import { Replaying } from '../models/replaying.ts';
import { cleanForeign } from '../models/secrets.ts';
import { decodeJson, decodeRollout, readRollout } from '../rollout/file.ts';
import type { Driver } from '../rollout/format.ts';
import { Recorder } from '../rollout/recorder.ts';
import { replayRollout } from '../rollout/replay.ts';
import { Simulation } from '../startup/simulation.ts';
import { EXIT_DIVERGED, EXIT_PAUSED, fail, orFail } from './exit.ts';
import { readBytes } from './files.ts';
import { encodeFor, printOutcome, written, type OutputOptions } from './output.ts';
import { nodePlatform } from './platform.ts';
import { costText, Progress } from './progress.ts';
import { presetOf, seedOf, type ScenarioOptions } from './scenario.ts';

export interface ModelOptions extends OutputOptions {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly prompt?: string;
  readonly maxTurns?: number;
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly maxMinutes?: number;
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
  const rules = options.prompt === undefined ? undefined : orFail(await readText(options.prompt));
  if (rules === null) return;
  const settings = settingsFor(preset, answers, seed, rules);
  const client = options.record === undefined ? answers.client(seed) : new Recording(answers.client(seed), { label: `${preset.name}, seed ${seed}`, madeWith: answers.madeWith });
  const connection: Connection = { client, endpoint: answers.endpoint, key: answers.key, settings, price: priceOf(builtInPrices, answers.endpoint, answers.model), driver: answers.driver };
  await playEpisodes(options, recorder, connection);
  if (client instanceof Recording && options.record !== undefined) await written(options.record, encodeFor(options.record, client.cassette(), liveKeys(connection)));
}

/** Who answers: a model behind its endpoint, or a cassette. */
interface Answers extends ModelRef {
  readonly key: string | null;
  readonly madeWith: string;
  readonly driver: Driver;
  client(seed: number): ModelClient;
}

async function answersFrom({ model, baseUrl, cassette: path, resume }: Options): Promise<Result<Answers>> {
  if (path !== undefined) {
    const bytes = await readBytes(path);
    if (!bytes.ok) return bytes;
    const json = decodeJson(bytes.value, path);
    if (!json.ok) return json;
    const cassette = readCassette(json.value);
    if (!cassette.ok) return { ...cassette, where: `${path}: ${cassette.where ?? ''}` };
    const { label, made_with, entries } = cassette.value;
    const endpoint = { family: 'custom', baseUrl: '' } as const;
    return success({
      endpoint,
      model: entries[0]?.request.model ?? '',
      key: null,
      madeWith: made_with,
      driver: { kind: 'cassette', name: `${label} (${made_with})` },
      client: () => new Replaying(cassette.value),
    });
  }
  const name = model ?? (resume === undefined ? undefined : await modelOf(resume));
  if (name === undefined) return failure('usage', 'the file names no model that drove it: say --model provider/model', resume);
  const ref = parseModelRef(name, baseUrl);
  if (!ref.ok) return ref;
  const { keyVariable, needsKey, label } = familyOf(ref.value.endpoint);
  const key = process.env[keyVariable]?.trim() || null;
  if (needsKey && key === null) return failure('bad-key', `${label} needs a key: set ${keyVariable} in the environment`);
  const driver = driverOf(ref.value);
  return success({ ...ref.value, key, madeWith: name, driver, client: (seed) => new LiveClient(nodePlatform(seed)) });
}

/** The driver that a resumed file names, if it is a model. */
async function modelOf(path: string): Promise<string | undefined> {
  const bytes = await readBytes(path);
  const rollout = bytes.ok ? decodeRollout(bytes.value, path) : bytes;
  if (!rollout.ok) return undefined;
  const { driver, turns } = rollout.value;
  const last = turns.at(-1)?.driver ?? driver;
  return last.kind === 'model' ? last.name : undefined;
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
    return preset && new Recorder(await Simulation.create(preset, seedOf(scenario)), driver, clock);
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

async function playEpisodes(options: Options, first: Recorder, connection: Connection): Promise<void> {
  const interrupt = new AbortController();
  process.once('SIGINT', () => interrupt.abort()); // a second one ends the program at once
  let recorder = first;
  for (;;) {
    const out = outFile(options, recorder);
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
    progress.say(`paused: ${why}\ngo on with: longrun startup run --resume ${options.out}`);
    process.exitCode = EXIT_PAUSED;
    return false;
  };
  while (!run.isOver) {
    const result = await run.playTurn({
      caps: capsOf(options),
      signal,
      onDelta: (delta) => progress.turn(run.spent, delta.type === 'tool-call' ? delta.name : 'thinking…'),
      onRetry: ({ attempt, waitMs, failure: reason }) => progress.say(`${reason.message} Trying again in ${Math.ceil(waitMs / 1000)} s (${attempt}).`),
    });
    if (result.kind === 'capped') return pause(result.exceeded.message);
    if (result.kind === 'failed') return pause(result.failure.code === 'cancelled' ? 'interrupted' : `${result.failure.message} ${result.failure.advice}`);
    if (!(await written(options.out, encodeFor(options.out, recorder.finish(), liveKeys(connection))))) return false;
    progress.turn(run.spent);
  }
  progress.end();
  const rollout = recorder.finish();
  if (options.db !== undefined && !(await written(options.db, recorder.simulation.exportDatabase()))) return false;
  printOutcome(options, rollout);
  process.stderr.write(`${run.spent.turns} turns, ${run.spent.tokens} tokens, ${costText(run.spent)}; rollout in ${options.out}\n`);
  return true;
}

function capsOf({ maxTurns, maxTokens, maxCost, maxMinutes }: Options): Caps {
  return { turns: maxTurns ?? null, tokens: maxTokens ?? null, costUsd: maxCost ?? null, seconds: maxMinutes === undefined ? null : maxMinutes * 60 };
}

/** What a model's run costs is too dear to lose: without --out it is kept under a name of its own. */
function outFile({ out, resume }: Options, { episode, simulation: { preset, seed } }: Recorder): string {
  const file = out ?? resume ?? `longrun-${preset.name}-${seed}.json.gz`;
  return episode === 1 ? file : file.replace(/(\.episode-\d+)?(\.json(\.gz)?)?$/, `.episode-${episode}$2`);
}

async function readText(path: string): Promise<Result<string>> {
  const bytes = await readBytes(path);
  return bytes.ok ? success(new TextDecoder().decode(bytes.value)) : bytes;
}
