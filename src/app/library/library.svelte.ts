/** The runs that this browser keeps. Every run is saved as it goes; what cannot be saved stays in memory, and is said. */
import type { Json } from '../../core/json.ts';
import { failure, success, type Result } from '../../core/result.ts';
import { cleanForeign } from '../../models/secrets.ts';
import type { BareTurn } from '../../rollout/bare.ts';
import { text } from '../texts.ts';
import type { Skipped } from './archive.ts';
import { withNewTurns, type Change, type NewTurns, type StoredRun } from './changes.ts';
import { newestFirst, type Labels, type LoadedRun, type SavedRun } from './savedRun.ts';
import { memoryStorage, type RunStorage } from './storage.ts';
import { browserSurroundings, type Surroundings } from './surroundings.ts';
import { Claims, type Claim, type Message } from './tabs.ts';
import { WriteQueue } from './writeQueue.ts';

export type NewRun = Pick<SavedRun, 'name' | 'head' | 'standing'> &
  Partial<Pick<SavedRun, 'tags' | 'setup' | 'parent' | 'openLines'>> & {
    /** Those it has in common with its parent. */
    readonly turns?: readonly BareTurn[];
  };

export type RunChanges = Partial<Pick<SavedRun, 'head' | 'setup' | 'openLines' | 'standing'>> & {
  readonly newTurns?: NewTurns;
};

/** Runs that are gone from the list, and still can come back. */
export interface Removal {
  readonly removed: readonly SavedRun[];
  /** They are being played, here or in another tab. */
  readonly refused: readonly SavedRun[];
}

export interface Usage {
  /** Bytes of everything this page has stored; null: the browser does not tell. */
  readonly used: number | null;
  readonly quota: number | null;
  /** The browser has promised not to clear it by itself. */
  readonly isPersisted: boolean;
}

export interface Imported {
  readonly added: readonly SavedRun[];
  readonly skipped: readonly Skipped[];
}

export class Library {
  /** Newest first. */
  runs = $state.raw<readonly SavedRun[]>([]);
  /** False until what was kept by earlier visits is listed. */
  isReady = $state(false);
  mode = $state.raw<'kept' | 'memory'>('kept');
  usage = $state.raw<Usage | null>(null);
  removal = $state.raw<Removal | null>(null);
  /** The runs that other tabs play. */
  claimedElsewhere = $state.raw<ReadonlySet<string>>(new Set());
  /** The runs that this tab plays. */
  claimedHere = $state.raw<ReadonlySet<string>>(new Set());
  readonly ready: Promise<void>;
  #failure = $state.raw<unknown>(null);
  #putOff = $state.raw<ReadonlySet<string>>(new Set());
  readonly #surroundings: Surroundings;
  readonly #liveKeys: () => readonly string[];
  readonly #claims: Claims;
  readonly #storage: Promise<RunStorage>;
  readonly #queue: WriteQueue;
  /** The revision last heard of, of every run, removed ones too. */
  readonly #revisions = new Map<string, number>();
  #removalClaims: readonly Claim[] = [];

