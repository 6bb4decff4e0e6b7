/** What is open in the judge lab, and the judge at work. It outlives the page's section. */
import type { Remote } from 'comlink';
import { describeFailure, type Result } from '../../../core/result.ts';
import { noCaps } from '../../../models/budget.ts';
import type { Span } from '../../../service/judge/windows.ts';
import type { ErrorLabel } from '../../../service/metrics/errorLabels.ts';
import type { Language } from '../../../service/types.ts';
import type { JudgeLab, LabelledView } from '../../../../workers/service/judgeLab.ts';
import type { LabView, OpenedLab, ShownTrajectory } from '../../../../workers/service/judgeLabView.ts';
import { text } from '../../texts.ts';
import type { Service } from '../service.svelte.ts';
import type { KeptConversation } from '../shelf.ts';

/** A cell of the matrix: which judge, and which of what it judged; null: the wish as a whole. */
export interface Cell {
  readonly judge: number;
  readonly rubric: number | null;
}

let instance: JudgeDesk | undefined;

/** One for the page's life: a judge works on while its reader looks elsewhere. */
export function judgeDesk(service: Service): JudgeDesk {
  return (instance ??= new JudgeDesk(service));
}

export class JudgeDesk {
  readonly service: Service;
  opened = $state.raw<OpenedLab | null>(null);
  shown = $state.raw<ShownTrajectory | null>(null);
  view = $state.raw<LabView | null>(null);
  /** A file, or a labelling, is on its way. */
  isBusy = $state(false);
  isLabelling = $state(false);
  /** The judge is told to stop. */
  isStopping = $state(false);
  problem = $state<string | null>(null);
  /** What a model's labelling came to. */
  labelled = $state.raw<Omit<LabelledView, 'view'> | null>(null);
  /** Nothing of the judges is shown. */
  isBlind = $state(false);
  cell = $state.raw<Cell | null>(null);
  /** Brought out in the transcript. */
  span = $state.raw<Span | null>(null);
  /** Something was said that is kept nowhere but here. */
  isUnsaved = $state(false);
  /** Of this browser, where it was opened from there. */
  kept = $state.raw<KeptConversation | null>(null);

  readonly isJudging: boolean = $derived(this.view !== null && this.view.running !== null);
  readonly underWay = $derived(this.view?.judges.find(({ id }) => id === this.view?.running) ?? null);

  constructor(service: Service) {
    this.service = service;
  }

  openFile(name: string, bytes: Uint8Array): Promise<void> {
    return this.#open((lab) => lab.open(name, bytes), null);
  }

  openKept(kept: KeptConversation): Promise<void> {
    return this.#open((lab) => lab.openRollout(kept.task, kept.bytes), kept);
  }

  /** The one under way in the other section, as it stands. */
  async openCurrent(): Promise<void> {
    const task = this.service.view?.task.id ?? '';
    const bytes = await this.service.ask((host) => host.rollout(true));
    if (bytes?.ok) await this.openFile(task, bytes.value);
  }

  openExample(language: Language): Promise<void> {
    return this.#open((lab) => lab.openExample(language), null);
  }

  async choose(place: number): Promise<void> {
    const shown = await this.#ask((lab) => lab.choose(place));
    if (!shown) return;
    this.shown = shown;
    this.view = shown.view;
    this.cell = null;
    this.span = null;
    this.labelled = null;
  }

  /** As the roles say, window by window, to its end or to where it fails. */
  async judge(): Promise<void> {
    const { roles } = this.service;
    const choice = roles.judging;
    if (!choice || this.isJudging) return;
    roles.rewind();
    this.isStopping = false;
    await this.#change((lab) => lab.begin(choice, roles.proxy, this.#caps));
    while (this.isJudging && (await this.#change((lab) => lab.step())));
    this.isStopping = false;
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.service.ask((host) => host.lab.abort());
  }

  remove(id: number): Promise<unknown> {
    this.cell = null;
    return this.#change((lab) => lab.remove(id));
  }

  undo(): Promise<unknown> {
    return this.#change((lab) => lab.undo());
  }

  mark(rubric: number, isMet: boolean | null): Promise<unknown> {
    return this.#change((lab) => lab.mark(rubric, isMet));
  }

  label(label: ErrorLabel, note: string): Promise<unknown> {
    return this.#change((lab) => lab.label(label, note));
  }

  unlabel(place: number): Promise<unknown> {
    return this.#change((lab) => lab.unlabel(place));
  }

  /** By the model that is chosen as judge. */
  async labelByModel(): Promise<void> {
    const { roles } = this.service;
    const choice = roles.judging?.judge;
    if (choice?.kind !== 'model') return;
    roles.rewind();
    this.labelled = null;
    this.isLabelling = true;
    const labelled = await this.#ask((lab) => lab.labelByModel(choice.setup, roles.proxy, this.#caps));
    this.isLabelling = false;
    if (!labelled) return;
    const { view, ...rest } = labelled;
    this.labelled = rest;
    await this.#become(view);
  }

  /** The file with all that was said of it, gzipped. */
  async export(): Promise<Uint8Array | null> {
    const bytes = await this.#ask((lab) => lab.export());
    if (bytes) this.isUnsaved = false;
    return bytes;
  }

  get #caps() {
    const { roles } = this.service;
    return (roles.cassette ? null : roles.forms.judge.model.setup?.caps) ?? noCaps;
  }

  async #open(work: (lab: Remote<JudgeLab>) => Promise<Result<OpenedLab>>, kept: KeptConversation | null): Promise<void> {
    this.isBusy = true;
    const opened = await this.#ask(work);
    if (opened) {
      this.opened = opened;
      this.kept = kept;
      this.isUnsaved = false;
      await this.choose(0);
    }
    this.isBusy = false;
  }

  async #change(work: (lab: Remote<JudgeLab>) => Promise<Result<LabView>>): Promise<boolean> {
    const view = await this.#ask(work);
    if (view) await this.#become(view);
    return view !== null;
  }

  async #become(view: LabView): Promise<void> {
    this.view = view;
    this.isUnsaved = this.kept === null;
    if (this.kept) await this.#keep(this.kept);
  }

  /** Null: it cannot, and `problem` says why. */
  async #ask<Value>(work: (lab: Remote<JudgeLab>) => Promise<Result<Value>>): Promise<Value | null> {
    this.problem = null;
    const done = await this.service.ask((host) => work(host.lab));
    if (done?.ok) return done.value;
    this.problem = done ? describeFailure(done) : text('serviceWorkerGone');
    // What a worker had open went with it.
    if (!done || done.code === 'nothing-open') {
      this.opened = this.shown = this.view = null;
      this.isUnsaved = false;
    }
    return null;
  }

  /** With what was said of it, in the place of what this browser kept. */
  async #keep(kept: KeptConversation): Promise<void> {
    const bytes = await this.service.ask((host) => host.lab.export());
    if (!bytes?.ok) return;
    this.service.conversations = this.service.conversations.filter(({ id }) => id !== kept.id);
    await this.service.keepAgain({ ...kept, bytes: bytes.value });
  }
}
