/** Every text of the page, by name: `texts/en` has the names. `{words}` in braces are filled in. Follows the language at once. */
import type { Domain } from '../startup/domains.ts';
import { language, type TextName } from './language.svelte.ts';

export type { TextName };

export function text(name: TextName, values: Readonly<Record<string, string | number>> = {}): string {
  return language.words.texts[name].replace(/\{(\w+)\}/g, (braces, word: string) => String(values[word] ?? braces));
}

/** `a, b, c` */
export function listed(items: readonly string[]): string {
  return items.join(text('listComma'));
}

/** `label: value` */
export function labelled(label: string, value: string): string {
  return text('labelled', { label, value });
}

export function domainName(domain: Domain): string {
  return text(`domain_${domain}`);
}

/** A ledger category in words; one that this page does not know is shown as it is. */
export function ledgerEvent(category: string): string {
  const name = `ledger_${category}`;
  return name in language.words.texts ? text(name as TextName) : category;
}

/** What the engine says of its presets and bots; words that are not its own are shown as they are. */
export function engineText(words: string): string {
  const { engineWords } = language.words;
  return Object.hasOwn(engineWords, words) ? (engineWords[words] ?? words) : words;
}
