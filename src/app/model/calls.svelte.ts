/** Makes the calls that the worker asks for, with the key that the worker never sees, and shows answers as they arrive. */
import { LiveClient, type ModelClient } from '../../models/client.ts';
import type { Endpoint } from '../../models/endpoints.ts';
import { webPlatform } from '../../models/platform.ts';
import type { Retry } from '../../models/retry.ts';
import { redact } from '../../models/secrets.ts';
import type { Delta } from '../../models/types.ts';
import type { AnsweredCall, ModelCalls } from '../../../workers/pageClient.ts';

/** An answer under way. */
export interface LiveAnswer {
  readonly thinking: string;
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly text: string }[];
  /** What was tried in vain; the last one is being waited for if nothing has come since. */
  readonly retries: readonly Retry[];
}

const NOTHING_YET: LiveAnswer = { thinking: '', text: '', calls: [], retries: [] };

export const liveClient = new LiveClient(
  webPlatform({
    fetch: (url, init) => fetch(url, init),
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (timer) => clearTimeout(timer),
    now: () => performance.now(),
    random: () => Math.random(),
    browser: true,
  }),
);

/** Who answers at the moment. */
export interface Answerer {
  readonly client: ModelClient;
  readonly endpoint: Endpoint;
  readonly key: string | null;
}

export class Calls implements ModelCalls {
  /** Null while nothing is asked. */
  live = $state.raw<LiveAnswer | null>(null);
  readonly #answerer: () => Answerer;
  readonly #underWay = new Map<number, AbortController>();
  /** Not shown yet: answers come in more pieces than a screen can show. */
  #next = NOTHING_YET;
  #frame = 0;

  constructor(answerer: () => Answerer) {
    this.#answerer = answerer;
  }

  async complete(...[id, request, options]: Parameters<ModelCalls['complete']>): Promise<AnsweredCall> {
    const { client, endpoint, key } = this.#answerer();
    const controller = new AbortController();
    const retries: Retry[] = [];
    this.#underWay.set(id, controller);
    this.#show(NOTHING_YET);
    const outcome = await client.complete(endpoint, key, request, {
      ...options,
      signal: controller.signal,
      onDelta: (delta) => this.#show(extended(this.#next, delta)),
      onRetry: (retry) => {
        retries.push(retry);
        // What the failed attempt said is void.
        this.#show({ ...NOTHING_YET, retries: [...retries] });
      },
    });
    this.#underWay.delete(id);
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.live = null;
    return { outcome, retries };
  }

  cancel(id: number): void {
    this.#underWay.get(id)?.abort();
  }

  /** For when nobody is left to take the answers. */
  cancelAll(): void {
    for (const controller of this.#underWay.values()) controller.abort();
  }

  /** A model that was shown a key may repeat it, a piece at a time. */
  #withoutKeys({ thinking, text, calls, retries }: LiveAnswer): LiveAnswer {
    const { key } = this.#answerer();
    const clean = (said: string) => redact(said, key === null ? [] : [key]);
    return { thinking: clean(thinking), text: clean(text), calls: calls.map((call) => ({ ...call, text: clean(call.text) })), retries };
  }

  #show(next: LiveAnswer): void {
    this.#next = next;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.live = this.#withoutKeys(this.#next);
    });
  }
}

function extended(answer: LiveAnswer, delta: Delta): LiveAnswer {
  if (delta.type !== 'tool-call') return { ...answer, [delta.type]: answer[delta.type] + delta.text };
  const calls = [...answer.calls];
  calls[delta.index] = { name: delta.name || (calls[delta.index]?.name ?? ''), text: (calls[delta.index]?.text ?? '') + delta.text };
  return { ...answer, calls };
}
