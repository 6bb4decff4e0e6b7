/** The models an endpoint offers, where it has a list. */
import type { JsonObject } from '../core/json.ts';
import { success } from '../core/result.ts';
import { checkKey, parseBody, refusedWith } from './attempt.ts';
import { familyOf, headersFor, type Endpoint } from './endpoints.ts';
import { malformedAnswer, type Outcome } from './failures.ts';
import { exchange, readText } from './http.ts';
import type { Platform } from './platform.ts';
import type { Price } from './prices.ts';
import { count, object, objects, text } from './wire/reading.ts';

export interface ListedModel {
  readonly id: string;
  readonly label: string;
  readonly contextTokens: number | null;
  /** Where the list tells it (OpenRouter). */
  readonly price: Price | null;
}

const LIST_TIMEOUT_MS = 30_000;

/** In alphabetical order. Failures: those of a call; without a key where one is needed, `bad-key`. */
export async function listModels(
  platform: Platform,
  endpoint: Endpoint,
  givenKey: string | null,
  { signal, timeoutMs = LIST_TIMEOUT_MS }: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<Outcome<ListedModel[]>> {
  const { modelsPath, modelsNeedKey } = familyOf(endpoint);
  const key = givenKey?.trim() || null;
  const unfit = key !== null || modelsNeedKey ? checkKey(endpoint, key) : null;
  if (unfit) return unfit;
  const headers = headersFor(endpoint, key, { browser: platform.browser, json: false });
  const options = { platform, endpoint, key, signal, timeoutMs };
  return exchange({ method: 'GET', url: endpoint.baseUrl + modelsPath, headers }, options, async (response) => {
    if (response.status < 200 || response.status > 299) return refusedWith(response, options, null);
    const body = parseBody(await readText(response), endpoint);
    if (!body.ok) return body;
    const listed = body.value['data'] ?? body.value['models'];
    if (!Array.isArray(listed)) return malformedAnswer(endpoint, 'something other than a list of models', false);
    const models = objects(listed).filter(canChat).map(readModel).filter(({ id }) => id !== '');
    return success(models.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)));
  });
}

/** Gemini lists models for other purposes, too, and says which. */
function canChat({ supportedGenerationMethods: methods }: JsonObject): boolean {
  return !Array.isArray(methods) || methods.includes('generateContent');
}

function readModel(entry: JsonObject): ListedModel {
  const id = text(entry['id']) ?? text(entry['name'])?.replace(/^models\//, '') ?? '';
  const label = text(entry['display_name']) ?? text(entry['displayName']) ?? (entry['id'] === undefined ? null : text(entry['name']));
  return {
    id,
    label: label ?? id,
    contextTokens: count(entry['context_length']) ?? count(entry['inputTokenLimit']) ?? count(entry['max_model_len']) ?? count(entry['context_window']),
    price: readPrice(object(entry['pricing'])),
  };
}

/** OpenRouter tells USD per token, as texts; -1 stands for "it depends". */
function readPrice(pricing: JsonObject): Price | null {
  const perMillion = (field: string): number | null => {
    const value = text(pricing[field]);
    // Rounded, since 0.0000025 × 1e6 is not quite 2.5.
    return value === null || value.trim() === '' ? null : count(Math.round(Number(value) * 1e12) / 1e6);
  };
  const [input, output] = [perMillion('prompt'), perMillion('completion')];
  return input === null || output === null ? null : { input, cachedInput: perMillion('input_cache_read'), output };
}
