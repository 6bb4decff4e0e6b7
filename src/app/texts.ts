/** Every text of the page, by name: `texts/en` has the names. `{words}` in braces are filled in. */
import type { Domain } from '../startup/domains.ts';
import { english } from './texts/en/index.ts';

export type TextName = keyof typeof english;

export function text(name: TextName, values: Readonly<Record<string, string | number>> = {}): string {
  return english[name].replace(/\{(\w+)\}/g, (braces, word: string) => String(values[word] ?? braces));
}

export function domainName(domain: Domain): string {
  return text(`domain_${domain}`);
}

/** A ledger category in words; one that this page does not know is shown as it is. */
export function ledgerEvent(category: string): string {
  const name = `ledger_${category}`;
  return name in english ? text(name as TextName) : category;
}
