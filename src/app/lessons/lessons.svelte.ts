/** The lesson that is on, how far its run has come, and which lessons are done. What is done is remembered in this browser. */
import { LESSONS, progressOf, type Lesson, type LessonId, type Progress } from '../../startup/lessons/lessons.ts';
import type { LessonView } from '../../startup/lessons/view.ts';
import type { RunFacts } from '../../../workers/startup/messages.ts';
import { forget, recall, remember } from '../memory.ts';
import { Refresher } from '../startup/refresher.ts';
import type { StartupRuns } from '../startup/runs.svelte.ts';

const UNDER_WAY = 'lesson';
const DONE = 'lessonsDone';

export class Lessons {
  /** Whose run was begun last, until it is quit. */
  current = $state.raw<Lesson | null>(lessonOf(recall(UNDER_WAY)));
  done = $state.raw<readonly LessonId[]>(LESSONS.map(({ id }) => id).filter((id) => recall(DONE)?.split(' ').includes(id)));
  view = $state.raw<LessonView | null>(null);
  /** The client submitted as suspect. */
  guess = $state.raw<string | null>(null);
  readonly #runs: StartupRuns;
  readonly #refresher: Refresher;
  #facts: RunFacts | null = null;

  /** The lesson whose run is shown: another run hides it, and an undo or a fork of the run goes on with it. */
  readonly shown: Lesson | null = $derived.by(() => {
    const facts = this.#runs.shown?.facts;
    const { current } = this;
    if (!current || !facts || this.#runs.shownSource !== 'live' || facts.driver.kind !== 'human' || facts.isChanged) return null;
    return facts.presetName === current.preset && facts.seed === current.seed ? current : null;
  });
  readonly progress: Progress | null = $derived.by(() => {
    if (!this.shown || !this.view) return null;
    // Stopped by hand is over too, which only the page knows.
    return progressOf(this.shown, { ...this.view, isOver: this.view.isOver || this.#runs.phase === 'over' });
  });

  constructor(runs: StartupRuns) {
    this.#runs = runs;
    this.#refresher = new Refresher(runs, () => this.#fetch());
  }

  /** To be called once the lesson's run is there. */
  begin(lesson: Lesson): void {
    this.current = lesson;
    remember(UNDER_WAY, lesson.id);
    this.#forgetRun();
  }

  quit(): void {
    this.current = null;
    forget(UNDER_WAY);
    this.#forgetRun();
  }

  /** Names a suspect, and learns whether that is right. */
  async submit(client: string): Promise<void> {
    this.guess = client;
    await this.refresh();
  }

  /** To be called whenever the run may have changed. */
  refresh(): Promise<void> {
    return this.#refresher.refresh();
  }

  async #fetch(): Promise<void> {
    const { shown } = this;
    const facts = this.#runs.shown?.facts ?? null;
    if (!shown || !facts) return;
    // A guess was made from what the run had shown: it outlives an undo, and no new start.
    if (facts !== this.#facts && facts.lineage.length === 0) this.#forgetRun();
    this.#facts = facts;
    const guess = this.guess;
    const view = await this.#runs.ask((host) => host.lesson('live', guess));
    // Meanwhile another run may have come; then it is asked about next.
    if (this.#runs.shown?.facts !== facts || this.shown !== shown || !view?.ok) return;
    this.view = view.value;
    if (this.progress?.goal === 'reached' && !this.done.includes(shown.id)) {
      this.done = [...this.done, shown.id];
      remember(DONE, this.done.join(' '));
    }
  }

  #forgetRun(): void {
    this.view = null;
    this.guess = null;
    this.#facts = this.#runs.shown?.facts ?? null;
  }
}

function lessonOf(id: string | null): Lesson | null {
  return LESSONS.find((lesson) => lesson.id === id) ?? null;
}
