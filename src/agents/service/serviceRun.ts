/**
 * A conversation between an assistant and a customer, a message at a time (spec vita §4). All that a later message needs is in
 * the messages and what is kept of the calls: one that stopped anywhere goes on from its rollout, and nothing is paid twice.
 */
import { addCall, nothingSpent, type Spent } from '../../models/budget.ts';
import { modelFailure } from '../../models/failures.ts';
import type { ChatAnswer } from '../../models/types.ts';
import type { Driver } from '../../rollout/format.ts';
import type { CallDetails } from '../../rollout/service/details.ts';
import type { ServiceRollout, ServiceSettings } from '../../rollout/service/format.ts';
import { claimsOf, serviceRollout } from '../../rollout/service/record.ts';
import type { Conversation } from '../../service/conversation.ts';
import type { Speaker } from '../../service/roles.ts';
import { scriptedUserSays, type ScriptedUser } from '../../service/scriptedUser.ts';
import { scriptedAssistantSays } from '../../service/solution.ts';
import { askModel, tokensOf, type AskOptions, type Caller, type Unanswered } from '../modelCall.ts';
import { assistantRequest, userRequest, type RoleSettings, type UserSettings } from './requests.ts';

export type AssistantSpeaker =
  | { readonly kind: 'model'; readonly caller: Caller; readonly settings: RoleSettings }
  /** Walks the task's solution. */
  | { readonly kind: 'solution' }
  /** Speaks through the run's conversation. */
  | ({ readonly kind: 'person' } & Predecessor<ServiceSettings['assistant']>);

export type UserSpeaker =
  | { readonly kind: 'model'; readonly caller: Caller; readonly settings: UserSettings }
  | { readonly kind: 'scripted'; readonly script: ScriptedUser }
  | ({ readonly kind: 'person' } & Predecessor<ServiceSettings['user']>);

/** Who spoke before, to be named until the person has spoken. */
export interface Predecessor<Settings> {
  readonly driver?: Driver;
  /** How it was asked, if it was a model. */
  readonly asked?: Settings;
}

const PERSON: Driver = { kind: 'human', name: 'person' };

export type Remarks = Pick<ServiceRollout, 'judgements' | 'marks' | 'labels'>;

export type StepResult =
  | { readonly kind: 'said'; readonly by: Speaker }
  | (Unanswered & { readonly by: Speaker })
  /** A person's turn. */
  | { readonly kind: 'waiting'; readonly for: Speaker }
  | { readonly kind: 'over' };

export type StepOptions = Omit<AskOptions, 'turn'> & {
  /** Milliseconds of any steady clock. */
  readonly now: () => number;
  /** What was spent on the run elsewhere, by its judge or other trials under the same caps. */
  readonly spentElsewhere?: () => Spent;
};

export class ServiceRun {
  readonly conversation: Conversation;
  assistant: AssistantSpeaker;
  user: UserSpeaker;
  /** What was said of it afterwards. */
  remarks: Remarks = {};
  readonly #calls: Map<number, CallDetails>;
  /** Paid for without a message; of the customer. */
  readonly #wasted: CallDetails[];

  /** Goes on from a rollout; the conversation is what it replays to. */
  static resumed(conversation: Conversation, rollout: ServiceRollout, assistant: AssistantSpeaker, user: UserSpeaker): ServiceRun {
    const { judgements, marks, labels, calls, wasted } = claimsOf(rollout);
    const run = new ServiceRun(conversation, assistant, user, calls, wasted);
    run.remarks = { judgements, marks, labels };
    return run;
  }

  /** `calls`: of the models' messages so far; `wasted`: those that came to no message. */
  constructor(
    conversation: Conversation,
    assistant: AssistantSpeaker,
    user: UserSpeaker,
    calls: ReadonlyMap<number, CallDetails> = new Map(),
    wasted: readonly CallDetails[] = [],
  ) {
    this.conversation = conversation;
    this.assistant = assistant;
    this.user = user;
    this.#calls = new Map(calls);
    this.#wasted = [...wasted];
  }

  get calls(): ReadonlyMap<number, CallDetails> {
    return this.#calls;
  }

  /** The next message, and the answers of the tools that it calls. */
  async step(options: StepOptions): Promise<StepResult> {
    const { turn } = this.conversation;
    if (turn === null) return { kind: 'over' };
    const result = turn === 'assistant' ? await this.#letAssistantSpeak(options) : await this.#letUserSpeak(options);
    return result ?? { kind: 'said', by: turn };
  }

