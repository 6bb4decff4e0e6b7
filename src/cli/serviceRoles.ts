/** Who takes part in the runs of service commands: options, models behind their endpoints, and what answers in their place. */
import { basename } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Caller, Wishes } from '../agents/modelCall.ts';
import type { JudgeSpeaker } from '../agents/service/judgeRun.ts';
import type { RoleSettings } from '../agents/service/requests.ts';
import type { AssistantSpeaker, UserSpeaker } from '../agents/service/serviceRun.ts';
import type { Judging } from '../agents/service/trial.ts';
import { failure, success, type Result } from '../core/result.ts';
import { readCassette, type Cassette } from '../models/cassetteFormat.ts';
import { LiveClient, type ModelClient } from '../models/client.ts';
import { familyNames } from '../models/families.ts';
import { parseModelRef } from '../models/modelRef.ts';
import { priceOf, type PriceTable } from '../models/prices.ts';
import { Recording } from '../models/recording.ts';
import { Replaying } from '../models/replaying.ts';
import type { Thinking } from '../models/types.ts';
import { decodeJson } from '../rollout/file.ts';
import type { JudgeMethod } from '../rollout/service/judgement.ts';
import { DEFAULT_WINDOW, windowSize } from '../service/judge/windows.ts';
import type { Role } from '../service/roles.ts';
import { SCRIPTED_USERS } from '../service/scriptedUser.ts';
import { answersFrom } from './answers.ts';
import { readBytes } from './files.ts';
import { nodePlatform } from './platform.ts';
import { wholeNumber } from './scenario.ts';
import { pricesOf, readPrompt, type TermOptions } from './terms.ts';

export interface JudgeOptions {
  readonly judge?: string;
  readonly judgeBaseUrl?: string;
  readonly judgeThinking?: Thinking;
  readonly judgePrompt?: string;
  readonly window: number;
  readonly overlap: number;
  readonly whole?: true;
  readonly rubrics: boolean;
}

export interface UserOptions {
  readonly user: string;
  readonly userBaseUrl?: string;
  readonly userThinking?: Thinking;
  readonly userPrompt?: string;
  readonly temperament?: string;
  /** False: it knows no person. */
  readonly profile: boolean;
}

export interface AssistantOptions {
  readonly baseUrl?: string;
  readonly thinking?: Thinking;
  readonly prompt?: string;
  readonly temperature?: number;
}

export interface AnswerOptions {
  readonly cassette?: string;
  readonly record?: string;
}

const THINKING = ['off', 'low', 'medium', 'high'] as const;

export function addAssistantOptions(command: Command): Command {
  return command
    .option('--base-url <url>', "the assistant's server, instead of the provider's own")
    .addOption(new Option('--thinking <effort>', 'of models that can think').choices(THINKING))
    .option('--temperature <n>', "of the assistant's and the customer's model, where they take one", temperature)
    .option('--prompt <file>', "the assistant's prompt, a template: {time}, {greeting} and {stop} are filled in");
}

export function addUserOptions(command: Command): Command {
  return command
    .option('--user <who>', `the customer: ${SCRIPTED_USERS.join(' or ')} by script, or provider/model`, 'sentences')
    .option('--user-base-url <url>', "the customer's server")
    .addOption(new Option('--user-thinking <effort>', "of the customer's model").choices(THINKING))
    .option('--user-prompt <file>', "the customer's prompt, a template: {persona}, {time}, {instructions} and {stop} are filled in")
    .option('--temperament <words>', "in place of the temperament in the customer's profile")
    .option('--no-profile', 'the customer knows the instructions and no person');
}

export function addJudgeOptions(command: Command): Command {
  return command
    .option('--judge <who>', 'who judges: provider/model, or "scripted", which goes by names and numbers and understands nothing')
    .option('--judge-base-url <url>', "the judge's server")
    .addOption(new Option('--judge-thinking <effort>', "of the judge's model").choices(THINKING))
    .option('--judge-prompt <file>', "the judge's prompt")
    .option('--window <n>', 'messages the judge sees at a time', wholeNumber(1, 1e6), DEFAULT_WINDOW.size)
    .option('--overlap <n>', 'messages a window repeats', wholeNumber(0, 1e6), DEFAULT_WINDOW.overlap)
    .option('--whole', 'the judge sees everything at once')
    .option('--no-rubrics', 'the judge is not shown the rubrics, and judges the wish as a whole');
}

export function addLabellerOptions(command: Command): Command {
  return command
    .requiredOption('--model <provider/model>', 'who says why')
    .option('--base-url <url>', "its server, instead of the provider's own")
    .addOption(new Option('--thinking <effort>', 'if it can think').choices(THINKING));
}

/** What a judging needs again when it goes on: a rollout that is not judged yet tells nothing of its judge. */
export const JUDGE_OPTIONS = ['judge', 'judgeBaseUrl', 'judgeThinking', 'judgePrompt', 'window', 'overlap', 'whole', 'rubrics'] as const;

const HOTTEST = 2;

function temperature(text: string): number {
  const value = Number(text);
  if (/^[\d.]+$/.test(text) && value >= 0 && value <= HOTTEST) return value;
  throw new InvalidArgumentError(`It must be a number from 0 to ${HOTTEST}.`);
}

/** Where all answers come from: providers, or a cassette in place of them; recorded if that is wanted. */
export class Answering {
  /** Keys in use: never to be written. */
  readonly keys = new Set<string>();
  readonly #prices: PriceTable;
  readonly #isRecorded: boolean;
  readonly #client: ModelClient;

