/** On which terms models are called: prices, caps, prompts of the user's own. */
import type { Command } from 'commander';
import { failure, success, type Result } from '../core/result.ts';
import type { Caps } from '../models/budget.ts';
import { builtInPrices } from '../models/builtInPrices.ts';
import { readPriceTable, type PriceTable } from '../models/prices.ts';
import { decodeJson } from '../rollout/file.ts';
import { readBytes } from './files.ts';
import { positiveNumber, wholeNumber } from './scenario.ts';

export interface TermOptions {
  readonly prices?: string;
  readonly maxTurns?: number;
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly maxMinutes?: number;
}

/** `turns`: what a turn is in this arena. */
export function addTermOptions(command: Command, turns: string): Command {
  return command
    .option('--prices <file>', 'prices of your own: {"as_of": "2026-07-04", "prices": {"openai/x": {"input": 1, "cachedInput": null, "output": 5}}}')
    .option('--max-turns <n>', `pause after this many ${turns}`, wholeNumber(1, 1e9))
    .option('--max-tokens <n>', 'pause when this many tokens are used', wholeNumber(1, 1e12))
    .option('--max-cost <usd>', 'pause when this much is spent', positiveNumber)
    .option('--max-minutes <n>', "pause when the models' answers have taken this long", positiveNumber);
}

export function capsOf({ maxTurns, maxTokens, maxCost, maxMinutes }: TermOptions): Caps {
  return { turns: maxTurns ?? null, tokens: maxTokens ?? null, costUsd: maxCost ?? null, seconds: maxMinutes === undefined ? null : maxMinutes * 60 };
}

/** The built-in table, with the user's own prices over it. Error codes: those of files, `price-table`. */
export async function pricesOf({ prices: path }: TermOptions): Promise<Result<PriceTable>> {
  if (path === undefined) return success(builtInPrices);
  const bytes = await readBytes(path);
  const json = bytes.ok ? decodeJson(bytes.value, path) : bytes;
  const table = json.ok ? readPriceTable(json.value) : json;
  if (!table.ok) return table.where === path ? table : { ...table, where: [path, table.where].filter((part) => part).join(': ') };
  return success({ ...table.value, prices: { ...builtInPrices.prices, ...table.value.prices } });
}

/** Error codes: those of files, `prompt-empty`. */
export async function readPrompt(path: string): Promise<Result<string>> {
  const bytes = await readBytes(path);
  if (!bytes.ok) return bytes;
  const text = new TextDecoder().decode(bytes.value);
  return text.trim() === '' ? failure('prompt-empty', 'the prompt is empty', path) : success(text);
}
