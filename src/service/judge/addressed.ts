/** Messages that speak to the judge, or of its work: it is told to take them for evidence only, and they are counted. */
import type { Message, ToolCall } from '../message.ts';

/** Whatever has come of a message. */
type Said = Pick<Message, 'role' | 'content'> & { readonly calls?: readonly ToolCall[] };

const SIGNS =
  /meetExpectation|rubric_idx|\b(?:rubrics?|judge|grader|evaluator)\b.{0,80}\b(?:met|true|pass(?:ed)?|satisfied|fulfilled|score)\b|\b(?:ignore|disregard|forget)\b.{0,40}\b(?:instructions?|rubrics?|rules)\b|评分标准|评委|评审|(?:忽略|无视).{0,10}(?:指令|要求|说明|标准)/isu;

/** Their places, counted from 0. */
export function addressedToJudge(messages: readonly Said[]): number[] {
  return messages.flatMap((message, place) => (SIGNS.test(textOf(message)) ? [place] : []));
}

function textOf({ content, calls = [] }: Said): string {
  return [content, ...calls.map(({ name, arguments: given }) => `${name} ${JSON.stringify(given)}`)].join('\n');
}
