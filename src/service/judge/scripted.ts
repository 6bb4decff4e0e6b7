/**
 * A judge without a model, for tests and demos without a key. It goes by words: a rubric is met once half of the names and
 * numbers in it came up in what the assistant said, called and found; where it has none, half of its long words, or any pair
 * of its Chinese characters. It understands nothing, so its verdict is no measure of service.
 */
import type { Message } from '../message.ts';
import { normalise } from '../search/normalise.ts';
import type { RubricState } from './rubrics.ts';
import type { Span } from './windows.ts';

export const SCRIPTED_JUDGE = 'names and numbers';

/** An answer as a model gives it, so that it goes the same road. */
export function scriptedJudgeAnswer(messages: readonly Message[], { from, to }: Span, states: readonly RubricState[]): string {
  const heard = normalise(messages.slice(0, to).flatMap(evidenceOf).join('\n'));
  const verdicts = states.flatMap(({ rubric, isMet }, i) => {
    const marks = marksOf(rubric);
    const found = marks.filter((mark) => heard.includes(normalise(mark)));
    const meetsNow = found.length > 0 && (found.length * 2 >= marks.length || HAN_PAIR.test(marks[0] ?? ''));
    if (meetsNow === isMet && from > 0) return [];
    const justification = `${found.length} of ${marks.length} found up to [${to}]: ${found.join(', ') || 'none'}`;
    return [{ rubric_idx: i + 1, justification, meetExpectation: meetsNow }];
  });
  return JSON.stringify(verdicts);
}

/** What the assistant did: its words, and the answers that its calls got. */
function evidenceOf(message: Message): string[] {
  if (message.role === 'user') return [];
  if (message.role === 'tool') return message.isError ? [] : [message.content];
  return [message.content, ...message.calls.map(({ arguments: given }) => JSON.stringify(given))];
}

const MARKS = /["“「'‘]([^"”」'’]{2,})["”」'’]|\d+(?:[.:-]\d+)*|(?<=[a-z,] )(?:[A-Z][\w’'-]+(?: (?:of |the |and )?[A-Z][\w’'-]+)*)/gu;
const HAN_PAIR = /^\p{Script=Han}{2}$/u;
const LONG_WORDS = /\p{Script=Latin}{6,}|\p{Script=Han}{2}/gu;

/** Quoted words, numbers, and names that do not begin a sentence; without any, long words and pairs of characters. */
function marksOf(rubric: string): string[] {
  const marks = [...rubric.matchAll(MARKS)].map(([all, quoted]) => quoted ?? all);
  return [...new Set(marks.length > 0 ? marks : (rubric.match(LONG_WORDS) ?? []))];
}