  private constructor(prices: PriceTable, client: ModelClient, isRecorded: boolean) {
    this.#prices = prices;
    this.#client = client;
    this.#isRecorded = isRecorded;
  }

  /** Error codes: those of files, price tables and cassettes; `usage`. */
  static async open({ cassette: path, record, ...terms }: AnswerOptions & TermOptions): Promise<Result<Answering>> {
    if (path !== undefined && record !== undefined) return failure('usage', '--record takes what models answer, and with --cassette none is asked');
    const prices = await pricesOf(terms);
    if (!prices.ok) return prices;
    if (path !== undefined) {
      const cassette = await cassetteIn(path);
      return cassette.ok ? success(new Answering(prices.value, new Replaying(cassette.value), true)) : cassette;
    }
    const client = new LiveClient(nodePlatform(1));
    return success(new Answering(prices.value, record === undefined ? client : new Recording(client, { label: basename(record), madeWith: 'models' }), false));
  }

  /** Error codes: those of `answersFrom`; a cassette needs no key. */
  async caller(name: string, baseUrl: string | undefined): Promise<Result<{ caller: Caller; model: string }>> {
    if (this.#isRecorded) {
      const ref = parseModelRef(name, baseUrl ?? NOWHERE);
      if (!ref.ok) return ref;
      const { endpoint, model } = ref.value;
      return success({ caller: { client: this.#client, endpoint, key: null, price: null, driver: { kind: 'cassette', name } }, model });
    }
    const answers = await answersFrom({ model: name, ...(baseUrl === undefined ? {} : { baseUrl }) });
    if (!answers.ok) return answers;
    const { endpoint, model, key, driver } = answers.value;
    if (key !== null) this.keys.add(key);
    return success({ caller: { client: this.#client, endpoint, key, price: priceOf(this.#prices, endpoint, model), driver }, model });
  }

  /** What all roles answered, in order; null if nothing was to be recorded. */
  recorded(): Cassette | null {
    return this.#client instanceof Recording ? this.#client.cassette() : null;
  }
}

/** A cassette is played without any address. */
const NOWHERE = 'http://localhost';

async function cassetteIn(path: string): Promise<Result<Cassette>> {
  const bytes = await readBytes(path);
  const json = bytes.ok ? decodeJson(bytes.value, path) : bytes;
  const cassette = json.ok ? readCassette(json.value) : json;
  return cassette.ok ? cassette : { ...cassette, where: [path, cassette.where].filter(Boolean).join(': ') };
}

/** Error codes: those of `Answering.caller` and `readPrompt`. */
export async function assistantFrom(model: string, options: AssistantOptions, answering: Answering): Promise<Result<AssistantSpeaker>> {
  const asked = await askedOf('assistant', model, options.baseUrl, options, answering);
  return asked.ok ? success({ kind: 'model', ...asked.value }) : asked;
}

export async function userFrom(options: UserOptions & Pick<AssistantOptions, 'temperature'>, answering: Answering): Promise<Result<UserSpeaker>> {
  const { user, userBaseUrl, userThinking: thinking, userPrompt: prompt, temperature, temperament = null, profile } = options;
  const script = SCRIPTED_USERS.find((name) => name === user);
  if (script) return success({ kind: 'scripted', script });
  const asked = await askedOf('user', user, userBaseUrl, { thinking, prompt, temperature }, answering);
  if (!asked.ok) return asked;
  const { caller, settings } = asked.value;
  return success({ kind: 'model', caller, settings: { ...settings, persona: { hasProfile: profile, temperament } } });
}

/** Null: nobody judges. Error code besides those of models: `bad-window`. */
export async function judgingFrom(options: JudgeOptions, answering: Answering): Promise<Result<Judging | null>> {
  const { judge, judgeBaseUrl, judgeThinking: thinking, judgePrompt: prompt } = options;
  if (judge === undefined) return success(null);
  const window = options.whole ? success(null) : windowSize(options.window, options.overlap);
  if (!window.ok) return window;
  const method: JudgeMethod = { window: window.value, withRubrics: options.rubrics };
  if (judge === 'scripted') return success({ judge: { kind: 'scripted' }, method });
  const asked = await askedOf('judge', judge, judgeBaseUrl, { thinking, prompt }, answering);
  if (!asked.ok) return asked;
  const speaker: JudgeSpeaker = { kind: 'model', ...asked.value };
  return success({ judge: speaker, method });
}

interface Asking {
  readonly thinking?: Thinking | undefined;
  readonly prompt?: string | undefined;
  readonly temperature?: number | undefined;
}

async function askedOf(
  role: Role,
  name: string,
  baseUrl: string | undefined,
  { thinking, prompt: path, temperature }: Asking,
  answering: Answering,
): Promise<Result<{ caller: Caller; settings: RoleSettings }>> {
  const prompt = path === undefined ? undefined : await readPrompt(path);
  if (prompt && !prompt.ok) return prompt;
  const called = await answering.caller(name, baseUrl);
  if (!called.ok) return failure(called.code, `${role}: ${called.message}`, called.where);
  const { caller, model } = called.value;
  const wishes: Wishes = { model, ...(thinking ? { thinking } : {}), ...(temperature === undefined ? {} : { temperature }) };
  return success({ caller, settings: { wishes, ...(prompt ? { prompt: prompt.value } : {}) } });
}

export const MODEL_HELP = `Providers: ${familyNames.join(', ')}. Keys are read from the environment only.`;
