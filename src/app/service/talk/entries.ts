/** Messages as a reader takes them in: a call and its answer are one. */
import type { ToolCall } from '../../../service/message.ts';
import type { ShownMessage } from '../../../../workers/service/messages.ts';

export type Entry = Said | Called;

interface Placed {
  readonly key: string;
  /** How many messages there were before the one that this is part of. */
  readonly before: number;
}

export interface Said extends Placed {
  readonly kind: 'user' | 'assistant';
  readonly content: string;
}

export interface Called extends Placed {
  readonly kind: 'call';
  readonly call: ToolCall;
  readonly answer: Extract<ShownMessage, { role: 'tool' }> | null;
  /** How many messages there were once it was answered. */
  readonly after: number;
}

export function entriesOf(messages: readonly ShownMessage[]): Entry[] {
  return messages.flatMap((message, before): Entry[] => {
    if (message.role === 'tool') return [];
    const calls = message.role === 'assistant' ? message.calls : [];
    const said: Said = { key: `${before}`, before, kind: message.role, content: message.content };
    const called = calls.map((call, i): Called => {
      const answer = messages[before + 1 + i];
      return { key: `${before}.${i}`, before, kind: 'call', call, answer: answer?.role === 'tool' ? answer : null, after: before + 2 + i };
    });
    return message.content !== '' || calls.length === 0 ? [said, ...called] : called;
  });
}
