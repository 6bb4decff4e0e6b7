/** A model client that writes down what another one asks and answers. */
import { canonicalJson, type Json } from '../core/json.ts';
import { hashOf, neutralRequest, type Cassette, type CassetteEntry } from './cassetteFormat.ts';
import type { CompleteOptions, ModelClient } from './client.ts';
import type { Endpoint } from './endpoints.ts';
import type { Outcome } from './failures.ts';
import { cleanForeign } from './secrets.ts';
import type { ChatAnswer, ChatRequest } from './types.ts';
import { objects, text } from './wire/reading.ts';

export class Recording implements ModelClient {
  readonly #inner: ModelClient;
  readonly #labels: { readonly label: string; readonly made_with: string };
  readonly #keys = new Set<string>();
  readonly #pool: Json[] = [];
  readonly #places = new Map<string, number>();
  readonly #entries: CassetteEntry[] = [];

  /** `madeWith` says what answers: a model's name, or "scripted driver" where no model does. */
  constructor(inner: ModelClient, { label, madeWith }: { label: string; madeWith: string }) {
    this.#inner = inner;
    this.#labels = { label, made_with: madeWith };
  }

  async complete(endpoint: Endpoint, key: string | null, request: ChatRequest, options?: CompleteOptions): Promise<Outcome<ChatAnswer>> {
    const outcome = await this.#inner.complete(endpoint, key, request, options);
    if (key !== null) this.#keys.add(key);
    if (outcome.ok) this.#add(request, outcome.value);
    return outcome;
  }

  /** So far. Failed calls are not on it. */
  cassette(): Cassette {
    return { format: 'longrun-cassette', version: 1, ...this.#labels, pool: [...this.#pool], entries: [...this.#entries] };
  }

  #add(request: ChatRequest, answer: ChatAnswer): void {
    const keys = [...this.#keys];
    const neutral = neutralRequest(request, keys);
    const { model, system, tools, messages, ...settings } = neutral;
    this.#entries.push({
      request_hash: hashOf(neutral),
      request: {
        model: text(model) ?? '',
        system: this.#place(system ?? ''),
        tools: this.#place(tools ?? []),
        messages: objects(messages).map((message) => this.#place(message)),
        settings,
      },
      // A model may have been shown a key, and repeat it.
      answer: cleanForeign(answer as unknown as Json, keys).value as unknown as CassetteEntry['answer'],
    });
  }

  #place(value: Json): number {
    const written = canonicalJson(value);
    const known = this.#places.get(written);
    if (known !== undefined) return known;
    this.#places.set(written, this.#pool.length);
    return this.#pool.push(value) - 1;
  }
}
