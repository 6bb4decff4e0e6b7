/** What tabs of one browser tell one another about runs, and which of them plays which. */
import type { StoredRun } from './changes.ts';

export type Message =
  | { readonly kind: 'saved'; readonly run: StoredRun }
  /** Somebody has taken up a run, or let go of one. */
  | { readonly kind: 'claims' };

/** A claim holds until it is released, or its tab is gone. */
export interface Claim {
  /** Resolves when others may have it; releasing twice does nothing more. */
  release(): Promise<void>;
}

/** The part of the browser's lock manager that is needed. */
export interface Locks {
  request(name: string, options: { readonly ifAvailable: true }, held: (lock: unknown) => Promise<void> | undefined): Promise<unknown>;
  query(): Promise<{ readonly held?: readonly { readonly name?: string }[] }>;
}

const PREFIX = 'longrun-run-';

export class Claims {
  readonly #own = new Map<string, Claim>();
  /** Null where the browser has none: then this tab knows of itself only. */
  readonly #locks: Locks | null;

  constructor(locks: Locks | null) {
    this.#locks = locks;
  }

  get own(): ReadonlySet<string> {
    return new Set(this.#own.keys());
  }

  /** Null: somebody has it, here or in another tab. */
  async take(id: string): Promise<Claim | null> {
    if (this.#own.has(id)) return null;
    let letGo = () => {};
    let freed: Promise<unknown> = Promise.resolve();
    const claim: Claim = {
      release: async () => {
        letGo();
        await freed;
        if (this.#own.get(id) === claim) this.#own.delete(id);
      },
    };
    this.#own.set(id, claim);
    const locks = this.#locks;
    if (locks === null) return claim;
    const isMine = await new Promise<boolean>((resolve) => {
      const work = (lock: unknown): Promise<void> | undefined => {
        resolve(lock !== null);
        return lock === null ? undefined : new Promise((release) => (letGo = release));
      };
      // Where locks are denied, so is the storage that tabs would share.
      freed = locks.request(PREFIX + id, { ifAvailable: true }, work).catch(() => resolve(true));
    });
    if (isMine) return claim;
    this.#own.delete(id);
    return null;
  }

  /** The runs that other tabs hold. */
  async elsewhere(): Promise<ReadonlySet<string>> {
    const { held = [] } = (await this.#locks?.query().catch(() => null)) ?? {};
    const ids = held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
    return new Set(ids.filter((id) => !this.#own.has(id)));
  }
}
