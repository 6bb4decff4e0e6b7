/** Messages that speak to the judge, or of its work: it is told to take them for evidence only, and they are counted. */
import type { Message } from '../message.ts';

const SIGNS =
  /meetExpectation|rubric_idx|\b(?:rubrics?|judge|grader|evaluator)\b.{0,80}\b(?:met|true|pass(?:ed)?|satisfied|fulfilled|score)\b|\b(?:ignore|disregard|forget)\b.{0,40}\b(?:instructions?|rubrics?|rules)\b|评分标准|评委|评审|(?:忽略|无视).{0,10}(?:指令|要求|说明|标准)/isu;

/** Their places, counted from 0. */
export function addressedToJudge(messages: readonly Message[]): number[] {
  return messages.flatMap((message, place) => (SIGNS.test(textOf(message)) ? [place] : []));
}

function textOf(message: Message): string {
  const calls = message.role === 'assistant' ? message.calls.map(({ name, arguments: given }) => `${name} ${JSON.stringify(given)}`) : [];
  return [message.content, ...calls].join('\n');
}
