/** Messages as a reader takes them in: a call and its answer are one. */
import type { ToolCall } from '../../../service/message.ts';
import type { ShownCall, ShownJudgement, ShownMessage } from '../../../../workers/service/messages.ts';

export type Entry = Said | Called;

interface Placed {
  readonly key: string;
  /** How many messages there were before the one that this is part of. */
  readonly before: number;
  /** What the message took, at its first entry; null at its others, and where no model said it. */
  readonly model: ShownCall | null;
}

export interface Said extends Placed {
  readonly kind: 'user' | 'assistant';
  readonly content: string;
  /** Of the assistant: the customer was told it. */
  readonly isSeen: boolean;
}

export interface Called extends Placed {
  readonly kind: 'call';
  readonly call: ToolCall;
  readonly answer: Extract<ShownMessage, { role: 'tool' }> | null;
  /** How many messages there were once it was answered. */
  readonly after: number;
}

/** A window of which the judge said nothing that can be read. */
export interface Unreadable {
  readonly kind: 'unreadable';
  readonly key: string;
  readonly judge: string;
  /** Messages, counted from 1. */
  readonly from: number;
  readonly to: number;
}

export function entriesOf(messages: readonly ShownMessage[]): Entry[] {
  return messages.flatMap((message, before): Entry[] => {
    if (message.role === 'tool') return [];
    const calls = message.role === 'assistant' ? message.calls : [];
    const isSeen = message.role === 'user' || message.isSeen;
    const saysSomething = message.content !== '' || calls.length === 0;
    const said: Said = { key: `${before}`, before, model: message.call, kind: message.role, content: message.content, isSeen };
    const called = calls.map((call, i): Called => {
      const answer = messages[before + 1 + i];
      const model = i === 0 && !saysSomething ? message.call : null;
      return { key: `${before}.${i}`, before, model, kind: 'call', call, answer: answer?.role === 'tool' ? answer : null, after: before + 2 + i };
    });
    return saysSomething ? [said, ...called] : called;
  });
}

/** Tools' errors and what no judge could be understood of, in the order of the messages. */
export function failuresOf(entries: readonly Entry[], judgements: readonly ShownJudgement[]): (Called | Unreadable)[] {
  const errors = entries.filter((entry) => entry.kind === 'call' && entry.answer?.isError === true) as Called[];
  const unreadable = judgements.flatMap(({ judge, windows }, i) =>
    windows.flatMap(({ from, to, quality }): Unreadable[] =>
      quality === 'unreadable' ? [{ kind: 'unreadable', key: `judge ${i} ${from}`, judge: judge.name, from: from + 1, to }] : [],
    ),
  );
  const placeOf = (entry: Called | Unreadable) => (entry.kind === 'call' ? entry.after : entry.to);
  return [...errors, ...unreadable].sort((a, b) => placeOf(a) - placeOf(b));
}
