/** A model client that answers from a cassette: no network, no key, no model. */
import { canonicalJson, firstDifference, type Json, type JsonObject } from '../core/json.ts';
import { expand, hashOf, neutralRequest, type Cassette } from './cassetteFormat.ts';
import type { CompleteOptions, ModelClient } from './client.ts';
import type { Endpoint } from './endpoints.ts';
import { cancelled, modelFailure, quoted, type ModelFailure, type Outcome } from './failures.ts';
import type { ChatAnswer, ChatRequest, Delta } from './types.ts';

export class Replaying implements ModelClient {
  readonly #cassette: Cassette;
  /** Answers not yet given, by request. */
  readonly #left = new Map<string, ChatAnswer[]>();
  #calls = 0;

  constructor(cassette: Cassette) {
    this.#cassette = cassette;
    for (const { request_hash, answer } of cassette.entries) {
      this.#left.set(request_hash, [...(this.#left.get(request_hash) ?? []), answer]);
    }
  }

  /** Endpoint and key are not looked at. Failures: `cassette-miss`, `cancelled`. */
  async complete(_endpoint: Endpoint, key: string | null, request: ChatRequest, options: CompleteOptions = {}): Promise<Outcome<ChatAnswer>> {
    if (options.signal?.aborted) return cancelled();
    const call = ++this.#calls;
    const neutral = neutralRequest(request);
    const answers = this.#left.get(hashOf(neutral));
    const answer = answers?.shift();
    if (!answer) return this.#miss(neutral, options.turn === undefined ? `Call ${call}` : `Turn ${options.turn}`, call, answers !== undefined, key);
    const { onDelta } = options;
    if (onDelta) for (const delta of deltasOf(answer)) onDelta(delta);
    return { ok: true, value: answer };
  }

  #miss(neutral: JsonObject, which: string, call: number, usedUp: boolean, key: string | null): ModelFailure {
    const { label, entries } = this.#cassette;
    const advice = 'A cassette replays one run only: take the same preset, seed, prompt and settings, or connect a model.';
    const start = `${which}: the cassette "${label}" has no${usedUp ? ' further' : ''} answer to this request`;
    if (usedUp) return modelFailure('cassette-miss', `${start}: all that were recorded are played.`, advice);
    const nearest = this.#nearest(neutral, call);
    if (!nearest) return modelFailure('cassette-miss', `${start}: it is empty.`, advice);
    const difference = firstDifference(nearest.request, neutral);
    const [expected, got] = excerpts(difference?.expected, difference?.got).map((text) => quoted(text, key));
    const where = `the nearest of ${entries.length} recorded requests, number ${nearest.place + 1}, differs at ${difference?.path}`;
    return modelFailure('cassette-miss', `${start}: ${where}: recorded ${expected}, now ${got}.`, advice);
  }

  /** The one with most of its messages in common, from the first on; of several, the one recorded nearest to this call. */
  #nearest(neutral: JsonObject, call: number): { request: JsonObject; place: number } | null {
    const now = (neutral['messages'] as readonly Json[]).map(canonicalJson);
    const texts = this.#cassette.pool.map(canonicalJson);
    let best: { place: number; common: number; distance: number } | null = null;
    for (const [place, { request }] of this.#cassette.entries.entries()) {
      const unlike = request.messages.findIndex((pooled, i) => texts[pooled] !== now[i]);
      const common = unlike < 0 ? request.messages.length : unlike;
      const distance = Math.abs(place - (call - 1));
      if (!best || common > best.common || (common === best.common && distance < best.distance)) best = { place, common, distance };
    }
    const entry = best && this.#cassette.entries[best.place];
    return best && entry ? { request: expand(this.#cassette, entry), place: best.place } : null;
  }
}

function deltasOf({ message, thinking }: ChatAnswer): Delta[] {
  const calls = message.toolCalls.map(({ name, arguments: given }, index): Delta => ({ type: 'tool-call', index, name, text: JSON.stringify(given) }));
  const said: Delta[] = [
    { type: 'thinking', text: thinking },
    { type: 'text', text: message.text },
  ];
  return [...said.filter(({ text }) => text !== ''), ...calls];
}

const EXCERPT = 80;

/** Long texts are shown from a little before the place where they part. */
function excerpts(expected: Json | undefined, got: Json | undefined): [string, string] {
  const shown = (value: Json | undefined): string => (value === undefined ? 'nothing' : JSON.stringify(value));
  const [one, other] = [shown(expected), shown(got)];
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const from = Math.max(0, at - 20);
  const cut = (text: string): string => `${from > 0 ? '…' : ''}${text.slice(from, from + EXCERPT)}${text.length > from + EXCERPT ? '…' : ''}`;
  return [cut(one), cut(other)];
}