  /** Why runs are not kept, or not all of them; null if they are. */
  readonly problem: string | null = $derived.by(() => {
    if (this.#failure === null) return this.mode === 'memory' ? text('libraryDenied') : null;
    return isFull(this.#failure) ? text('libraryFull') : text('libraryFailed', { reason: reasonOf(this.#failure) });
  });

  /** Runs that nobody plays and that have not ended, the one played last first. A recording's can be had again for nothing. */
  readonly interrupted: readonly SavedRun[] = $derived(
    this.runs
      .filter(({ id, head, standing, openLines }) => {
        const hasBegun = standing.turns > 0 || openLines.length > 0;
        return hasBegun && standing.ending === null && head.driver.kind !== 'cassette' && !this.isClaimed(id) && !this.#putOff.has(id);
      })
      .sort((a, b) => b.updatedAt - a.updatedAt),
  );

  constructor(liveKeys: () => readonly string[], surroundings: Surroundings = browserSurroundings()) {
    this.#liveKeys = liveKeys;
    this.#surroundings = surroundings;
    this.#claims = new Claims(surroundings.locks);
    this.#storage = this.#open();
    this.#queue = new WriteQueue(this.#storage, {
      onWritten: (run) => this.#written(run),
      onProblem: (error) => (this.#failure = error),
    });
    const { channel } = surroundings;
    if (channel) channel.onmessage = ({ data }) => void this.#hear(data);
    surroundings.onReturn(() => void this.refreshClaims());
    this.ready = this.#start();
  }

  isClaimed(id: string): boolean {
    return this.claimedHere.has(id) || this.claimedElsewhere.has(id);
  }

  /** Listed at once, written in its turn. Whoever plays it claims it. */
  begin(run: NewRun): SavedRun {
    const now = this.#surroundings.now();
    return this.#add({ ...run, id: crypto.randomUUID(), createdAt: now, updatedAt: now });
  }

  /** For the tab that has claimed it. May be called as often as there is news. */
  write(id: string, { newTurns, ...changes }: RunChanges): void {
    const run = this.runs.find((other) => other.id === id);
    if (!run) return;
    const turns = newTurns ? { from: newTurns.from, turns: this.#clean(newTurns.turns) } : null;
    const bytes = turns ? bytesKept(run, turns.from) + sizeOf(turns.turns) : run.bytes;
    this.#change(id, { fields: { ...this.#clean(changes), bytes, updatedAt: this.#surroundings.now() }, turns });
  }

  /** With what is still to be written. Error code `no-run`: it has been deleted. */
  async load(id: string): Promise<Result<LoadedRun>> {
    await this.ready;
    await this.#queue.settled();
    const waiting = this.#queue.waitingFor(id);
    const saved = this.runs.find((run) => run.id === id);
    if (!saved) return failure('no-run', text('libraryGone'));
    try {
      const turns = withNewTurns(await (await this.#storage).turns(id), waiting?.turns);
      return success({ saved, head: saved.head, openLines: saved.openLines, turns });
    } catch (error) {
      return failure('unreadable', text('libraryUnreadable', { name: saved.name, reason: reasonOf(error) }));
    }
  }

  rename(id: string, name: string): void {
    this.#label(id, { name });
  }

  setTags(id: string, tags: readonly string[]): void {
    this.#label(id, { tags: [...new Set(tags)] });
  }

  /** Off the list; for good after `settleRemoval`, or when the page has gone. What is being played stays. */
  async remove(ids: readonly string[]): Promise<void> {
    await this.settleRemoval();
    const wanted = this.runs.filter(({ id }) => ids.includes(id));
    // Until it is settled nobody can take them up.
    const claims = await Promise.all(wanted.map(({ id }) => this.#claims.take(id)));
    this.#removalClaims = claims.filter((claim) => claim !== null);
    const removed = wanted.filter((_, i) => claims[i]);
    for (const { id } of removed) this.#queue.add(id, { fields: { removed: true }, turns: null });
    // What has gone from the list must not come back with a reload.
    await this.#queue.settled();
    this.removal = { removed, refused: wanted.filter((_, i) => !claims[i]) };
    this.#list([], removed);
    await this.refreshClaims();
  }

  undoRemoval(): void {
    if (!this.removal) return;
    const { removed } = this.removal;
    this.removal = null;
    this.#list(removed);
    for (const { id } of removed) this.#queue.add(id, { fields: { removed: false }, turns: null });
    void this.#releaseRemoved();
  }

  async settleRemoval(): Promise<void> {
    if (!this.removal) return;
    const { removed } = this.removal;
    this.removal = null;
    for (const { id } of removed) this.#revisions.set(id, Infinity);
    try {
      await this.#queue.delete(removed.map(({ id }) => id));
    } catch (error) {
      this.#failure = error;
    }
    await this.#releaseRemoved();
    // There may be space now for what did not fit.
    this.#queue.retry();
    await this.refreshUsage();
  }

  /** One zip, with a file for each run; of all, unless some are named. */
  async exportAll(ids?: readonly string[]): Promise<Result<Uint8Array>> {
    const { writeArchive } = await import('./archive.ts');
    const wanted = this.runs.filter(({ id }) => ids?.includes(id) ?? true);
    let problem: Result<never> | null = null;
    const load = this.load.bind(this);
    async function* loaded(): AsyncGenerator<LoadedRun> {
      for (const { id } of wanted) {
        const run = await load(id);
        if (run.ok) yield run.value;
        else if (run.code !== 'no-run') problem = run;
      }
    }
    const bytes = await writeArchive(loaded());
    // A file that looks complete, and is not, would be worse than none.
    return problem ?? success(bytes);
  }

  /** Takes a zip of `exportAll`. A run that is here already comes in once more, under another id. */
  async import(bytes: Uint8Array): Promise<Result<Imported>> {
    const { readArchive } = await import('./archive.ts');
    await this.ready;
    const archive = await readArchive(bytes);
    if (!archive.ok) return archive;
    const taken = new Set([...this.runs.map(({ id }) => id), ...this.#revisions.keys()]);
    const ids = new Map(archive.value.runs.map(({ saved: { id } }) => [id, taken.has(id) ? crypto.randomUUID() : id]));
    const added = archive.value.runs.map(({ saved, turns }) => {
      const { id, parent } = saved;
      return this.#add({ ...saved, turns, id: ids.get(id) ?? id, parent: parent && { ...parent, id: ids.get(parent.id) ?? parent.id } });
    });
    await this.#queue.settled();
    await this.refreshUsage();
    return success({ added, skipped: archive.value.skipped });
  }

  /** For the tab that plays the run; null: another does, or it is being deleted. A closed tab lets go by itself. */
  async claim(id: string): Promise<Claim | null> {
    const taking = this.#claims.take(id);
    this.claimedHere = this.#claims.own;
    const claim = await taking;
    this.#claimsChanged();
    return claim && {
      release: async () => {
        await claim.release();
        this.#claimsChanged();
      },
    };
  }

  /** Not offered again as interrupted, until the page is loaded anew. */
  putOff(id: string): void {
    this.#putOff = new Set([...this.#putOff, id]);
  }

  async refreshClaims(): Promise<void> {
    const elsewhere = await this.#claims.elsewhere();
    this.claimedHere = this.#claims.own;
    if (!areEqual(elsewhere, this.claimedElsewhere)) this.claimedElsewhere = elsewhere;
  }

  async refreshUsage(): Promise<void> {
    const { space } = this.#surroundings;
    if (!space || this.mode === 'memory') return;
    try {
      const [{ usage, quota }, isPersisted] = await Promise.all([space.estimate(), space.persisted()]);
      this.usage = { used: usage ?? null, quota: quota ?? null, isPersisted };
    } catch {
      // Then it is not shown.
    }
  }

  /** Tries to write what could not be written. */
  retry(): void {
    this.#queue.retry();
  }

  /** When everything that can be written is written. */
  async settled(): Promise<void> {
    await this.ready;
    await this.#queue.settled();
  }

  async #open(): Promise<RunStorage> {
    try {
      return await this.#surroundings.openStorage();
    } catch {
      this.mode = 'memory';
      return memoryStorage();
    }
  }

  async #start(): Promise<void> {
    const storage = await this.#storage;
    await this.refreshClaims();
    try {
      const stored = await storage.runs();
      // Left by a page that is gone; while a tab can still undo it, that tab has a claim.
      const gone = stored.filter(({ id, removed }) => removed && !this.isClaimed(id)).map(({ id }) => id);
      this.#merge(stored);
      if (gone.length > 0) await storage.delete(gone);
    } catch (error) {
      this.#failure = error;
    }
    this.isReady = true;
    void this.refreshUsage();
  }

  #add({ turns = [], tags = [], setup = null, parent = null, openLines = [], ...rest }: NewRun & Pick<SavedRun, 'id' | 'createdAt' | 'updatedAt'>): SavedRun {
    const kept = this.#clean(turns);
    const run = this.#clean({ ...rest, tags, setup, parent, openLines });
    const saved: SavedRun = { ...run, bytes: sizeOf(run.head) + sizeOf(kept) };
    this.#list([saved]);
    this.#queue.add(saved.id, { fields: saved, turns: { from: 1, turns: kept } });
    if (this.mode === 'kept') void this.#surroundings.space?.ask().catch(() => {});
    return saved;
  }

  #label(id: string, labels: Partial<Labels>): void {
    this.#change(id, { fields: this.#clean(labels), turns: null });
  }

  #change(id: string, change: Change): void {
    this.runs = this.runs.map((run) => (run.id === id ? { ...run, ...change.fields } : run));
    this.#queue.add(id, change);
  }

  /** As they are kept, by whichever tab wrote them last, with what this tab has not written yet. */
  #merge(stored: readonly StoredRun[]): void {
    const news = stored.filter(({ id, revision = 0 }) => revision >= (this.#revisions.get(id) ?? 0));
    for (const { id, revision = 0 } of news) this.#revisions.set(id, revision);
    const runs = news.map((run): StoredRun => ({ ...run, ...this.#queue.waitingFor(run.id)?.fields }));
    const isRemoved = ({ removed = false }: StoredRun) => removed;
    this.#list(runs.filter((run) => !isRemoved(run)), runs.filter(isRemoved));
  }

  #list(shown: readonly SavedRun[], hidden: readonly SavedRun[] = []): void {
    const byId = new Map([...this.runs, ...shown].map((run) => [run.id, run]));
    for (const { id } of hidden) byId.delete(id);
    this.runs = newestFirst(byId.values());
  }

  #written(run: StoredRun): void {
    const { id, revision = 0 } = run;
    // Listed as it is, unless another tab has written in between.
    if (revision === (this.#revisions.get(id) ?? 0) + 1) this.#revisions.set(id, revision);
    else this.#merge([run]);
    if (this.mode === 'kept') this.#say({ kind: 'saved', run });
  }

  async #hear(message: Message): Promise<void> {
    const isNew = message.kind === 'saved' && !this.runs.some(({ id }) => id === message.run.id);
    // Before a run is listed it is known whether somebody plays it: else it would be offered as interrupted.
    if (message.kind === 'claims' || isNew) await this.refreshClaims();
    if (message.kind === 'saved') this.#merge([message.run]);
  }

  #say(message: Message): void {
    this.#surroundings.channel?.postMessage(message);
  }

  #claimsChanged(): void {
    this.claimedHere = this.#claims.own;
    this.#say({ kind: 'claims' });
  }

  async #releaseRemoved(): Promise<void> {
    const claims = this.#removalClaims;
    this.#removalClaims = [];
    await Promise.all(claims.map((claim) => claim.release()));
    this.#claimsChanged();
  }

  #clean<Value>(value: Value): Value {
    return cleanForeign(value as Json, this.#liveKeys()).value as Value;
  }
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}

/** Of a run that is cut before turn `from`. */
function bytesKept({ bytes, standing: { turns } }: SavedRun, from: number): number {
  return from > turns ? bytes : Math.round((bytes * (from - 1)) / turns);
}

function isFull(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError';
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function areEqual(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((entry) => b.has(entry));
}
