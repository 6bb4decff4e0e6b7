/** Calls of models that a worker asks for and the page makes: keys and the network are none of a worker's business. */
import type { CompleteOptions, ModelClient } from '../src/models/client.ts';
import { cancelled, type Outcome } from '../src/models/failures.ts';
import type { Retry } from '../src/models/retry.ts';
import type { ChatAnswer, ChatRequest } from '../src/models/types.ts';

/** What the worker asks the page, which alone has keys and the network, to do for a model's run. */
export interface ModelCalls {
  /** Retries are shown by the page as they happen, and recorded by the worker afterwards. */
  complete(id: number, request: ChatRequest, options: Pick<CompleteOptions, 'turn' | 'timeoutMs' | 'retry'>): Promise<AnsweredCall>;
  /** The call ends as `cancelled`, if it has not ended yet. */
  cancel(id: number): void | Promise<void>;
}

export interface AnsweredCall {
  readonly outcome: Outcome<ChatAnswer>;
  readonly retries: readonly Retry[];
}

/** Calls are numbered through a whole worker, so that a cancel never hits another client's. */
let count = 0;

/** A signal cannot cross to the page: a number does, and a word to cancel it. */
export class PageClient implements ModelClient {
  readonly #calls: ModelCalls;

  constructor(calls: ModelCalls) {
    this.#calls = calls;
  }

  async complete(_endpoint: unknown, _key: unknown, request: ChatRequest, options: CompleteOptions = {}): Promise<Outcome<ChatAnswer>> {
    const { signal, onRetry, turn, timeoutMs, retry } = options;
    const id = ++count;
    const cancel = () => void this.#calls.cancel(id);
    signal?.addEventListener('abort', cancel, { once: true });
    const { outcome, retries } = await this.#calls.complete(id, request, {
      ...(turn === undefined ? {} : { turn }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(retry === undefined ? {} : { retry }),
    });
    signal?.removeEventListener('abort', cancel);
    // An answer that crosses with the word to stop comes too late: the world may be closed.
    if (signal?.aborted) return cancelled();
    for (const each of retries) onRetry?.(each);
    return outcome;
  }
}
