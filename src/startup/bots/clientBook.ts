/** What clients have shown of themselves: how the work they listed compares with the work there was. */
import type { Offer, Work } from './answers.ts';

/** An honest client's work never grows, but for the floor under small tasks (spec §6); an adversarial one's is fourfold. */
const SUSPICIOUS_GROWTH = 1.5;

/** Below this, a saving drowns in rounding. */
const TELLING_TRUST = 0.5;

export class ClientBook {
  readonly #avoided = new Set<string>();
  #trust: ReadonlyMap<string, number> = new Map();
  /** Share of the listed work that a level of trust saves. */
  #savingPerTrust = 0;

  noteTrust(trust: ReadonlyMap<string, number>): void {
    this.#trust = trust;
  }

  /** To be told what an accepted task turned out to be. */
  noteWork({ client, work: listed }: Offer, actual: readonly Work[]): void {
    if (client === null) return;
    const share = total(actual) / total(listed);
    const trust = this.#trustIn(client);
    if (share > SUSPICIOUS_GROWTH) this.#avoided.add(client);
    else if (trust >= TELLING_TRUST) this.#savingPerTrust = (1 - share) / trust;
  }

  isAvoided(client: string | null): boolean {
    return client !== null && this.#avoided.has(client);
  }

  /** What work to expect, as a share of what is listed. */
  expectedShare(client: string | null): number {
    return client === null ? 1 : Math.max(0.1, 1 - this.#savingPerTrust * this.#trustIn(client));
  }

  #trustIn(client: string): number {
    return this.#trust.get(client) ?? 0;
  }
}

function total(work: readonly Work[]): number {
  return work.reduce((sum, { quantity }) => sum + quantity, 0);
}
