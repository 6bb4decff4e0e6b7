/** A part of the page that is loaded once it is wanted, or ahead of that. */
export class LazyPart<Part> {
  /** Null until it is there. */
  loaded = $state.raw<Part | null>(null);
  readonly #load: () => Promise<Part>;
  #isThere: Promise<boolean> | null = null;

  constructor(load: () => Promise<Part>) {
    this.#load = load;
  }

  /** Whether it is there now; if not, the next call tries again. */
  load(): Promise<boolean> {
    this.#isThere ??= this.#load().then(
      (part) => {
        this.loaded = part;
        return true;
      },
      () => {
        this.#isThere = null;
        return false;
      },
    );
    return this.#isThere;
  }
}
