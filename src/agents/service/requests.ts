/** What each side's model is asked: each sees a part of the conversation, and none sees the other's prompt (spec vita §4). */
import { toolsOf } from '../../service/catalogue/index.ts';
import { functionTool } from '../../service/catalogue/schema.ts';
import type { Message } from '../../service/message.ts';
import { assistantPrompt } from '../../service/prompts/assistant.ts';
import { userPrompt, type Persona } from '../../service/prompts/user.ts';
import type { ServiceTask } from '../../service/taskFile/types.ts';
import type { ChatMessage, ChatRequest, ProviderMessage } from '../../models/types.ts';
import type { CallDetails } from '../../rollout/service/details.ts';
import type { Wishes } from '../modelCall.ts';

/** Kept of the models' calls, by the place of the message. */
export type Calls = ReadonlyMap<number, CallDetails>;

export interface RoleSettings {
  readonly wishes: Wishes;
  /** In place of the usual template. */
  readonly prompt?: string;
}

export interface UserSettings extends RoleSettings {
  readonly persona: Persona;
}

/** The greeting stands in the prompt, as most providers want the user to begin. Messages that say nothing are left out. */
export function assistantRequest(task: ServiceTask, messages: readonly Message[], calls: Calls, { wishes, prompt }: RoleSettings): ChatRequest {
  const [greeting, ...rest] = messages;
  return {
    ...wishes,
    system: assistantPrompt(task, greeting?.content ?? '', prompt),
    messages: rest.flatMap((message, i): ChatMessage[] => {
      if (message.role === 'user') return [{ role: 'user', text: message.content }];
      if (message.role === 'tool') return [toolResult(message)];
      if (message.content.trim() === '' && message.calls.length === 0) return [];
      return [{ role: 'assistant', text: message.content, toolCalls: message.calls, provider: providerOf(calls, i + 1) }];
    }),
    tools: toolsOf(task.domains).map((tool) => functionTool(tool, task.language)),
  };
}

/** Roles are flipped; of the assistant it sees only what was said to it. */
export function userRequest(task: ServiceTask, messages: readonly Message[], calls: Calls, { wishes, prompt, persona }: UserSettings): ChatRequest {
  return {
    ...wishes,
    system: userPrompt(task, persona, prompt),
    messages: messages.flatMap((message, place): ChatMessage[] => {
      if (!isSeenByUser(message)) return [];
      if (message.role === 'assistant') return [{ role: 'user', text: message.content }];
      return [{ role: 'assistant', text: message.content, toolCalls: [], provider: providerOf(calls, place) }];
    }),
    tools: [],
  };
}

/** Tools' answers, and what the assistant says while it calls some, are not for the customer. */
export function isSeenByUser(message: Message): boolean {
  if (message.role !== 'assistant') return message.role === 'user';
  return message.calls.length === 0 && message.content.trim() !== '';
}

function toolResult({ id, name, content, isError }: Extract<Message, { role: 'tool' }>): ChatMessage {
  return { role: 'toolResult', callId: id, name, text: content, ...(isError ? { isError: true } : {}) };
}

function providerOf(calls: Calls, place: number): ProviderMessage | null {
  return (calls.get(place)?.exchange.provider ?? null) as ProviderMessage | null;
}
