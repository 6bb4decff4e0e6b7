/**
 * A user without a model (spec vita §4, "Scripted users"). What it says next follows from the conversation alone, so it can be
 * taken up anywhere. It does not listen: that takes a model or a person.
 */
import { STOP_MARK, type Message } from './message.ts';
import type { ServiceTask } from './taskFile/index.ts';
import type { Language } from './types.ts';

/**
 * `sentences`: says the instruction sentence by sentence, one after each answer, and stops once the last is answered.
 * `at-once`: says all of it, then only to go on; the assistant has to stop (spec vita §4, "no interaction").
 */
export const SCRIPTED_USERS = ['sentences', 'at-once'] as const;
export type ScriptedUser = (typeof SCRIPTED_USERS)[number];

const LAST_WORDS: Readonly<Record<Language, string>> = { english: 'Thank you, that is all.', chinese: '谢谢，没有别的事了。' };
const GO_ON: Readonly<Record<Language, string>> = { english: 'Please go on.', chinese: '请继续。' };

export function scriptedUserSays(kind: ScriptedUser, { instructions, language }: ServiceTask, messages: readonly Message[]): string {
  const said = messages.filter(({ role }) => role === 'user').length;
  if (kind === 'at-once') return said === 0 ? instructions : GO_ON[language];
  return sentencesOf(instructions)[said] ?? `${LAST_WORDS[language]} ${STOP_MARK}`;
}

/** A full stop within a number or a word ends nothing. */
const ENDS = /(?<=[.!?]["'”’)]?)\s+|(?<=[。！？][”’）]?)(?![”’）])\s*|\s*\n\s*/u;

/** In order, trimmed, none empty. Joined by spaces they say what the text says. */
export function sentencesOf(text: string): string[] {
  return text.split(ENDS).map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}