  /** Of one role, or of both. */
  spent(role?: Speaker): Spent {
    const { messages } = this.conversation;
    const calls = [...this.#calls].filter(([place]) => role === undefined || messages[place]?.role === role);
    return spentOn([...calls.map(([, call]) => call), ...(role === 'assistant' ? [] : this.#wasted)]);
  }

  rollout(): ServiceRollout {
    const settings = settingsOf(this.assistant, this.user);
    return serviceRollout(this.conversation, {
      assistant: driverOfAssistant(this.assistant),
      user: driverOfUser(this.user),
      ...(settings ? { settings } : {}),
      ...this.remarks,
      calls: this.#calls,
      wasted: this.#wasted,
    });
  }

  async #letAssistantSpeak(options: StepOptions): Promise<StepResult | null> {
    const { conversation, assistant } = this;
    const { task, messages } = conversation;
    if (assistant.kind === 'person') return { kind: 'waiting', for: 'assistant' };
    if (assistant.kind === 'solution') {
      const { content, calls } = scriptedAssistantSays(task, messages);
      conversation.assistantSays(content, calls);
      return null;
    }
    const request = assistantRequest(task, messages, this.#calls, assistant.settings);
    const asked = await this.#ask(assistant.caller, request, 'assistant', options);
    if ('by' in asked) return asked;
    this.#calls.set(messages.length, asked.call);
    conversation.assistantSays(asked.answer.message.text, asked.answer.message.toolCalls);
    return null;
  }

  async #letUserSpeak(options: StepOptions): Promise<StepResult | null> {
    const { conversation, user } = this;
    const { task, messages } = conversation;
    if (user.kind === 'person') return { kind: 'waiting', for: 'user' };
    if (user.kind === 'scripted') {
      conversation.userSays(scriptedUserSays(user.script, task, messages));
      return null;
    }
    const asked = await this.#ask(user.caller, userRequest(task, messages, this.#calls, user.settings), 'user', options);
    if ('by' in asked) return asked;
    const { text, toolCalls } = asked.answer.message;
    if (text.trim() === '') {
      this.#wasted.push(asked.call);
      return { kind: 'failed', by: 'user', failure: silentUser(asked.answer) };
    }
    // It has no tools: a call of one goes nowhere, and no provider takes back a call without its result.
    this.#calls.set(messages.length, toolCalls.length === 0 ? asked.call : withoutProvider(asked.call));
    conversation.userSays(text);
    return null;
  }

  async #ask(
    caller: Caller,
    request: Parameters<typeof askModel>[1],
    by: Speaker,
    { now, spentElsewhere = () => nothingSpent, ...options }: StepOptions,
  ): Promise<{ answer: ChatAnswer; call: CallDetails } | (Unanswered & { by: Speaker })> {
    const started = now();
    const asked = await askModel(caller, request, sum(this.spent(), spentElsewhere()), { ...options, turn: this.conversation.messages.length + 1 });
    if (asked.kind !== 'answered') return { ...asked, by };
    return { answer: asked.answer, call: callDetails(asked, now() - started) };
  }
}

/** `elapsed`: milliseconds. */
export function callDetails({ answer, usage, retries }: Extract<Awaited<ReturnType<typeof askModel>>, { kind: 'answered' }>, elapsed: number): CallDetails {
  const { thinking, finish, message, sent } = answer;
  const provider = message.provider && { ...message.provider, message: { ...message.provider.message } };
  return { usage, elapsed_ms: Math.max(0, Math.round(elapsed)), exchange: { thinking, finish, provider, sent: { ...sent }, retries } };
}

function withoutProvider(call: CallDetails): CallDetails {
  return { ...call, exchange: { ...call.exchange, provider: null } };
}

export function spentOn(calls: readonly CallDetails[]): Spent {
  return calls.reduce((spent, { usage, elapsed_ms }) => {
    const added = addCall(spent, tokensOf(usage), usage.cost_usd);
    return { ...added, turns: added.turns + 1, seconds: added.seconds + elapsed_ms / 1000 };
  }, nothingSpent);
}

export function sum(a: Spent, b: Spent): Spent {
  const names = Object.keys(a) as (keyof Spent)[];
  return Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as unknown as Spent;
}

export function driverOfAssistant(speaker: AssistantSpeaker): Driver {
  if (speaker.kind === 'model') return speaker.caller.driver;
  return speaker.kind === 'solution' ? { kind: 'scripted', name: 'solution' } : (speaker.driver ?? PERSON);
}

export function driverOfUser(speaker: UserSpeaker): Driver {
  if (speaker.kind === 'model') return speaker.caller.driver;
  return speaker.kind === 'scripted' ? { kind: 'scripted', name: speaker.script } : (speaker.driver ?? PERSON);
}

function settingsOf(assistant: AssistantSpeaker, user: UserSpeaker): ServiceSettings | undefined {
  const [ofAssistant, ofUser] = [settingsOfAssistant(assistant), settingsOfUser(user)];
  if (!ofAssistant && !ofUser) return undefined;
  return { ...(ofAssistant ? { assistant: ofAssistant } : {}), ...(ofUser ? { user: ofUser } : {}) };
}

/** How a model is asked; undefined where none is, or was. */
export function settingsOfAssistant(speaker: AssistantSpeaker): ServiceSettings['assistant'] {
  if (speaker.kind === 'model') return wishesOf(speaker.settings);
  return speaker.kind === 'person' ? speaker.asked : undefined;
}

export function settingsOfUser(speaker: UserSpeaker): ServiceSettings['user'] {
  if (speaker.kind === 'person') return speaker.asked;
  if (speaker.kind === 'scripted') return undefined;
  const { hasProfile, temperament } = speaker.settings.persona;
  return { ...wishesOf(speaker.settings), has_profile: hasProfile, temperament };
}

function wishesOf({ wishes: { temperature, topP, thinking }, prompt }: RoleSettings) {
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(thinking === undefined ? {} : { thinking }),
    ...(prompt === undefined ? {} : { prompt }),
  };
}

function silentUser({ finish }: ChatAnswer) {
  const message = `The customer's model wrote nothing (${finish}).`;
  return modelFailure('malformed-answer', message, 'Go on to ask it again, or give it more room to answer.', { retryable: false });
}
