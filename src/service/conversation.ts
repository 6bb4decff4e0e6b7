/** A conversation in a task's world (spec vita §4): who speaks next, what the tools answered, and when it is over. */
import { failure, success, type Result } from '../core/result.ts';
import { STOP_MARK, type Message, type Termination, type ToolCall, type ToolMessage } from './message.ts';
import type { ServiceTask } from './taskFile/index.ts';
import { callTool } from './tools/index.ts';
import type { Language } from './types.ts';
import { composed, hashOf, type RowChange } from './world/journal.ts';
import { World } from './world/world.ts';

export interface Limits {
  /** Steps: a message of the user or the assistant, or all answers to one message's calls. */
  readonly steps: number;
  /** Tool answers that are errors. */
  readonly errors: number;
  /** Messages of the assistant that neither say nor call anything. */
  readonly empty: number;
}

export const DEFAULT_LIMITS: Limits = { steps: 300, errors: 10, empty: 3 };
/** For a person, who may try things out. */
export const PATIENT_LIMITS: Limits = { steps: 100_000, errors: 100_000, empty: 3 };

/** The assistant's first words, the same in every conversation. */
const GREETING: Readonly<Record<Language, string>> = {
  english: 'Hello, this is your assistant for food, shops and travel. How can I help?',
  chinese: '您好，我是您的生活服务助手，外卖、到店、出行都可以找我。请问有什么需要？',
};

export class Conversation {
  readonly task: ServiceTask;
  readonly seed: string;
  readonly limits: Limits;
  readonly world: World;
  readonly #messages: Message[];
  #termination: Termination | null = null;
  #steps = 0;

  private constructor(task: ServiceTask, seed: string, limits: Limits, world: World) {
    this.task = task;
    this.seed = seed;
    this.limits = limits;
    this.world = world;
    this.#messages = [{ role: 'assistant', content: GREETING[task.language], calls: [] }];
  }

  /** Opens with the greeting. `seed`: see `World.open`. */
  static async open(task: ServiceTask, seed: string, limits: Limits = DEFAULT_LIMITS): Promise<Conversation> {
    return new Conversation(task, seed, limits, await World.open(task, seed));
  }

  get messages(): readonly Message[] {
    return this.#messages;
  }

  /** Null while it goes on. */
  get termination(): Termination | null {
    return this.#termination;
  }

  /** Who speaks next; null: it is over. */
  get turn(): 'user' | 'assistant' | null {
    if (this.#termination) return null;
    const last = this.#messages.at(-1);
    return last?.role === 'assistant' && last.content.trim() !== '' ? 'user' : 'assistant';
  }

  /** Error code: `not-your-turn`. */
  userSays(content: string): Result<null> {
    if (this.turn !== 'user') return this.#notYourTurn('user');
    this.#messages.push({ role: 'user', content });
    this.#end(content, 'user_stop');
    return success(null);
  }

  /** What the assistant says and calls; its calls are made, one after the other. Error code: `not-your-turn`. */
  assistantSays(content: string, calls: readonly ToolCall[] = []): Result<null> {
    if (this.turn !== 'assistant') return this.#notYourTurn('assistant');
    this.#messages.push({ role: 'assistant', content, calls });
    this.#end(content, 'agent_stop');
    if (this.#termination || calls.length === 0) return success(null);
    for (const call of calls) this.#messages.push(this.#made(call));
    this.#end('', 'agent_stop');
    return success(null);
  }

  /** What the steps between two messages changed, as if it were one step; `from` and `to` count messages, `from` ≤ `to`. */
  changes(from: number, to: number): RowChange[] {
    return composed(this.#messages.slice(from, to).map((message) => (message.role === 'tool' ? message.changes : [])));
  }

  /** Of the world after so many messages: 32 hex digits. */
  hashAfter(messages: number): string {
    return hashOf(this.changes(0, messages));
  }

  /** The same conversation up to so many messages, in a world of its own; messages of one step stay together. */
  async upTo(count: number): Promise<Conversation> {
    const earlier = await Conversation.open(this.task, this.seed, this.limits);
    for (const message of this.#messages.slice(1, count)) repeatIn(earlier, message);
    return earlier;
  }

  close(): void {
    this.world.close();
  }

  #made({ id, name, arguments: given }: ToolCall): ToolMessage {
    const { content, isError } = callTool(this.world, name, given);
    return { role: 'tool', id, name, content, isError, changes: this.world.journal.take() };
  }

  /** Counts a step, and ends the conversation where it has to end. */
  #end(content: string, stop: Termination): void {
    this.#steps++;
    const count = (counts: (message: Message) => boolean) => this.#messages.filter(counts).length;
    if (content.includes(STOP_MARK)) this.#termination = stop;
    else if (count(isEmpty) >= this.limits.empty) this.#termination = 'invalid_agent_message';
    else if (count((message) => message.role === 'tool' && message.isError) >= this.limits.errors) this.#termination = 'too_many_errors';
    else if (this.#steps >= this.limits.steps) this.#termination = 'max_steps';
  }

  #notYourTurn(who: 'user' | 'assistant'): Result<never> {
    const message = this.turn === null ? `the conversation is over (${this.#termination})` : `it is the ${this.turn}'s turn`;
    return failure('not-your-turn', `the ${who} cannot speak now: ${message}`);
  }
}

/** Says again what a message said; those of tools are answered anew by the assistant's. */
export function repeatIn(conversation: Conversation, message: Pick<Message, 'role' | 'content'> & { readonly calls?: readonly ToolCall[] }): Result<null> {
  if (message.role === 'user') return conversation.userSays(message.content);
  if (message.role === 'assistant') return conversation.assistantSays(message.content, message.calls);
  return success(null);
}

function isEmpty(message: Message): boolean {
  return message.role === 'assistant' && message.content.trim() === '' && message.calls.length === 0;
}
