/** An assistant without a model: walks the solution that comes with a task, whatever the user says. */
import { isDict, isList, type Plain, type PlainDict } from '../core/plain.ts';
import type { Json, JsonObject } from '../core/json.ts';
import type { Conversation } from './conversation.ts';
import { STOP_MARK, type Message, type ToolCall } from './message.ts';
import { scriptedUserSays } from './scriptedUser.ts';
import type { ServiceTask } from './taskFile/index.ts';

/** `{{order:2}}` stands for the id that was issued second, to whatever kind of order. */
const ISSUED = /\{\{order:(\d+)\}\}/g;
const NEW_ID = /\b(?:order_id:|book_id=|reservation_id=)(O[TIO][0-9a-f]{10})\b/g;

export interface Said {
  readonly content: string;
  readonly calls: readonly ToolCall[];
}

/** Its next step, a message each, and the stop mark after the last: it follows from the conversation alone. */
export function scriptedAssistantSays({ solution = [] }: ServiceTask, messages: readonly Message[]): Said {
  const done = messages.filter(({ role }) => role === 'assistant').length - 1;
  const step = solution[done];
  if (!step) return { content: STOP_MARK, calls: [] };
  if ('reply' in step) return { content: step.reply, calls: [] };
  const given = withIds(step.arguments, issuedIn(messages)) as JsonObject;
  return { content: '', calls: [{ id: `call-${done + 1}`, name: step.tool, arguments: given }] };
}

/** Whether the assistant has said and called so far what the solution would have, and there is more of it. */
export function isOnSolution(task: ServiceTask, messages: readonly Message[]): boolean {
  const key = ({ content, calls }: Said) => JSON.stringify([content, calls.map(({ name, arguments: given }) => [name, given])]);
  return (
    task.solution !== undefined &&
    messages.every((message, i) => i === 0 || message.role !== 'assistant' || key(message) === key(scriptedAssistantSays(task, messages.slice(0, i))))
  );
}

/** Walks the solution to its end, with a user who says everything at once. It stops at no refusal, so look at the answers. */
export function walkSolution(conversation: Conversation): void {
  const { task } = conversation;
  for (let { turn } = conversation; turn; { turn } = conversation) {
    const { messages } = conversation;
    if (turn === 'user') conversation.userSays(scriptedUserSays('at-once', task, messages));
    else {
      const { content, calls } = scriptedAssistantSays(task, messages);
      conversation.assistantSays(content, calls);
    }
  }
}

/** Ids of orders, bookings and reservations in the order in which answers first showed them. */
function issuedIn(messages: readonly Message[]): string[] {
  const ids = messages.flatMap(({ role, content }) => (role === 'tool' ? [...content.matchAll(NEW_ID)].map(([, id = '']) => id) : []));
  return [...new Set(ids)];
}

/** Arguments as tools take them: plain values of JavaScript. A number that was never issued stays as it is. */
function withIds(value: Plain | PlainDict, issued: readonly string[]): Json {
  if (typeof value === 'string') return value.replace(ISSUED, (mark, number: string) => issued[Number(number) - 1] ?? mark);
  if (typeof value === 'bigint') return Number(value);
  if (isList(value)) return value.map((item) => withIds(item, issued));
  if (isDict(value)) return Object.fromEntries([...value].map(([key, item]) => [key, withIds(item, issued)]));
  return value;
}
