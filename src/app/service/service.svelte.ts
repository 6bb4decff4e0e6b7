/** The service arena's page: task sets, the conversation under way, and what is kept of both. It outlives the page. */
import { SvelteMap } from 'svelte/reactivity';
import type { JsonObject } from '../../core/json.ts';
import { describeFailure, type Result } from '../../core/result.ts';
import type { Driver } from '../../rollout/format.ts';
import type { ServiceHost } from '../../../workers/service/host.ts';
import type { ConversationRequest, ConversationView, Moved, OpenedConversation, TaskCard } from '../../../workers/service/messages.ts';
import type { Remote } from 'comlink';
import { text } from '../texts.ts';
import { WorkerLink } from '../workerLink.svelte.ts';
import { Roles } from './roles/roles.svelte.ts';
import { Runner } from './run/runner.svelte.ts';
import { openShelf, type KeptConversation, type KeptSet } from './shelf.ts';

export type SetState = { readonly tasks: readonly TaskCard[] } | { readonly problem: string } | 'loading';

export class Service {
  /** Names of the sets that come with Longrun; empty until the worker has said so. */
  bundled = $state.raw<readonly string[]>([]);
  imported = $state.raw<readonly KeptSet[]>([]);
  conversations = $state.raw<readonly KeptConversation[]>([]);
  view = $state.raw<ConversationView | null>(null);
  /** What the file of this conversation was worth; null where it began here. */
  opened = $state.raw<Omit<OpenedConversation, 'view'> | null>(null);
  /** A move or a file is on its way. */
  isBusy = $state(false);
  /** What went wrong last, in words. */
  problem = $state<string | null>(null);
  /** Where the browser keeps nothing, and why. */
  keepingProblem = $state<string | null>(null);
  readonly roles = new Roles();
  readonly runner: Runner = new Runner(this);
  readonly #sets = new SvelteMap<string, SetState>();
  /** Sets on their way from a file to the worker. */
  readonly #reading = new Map<string, Promise<void>>();
  readonly #shelf = openShelf();
  readonly #link: WorkerLink<ServiceHost>;
  /** Of the conversation under way, in this browser. */
  #id = '';
  /** Under which it is kept; null: nothing has happened yet. */
  keptId = $state<string | null>(null);
  #keeping: Promise<unknown> = Promise.resolve();
  /** Resolves when it is known what this browser keeps. */
  readonly #loaded: Promise<void>;

