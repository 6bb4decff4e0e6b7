/** Values that a parameter may be meant to have: those that tools have told under its name. */
import type { ShownMessage, TaskCard } from '../../../../workers/service/messages.ts';

const TOLD = /\b(\w+_(?:id|name|time|date|city)|address|date|city)\s?[=:]\s?'?([^,'")\n[\]]+)/g;
const MOST = 50;

/** Newest first, none twice; of a list, for each of its items. */
export function suggestionsFor(parameter: string, { userId }: TaskCard, messages: readonly ShownMessage[]): readonly string[] {
  const name = parameter.replace(/s$/, '');
  const told = messages.flatMap(({ role, content }) => (role === 'tool' ? [...content.matchAll(TOLD)] : []));
  const values = told.filter(([, under]) => under === name).map(([, , value = '']) => value.trim()).reverse();
  return [...new Set(name === 'user_id' ? [userId, ...values] : values)].slice(0, MOST);
}
