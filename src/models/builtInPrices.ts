/**
 * Prices of some well-known models, as a start: edit me. Standard rates for prompts of usual length, without batch discounts,
 * surcharges for very long prompts, fees for writing caches, or promotions.
 */
import type { Price, PriceTable } from './prices.ts';

const price = (input: number, cachedInput: number | null, output: number): Price => ({ input, cachedInput, output });

export const builtInPrices: PriceTable = {
  as_of: '2026-07-04',
  note: 'Collected from price lists; they change often. Check yours and edit this table.',
  prices: {
    'openai/gpt-5.5': price(5, 0.5, 30),
    'openai/gpt-5.4': price(2.5, 0.25, 15),
    'openai/gpt-5.4-mini': price(0.75, 0.075, 4.5),
    'openai/gpt-5.4-nano': price(0.2, 0.02, 1.25),
    'anthropic/claude-opus-5': price(5, 0.5, 25),
    'anthropic/claude-opus-4-8': price(5, 0.5, 25),
    'anthropic/claude-opus-4-7': price(5, 0.5, 25),
    'anthropic/claude-sonnet-5': price(3, 0.3, 15),
    'anthropic/claude-sonnet-4-6': price(3, 0.3, 15),
    'anthropic/claude-haiku-4-5': price(1, 0.1, 5),
    'gemini/gemini-3.5-flash': price(1.5, null, 9),
    'gemini/gemini-3.1-pro-preview': price(2, null, 12),
    'gemini/gemini-3-flash-preview': price(0.5, 0.05, 3),
    'gemini/gemini-2.5-pro': price(1.25, null, 10),
    'gemini/gemini-2.5-flash': price(0.3, null, 2.5),
    'deepseek/deepseek-v4-flash': price(0.14, 0.0028, 0.28),
    'deepseek/deepseek-v4-pro': price(0.435, 0.003625, 0.87),
  },
};