  constructor() {
    this.#link = new WorkerLink<ServiceHost>(
      () => new Worker(new URL('../../../workers/service.ts', import.meta.url), { type: 'module', name: 'service' }),
      () => void this.#connect(),
    );
    void this.#connect();
    this.#loaded = this.#load();
  }

  get crash(): string | null {
    return this.#link.crash;
  }

  /** Starts another worker, and takes up the conversation as it was last kept. */
  async restart(): Promise<void> {
    const kept = this.conversations.find(({ id }) => id === this.#id);
    this.#sets.clear();
    this.#link.restart();
    if (this.view && kept) await this.openKept(kept);
    else this.view = null;
  }

  /** The tasks of a set, read when first asked for. */
  tasksOf(set: string): SetState {
    return this.#sets.get(set) ?? 'loading';
  }

  /** Resolves when the worker has the set, or it is known why not. */
  async read(set: string): Promise<void> {
    if (typeof this.#sets.get(set) === 'object') return;
    const reading = this.#reading.get(set) ?? this.#read(set).finally(() => this.#reading.delete(set));
    this.#reading.set(set, reading);
    await reading;
  }

  async #read(set: string): Promise<void> {
    await this.#loaded;
    this.#sets.set(set, 'loading');
    const kept = this.imported.find(({ name }) => name === set);
    const tasks = await this.ask((host) => (kept ? host.addTasks(set, kept.bytes) : host.tasks(set)));
    // Where the worker crashed, the set is read again once there is another.
    if (tasks) this.#sets.set(set, tasks.ok ? { tasks: tasks.value } : { problem: describeFailure(tasks) });
  }

  /** All tasks of a file as a set, kept for next time; or nothing, and what is wrong with it. A set of that name is replaced. */
  async importTasks(name: string, source: string, bytes: Uint8Array): Promise<string | null> {
    this.isBusy = true;
    const read = await this.ask((host) => host.addTasks(name, bytes));
    this.isBusy = false;
    if (!read) return text('serviceWorkerGone');
    if (!read.ok) return describeFailure(read);
    this.#sets.set(name, { tasks: read.value });
    const set = { name, bytes, tasks: read.value.length, source, importedAt: Date.now() };
    this.imported = [...this.imported.filter((other) => other.name !== name), set].sort(byName);
    await this.#keep(() => this.#shelf.putSet(set));
    return null;
  }

  async forgetSet(name: string): Promise<void> {
    this.imported = this.imported.filter((set) => set.name !== name);
    this.#sets.delete(name);
    await this.#keep(() => this.#shelf.removeSet(name));
  }

  /** Begins a conversation. False: it cannot, and `problem` says why. */
  async begin(request: ConversationRequest): Promise<boolean> {
    await this.read(request.set);
    const begun = await this.#busy((host) => host.begin(request));
    if (!begun) return false;
    this.roles.adopt({ user: request.user });
    this.roles.rewind();
    this.#become(begun, null, crypto.randomUUID());
    return true;
  }

  /** All roles by script, on the first task of a set that comes with Longrun, judged at the end. What was begun; null: it cannot. */
  async demo(set: string): Promise<ConversationRequest | null> {
    await this.read(set);
    const state = this.tasksOf(set);
    const task = typeof state === 'object' && 'tasks' in state ? state.tasks[0] : undefined;
    if (!task) return null;
    const request = { set, id: task.id, seed: '1', user: 'at-once' } as const;
    if (!(await this.begin(request))) return null;
    this.roles.choose('assistant', 'solution');
    this.roles.choose('judge', 'scripted');
    this.runner.judgesAtEnd = true;
    void this.runner.play();
    return request;
  }

  /** Opens a conversation from a rollout file, verified. */
  async openFile(name: string, bytes: Uint8Array, id: string = crypto.randomUUID()): Promise<boolean> {
    const opened = await this.#busy((host) => host.open(name, bytes));
    if (!opened) return false;
    const { view, ...rest } = opened;
    const { assistant } = view.drivers;
    this.roles.adopt({ user: view.user, assistant: assistant.kind === 'scripted' ? 'solution' : isModel(assistant) ? 'model' : 'person' });
    this.#become(view, rest, id);
    return true;
  }

  async openKept({ id, task, bytes }: KeptConversation): Promise<boolean> {
    const isOpen = await this.openFile(task, bytes, id);
    if (isOpen) this.keptId = id;
    return isOpen;
  }

  /** False: it is not kept, or cannot be opened, and `problem` says so. */
  async openKeptNamed(id: string): Promise<boolean> {
    await this.#loaded;
    const kept = this.conversations.find((each) => each.id === id);
    if (!kept) this.problem = text('serviceKeptGone');
    return kept !== undefined && (await this.openKept(kept));
  }

  async forgetConversation(id: string): Promise<void> {
    this.conversations = this.conversations.filter((kept) => kept.id !== id);
    await this.#keep(() => this.#shelf.removeConversation(id));
  }

  /** Puts a deleted conversation back. */
  async keepAgain(kept: KeptConversation): Promise<void> {
    this.conversations = [kept, ...this.conversations].sort((a, b) => b.changedAt - a.changedAt);
    await this.#keep(() => this.#shelf.putConversation(kept));
  }

  /** The last conversation on this task that has not ended, if it is not the one shown. */
  unfinished(task: string): KeptConversation | undefined {
    return this.conversations.find((kept) => kept.task === task && kept.termination === null && kept.id !== this.#id);
  }

  leave(): void {
    void this.runner.cancel();
    this.view = null;
    this.opened = null;
    this.problem = null;
  }

  /** Whose turn it is speaks. Null: it could not, and `problem` says why. */
  step(): Promise<Moved | null> {
    const { caps } = this.roles;
    return this.#run((host) => host.step(caps));
  }

  /** The judge takes the next window. Null: it could not, or there is no judge. */
  async judgeStep(): Promise<(Moved & { readonly isOver: boolean }) | null> {
    const { caps, judging } = this.roles;
    return judging && this.#run((host) => host.judgeStep(judging, caps));
  }

  /** The person at the page, as the assistant. False: it cannot, and `problem` says why. */
  call(name: string, given: JsonObject): Promise<boolean> {
    return this.#move((host) => host.call(name, given));
  }

  say(content: string): Promise<boolean> {
    return this.#move((host) => host.say(content));
  }

  userSays(content: string): Promise<boolean> {
    return this.#move((host) => host.userSays(content));
  }

  solve(): Promise<boolean> {
    return this.#move((host) => host.solve());
  }

  /** Takes back everything after so many messages. */
  backTo(messages: number): Promise<boolean> {
    return this.#move((host) => host.backTo(messages));
  }

  /** The answer of the worker, or undefined if it crashed. */
  ask<Answer>(work: (host: Remote<ServiceHost>) => Answer): Promise<Awaited<Answer> | undefined> {
    return this.#link.call(work);
  }

  async #connect(): Promise<void> {
    void this.ask((host) => host.connect(this.roles.proxy));
    this.bundled = (await this.ask((host) => host.warmUp())) ?? [];
  }

  async #load(): Promise<void> {
    await this.#keep(async () => {
      this.imported = (await this.#shelf.sets()).sort(byName);
      this.conversations = (await this.#shelf.conversations()).sort((a, b) => b.changedAt - a.changedAt);
    });
  }

  async #move(work: (host: Remote<ServiceHost>) => Promise<Result<ConversationView>>): Promise<boolean> {
    this.#configure();
    const moved = await this.#busy(work);
    if (moved) await this.#show(moved);
    return moved !== null;
  }

  /** Unlike a move it may take minutes, and be called off. */
  async #run<Step extends Moved>(work: (host: Remote<ServiceHost>) => Promise<Result<Step>>): Promise<Step | null> {
    this.problem = null;
    this.#configure();
    const id = this.#id;
    const done = await this.ask(work);
    // Another conversation has come in its place.
    if (!done || id !== this.#id || !this.view) return null;
    if (!done.ok) {
      this.problem = describeFailure(done);
      return null;
    }
    await this.#show(done.value.view);
    return done.value;
  }

  /** A side whose model lacks something is a person's. */
  #configure(): void {
    const { assistant, user } = this.roles;
    void this.ask((host) => host.configure(assistant ?? { kind: 'person' }, user ?? { kind: 'person' }));
  }

  async #show(view: ConversationView): Promise<void> {
    const before = this.view;
    const isOther = before?.messages.length !== view.messages.length;
    // What was read from a file goes on as one's own.
    if (isOther) this.opened = null;
    // What was judged stays as it was, beside what goes on from it.
    if (isOther && before && before.judgements.length > view.judgements.length) this.#id = crypto.randomUUID();
    this.view = view;
    await this.#keepConversation(view);
  }

  #become(view: ConversationView, opened: Service['opened'], id: string): void {
    this.runner.reset();
    this.view = view;
    this.opened = opened;
    this.#id = id;
    this.keptId = null;
  }

  async #busy<Value>(work: (host: Remote<ServiceHost>) => Promise<Result<Value>>): Promise<Value | null> {
    this.isBusy = true;
    this.problem = null;
    const done = await this.ask(work);
    this.isBusy = false;
    if (done?.ok) return done.value;
    if (done) this.problem = describeFailure(done);
    return null;
  }

  async #keepConversation({ task, messages, termination }: ConversationView): Promise<void> {
    const rollout = await this.ask((host) => host.rollout(true));
    if (!rollout?.ok) return;
    const kept = {
      id: this.#id,
      task: task.id,
      messages: messages.length,
      termination,
      changedAt: Date.now(),
      bytes: rollout.value,
    };
    this.conversations = [kept, ...this.conversations.filter(({ id }) => id !== kept.id)];
    await this.#keep(() => this.#shelf.putConversation(kept));
    if (kept.id === this.#id) this.keptId = kept.id;
  }

  /** One after the other, so that the later state is the one that stays. */
  async #keep(work: () => Promise<unknown>): Promise<void> {
    this.#keeping = this.#keeping.then(work).then(
      () => (this.keepingProblem = null),
      (error: unknown) => (this.keepingProblem = error instanceof Error ? error.message : String(error)),
    );
    await this.#keeping;
  }
}

function isModel({ kind }: Driver): boolean {
  return kind === 'model' || kind === 'cassette';
}

function byName(a: KeptSet, b: KeptSet): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
