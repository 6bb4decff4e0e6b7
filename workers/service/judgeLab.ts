/** One trajectory under several judges (spec vita §5). Neither the assistant nor the customer is ever called. */
import { proxyMarker, transfer, type ProxyMarked } from 'comlink';
import { JudgeRun } from '../../src/agents/service/judgeRun.ts';
import { labelTrajectory } from '../../src/agents/service/labelRun.ts';
import { ServiceRun } from '../../src/agents/service/serviceRun.ts';
import { canonicalJson, type Json, type JsonObject } from '../../src/core/json.ts';
import { failure, success, type Result } from '../../src/core/result.ts';
import { noCaps, type Caps } from '../../src/models/budget.ts';
import { cleanForeign } from '../../src/models/secrets.ts';
import { decodeJson, encodeRollout, readServiceRollout } from '../../src/rollout/file.ts';
import type { Driver } from '../../src/rollout/format.ts';
import { serviceDigestOf, type ServiceRollout } from '../../src/rollout/service/format.ts';
import { isUnfinished, recomputedJudgement, scoreOf, type Judgement } from '../../src/rollout/service/judgement.ts';
import { serviceReportLines } from '../../src/rollout/service/report.ts';
import { taskOf, type Results } from '../../src/rollout/service/results/format.ts';
import { isResultsFile, readResults } from '../../src/rollout/service/results/read.ts';
import { writeResults } from '../../src/rollout/service/results/write.ts';
import { replayService, reportOn } from '../../src/rollout/service/verify.ts';
import { bundledTasks } from '../../src/service/bundled.ts';
import { Conversation } from '../../src/service/conversation.ts';
import { openingStates, type RubricState } from '../../src/service/judge/rubrics.ts';
import type { ErrorLabel } from '../../src/service/metrics/errorLabels.ts';
import { JUDGE_PROMPT } from '../../src/service/prompts/judge.ts';
import { rubricsOf } from '../../src/service/taskFile/index.ts';
import type { Language } from '../../src/service/types.ts';
import {
  labView, trajectoryCard, type LabCase, type LabJudgement, type LabLabel, type LabView, type OpenedLab, type ShownTrajectory,
} from './judgeLabView.ts';
import { Cast, type JudgeChoice, type RoleCalls, type RoleSetup } from './roles.ts';
import { taskCard } from './taskSets.ts';

const PERSON: Driver = { kind: 'human', name: 'person' };

/** A task with a solution, to look at without a file. */
const EXAMPLES: Readonly<Record<Language, { readonly set: string; readonly id: string }>> = {
  english: { set: 'delivery', id: 'lr-delivery-2' },
  chinese: { set: 'delivery-zh', id: 'lr-delivery-2-zh' },
};

interface Case extends LabCase {
  readonly judgements: LabJudgement[];
  readonly marks: Map<string, boolean>;
  labels: LabLabel[];
  /** The one removed last, and where it stood. */
  removed: { readonly entry: LabJudgement; readonly place: number } | null;
}

/** What the cases were read from, to be written again. */
type Source = { readonly kind: 'rollout'; readonly rollout: ServiceRollout } | { readonly kind: 'results'; readonly results: Results };

interface Running {
  readonly case: Case;
  readonly id: number;
  readonly run: JudgeRun;
  readonly caps: Caps;
  readonly controller: AbortController;
}

/** What the model said of why it failed. */
export interface LabelledView {
  readonly view: LabView;
  readonly quality: 'exact' | 'repaired' | 'unreadable';
  readonly given: number;
  readonly ignored: number;
}

export class JudgeLab implements ProxyMarked {
  /** For the page, which reaches it through its host. */
  readonly [proxyMarker] = true;
  #source: Source | null = null;
  #cases: readonly Case[] = [];
  #chosen = 0;
  #running: Running | null = null;
  #labelling: AbortController | null = null;
  #ids = 0;

  /** A file of either kind, plain or gzipped. Error codes: those of `openRollout` and `openResults`. */
  async open(name: string, bytes: Uint8Array): Promise<Result<OpenedLab>> {
    const json = decodeJson(bytes, name);
    return json.ok && isResultsFile(json.value) ? this.openResults(name, bytes) : this.openRollout(name, bytes);
  }

  /** A conversation, verified by replay. Error codes: those of files and rollouts. */
  async openRollout(name: string, bytes: Uint8Array): Promise<Result<OpenedLab>> {
    const json = decodeJson(bytes, name);
    if (!json.ok) return json;
    // Somebody else's key must not be shown, nor exported from here.
    const { value, removed } = cleanForeign(json.value);
    const rollout = readServiceRollout(value as JsonObject, name);
    if (!rollout.ok) return rollout;
    const opened = await this.#becomeRollout(rollout.value, name);
    return opened.ok ? success({ ...opened.value, kind: 'rollout', removed }) : opened;
  }

  /** Every simulation of a results file (spec vita §7). Error codes: those of `readResults`; `results-empty`. */
  openResults(name: string, bytes: Uint8Array): Result<OpenedLab> {
    const read = readResults(bytes, name);
    if (!read.ok) return read;
    const { results, removed } = read.value;
    if (results.simulations.length === 0) return failure('results-empty', 'there is no simulation in it', name);
    let corrected = 0;
    const cases = results.simulations.map((simulation): Case => {
      const task = taskOf(results, simulation);
      const { messages, termination, trial, verdict } = simulation;
      const judgements = simulation.judgements.map((judgement) => recomputedJudgement(task, messages.length, judgement));
      corrected += differing(simulation.judgements, judgements);
      return this.#case({ task, messages, termination, trial: trial + 1, fileVerdict: verdict }, judgements);
    });
    this.#become({ kind: 'results', results }, cases);
    return success({ kind: 'results', name, trajectories: cases.map(trajectoryCard), verdict: null, report: [], removed, corrected });
  }

  /** A bundled task by its solution, made on the spot: assistant and customer are scripts. */
  async openExample(language: Language): Promise<Result<OpenedLab>> {
    const { set, id } = EXAMPLES[language];
    const task = (await bundledTasks(set)).find((each) => each.id === id);
    if (!task) return failure('task-unknown', `there is no task ${id}`, set);
    const conversation = await Conversation.open(task, 'example');
    const run = new ServiceRun(conversation, { kind: 'solution' }, { kind: 'scripted', script: 'sentences' });
    while ((await run.step({ caps: noCaps, now: () => 0 })).kind === 'said');
    const rollout = run.rollout();
    conversation.close();
    const opened = await this.#becomeRollout(rollout, id);
    return opened.ok ? success({ ...opened.value, kind: 'example' }) : opened;
  }

  /** Error codes: `nothing-open`, `trajectory-unknown`. */
  choose(place: number): Result<ShownTrajectory> {
    if (!this.#source) return nothingOpen();
    const chosen = this.#cases[place];
    if (!chosen) return failure('trajectory-unknown', `there is no trajectory ${place + 1}; there are ${this.#cases.length}`);
    this.abort();
    this.#chosen = place;
    const { task, messages } = chosen;
    return success({
      place,
      task: taskCard(task),
      rubrics: rubricsOf(task),
      messages: messages.map((message) => (message.role === 'tool' ? { ...message, changes: [] } : message)),
      prompt: JUDGE_PROMPT[task.language],
      view: this.#view(),
    });
  }

  /** Begins a judgement, or goes on with one that the same judge left unfinished in the same manner. Error codes: `nothing-open`, `judging`. */
  begin(choice: JudgeChoice, calls: RoleCalls, caps: Caps = noCaps): Result<LabView> {
    const chosen = this.#cases[this.#chosen];
    if (!chosen) return nothingOpen();
    if (this.#running) return failure('judging', 'a judge is at work already');
    const { judge, method } = new Cast(calls).judging(choice);
    const fresh = new JudgeRun(chosen, judge, method);
    const begun = chosen.judgements.find(({ judgement }) => isUnfinished(judgement) && mannerOf(judgement) === mannerOf(fresh.judgement()));
    const run = begun ? new JudgeRun(chosen, judge, method, begun.judgement) : fresh;
    const id = begun?.id ?? ++this.#ids;
    if (!begun) chosen.judgements.push({ id, judgement: run.judgement(), isOwn: true });
    this.#running = { case: chosen, id, run, caps, controller: new AbortController() };
    return success(this.#view());
  }

  /** The next window. `running` of the view is null once there is none, or it failed. Error code: `not-judging`. */
  async step(): Promise<Result<LabView>> {
    const running = this.#running;
    if (!running) return failure('not-judging', 'no judge is at work');
    const { run, caps, controller: { signal } } = running;
    const result = await run.step({ caps, now: () => performance.now(), signal });
    const unanswered = result.kind === 'judged' || result.kind === 'over' ? undefined : result;
    const wasAborted = signal.aborted && unanswered !== undefined;
    replace(running.case.judgements, running.id, wasAborted && run.steps.length === 0 ? null : run.judgement(unanswered));
    if ((unanswered || run.isOver || signal.aborted) && this.#running === running) this.#running = null;
    return success(this.#view());
  }

  /** The judgement under way, or the labelling, stops; what is judged stays, and can be gone on with. */
  abort(): void {
    this.#running?.controller.abort();
    this.#labelling?.abort();
  }

  /** Of those made here. Error codes: `nothing-open`, `judgement-unknown`. */
  remove(id: number): Result<LabView> {
    return this.#change((chosen) => {
      const place = chosen.judgements.findIndex((entry) => entry.id === id && entry.isOwn);
      const [entry] = place < 0 || this.#running?.id === id ? [] : chosen.judgements.splice(place, 1);
      if (!entry) return failure('judgement-unknown', 'only judgements made here can be removed, once they are over');
      chosen.removed = { entry, place };
      return success(null);
    });
  }

  /** Puts back the one removed last. Error codes: `nothing-open`, `nothing-removed`. */
  undo(): Result<LabView> {
    return this.#change((chosen) => {
      if (!chosen.removed) return failure('nothing-removed', 'no judgement was removed');
      chosen.judgements.splice(chosen.removed.place, 0, chosen.removed.entry);
      chosen.removed = null;
      return success(null);
    });
  }

  /** The person's verdict on a rubric, counted from 0; null: none. Error codes: `nothing-open`, `rubric-unknown`. */
  mark(place: number, isMet: boolean | null): Result<LabView> {
    return this.#change(({ task, marks }) => {
      const rubric = rubricsOf(task)[place];
      if (rubric === undefined) return failure('rubric-unknown', `there is no rubric ${place + 1}`);
      if (isMet === null) marks.delete(rubric);
      else marks.set(rubric, isMet);
      return success(null);
    });
  }

  /** Why it failed, in the person's opinion; a label given before gets another note. Error code: `nothing-open`. */
  label(label: ErrorLabel, note: string): Result<LabView> {
    return this.#change((chosen) => {
      chosen.labels = withLabels(chosen.labels, [{ label, by: PERSON, note }]);
      return success(null);
    });
  }

  /** Takes a label away, counted from 0. Error code: `nothing-open`. */
  unlabel(place: number): Result<LabView> {
    return this.#change((chosen) => {
      chosen.labels = chosen.labels.filter((_, i) => i !== place);
      return success(null);
    });
  }

  /** Why it failed, in a model's opinion. Error codes: `nothing-open`, `judging`; those of models, `capped`. */
  async labelByModel(setup: RoleSetup, calls: RoleCalls, caps: Caps = noCaps): Promise<Result<LabelledView>> {
    const chosen = this.#cases[this.#chosen];
    if (!chosen) return nothingOpen();
    if (this.#running || this.#labelling) return failure('judging', 'a model is at work already');
    const { judge } = new Cast(calls).judging({ judge: { kind: 'model', setup }, method: { window: null, withRubrics: true } });
    if (judge.kind !== 'model') return failure('judging', 'a script gives no labels');
    const controller = new AbortController();
    this.#labelling = controller;
    const labelled = await labelTrajectory(chosen, statesOf(chosen), judge, { caps, now: () => performance.now(), signal: controller.signal });
    this.#labelling = null;
    if (labelled.kind === 'capped') return failure('capped', labelled.exceeded.message);
    if (labelled.kind === 'failed') return labelled.failure;
    const { quality, labels, ignored } = labelled.reading;
    chosen.labels = withLabels(chosen.labels, labels.map((each) => ({ ...each, by: judge.caller.driver })));
    return success({ view: this.#view(), quality, given: labels.length, ignored });
  }

  /** The file with all that was said of it here, gzipped. A results file has no place for marks and labels. Error code: `nothing-open`. */
  export(): Result<Uint8Array> {
    if (!this.#source) return nothingOpen();
    const bytes = this.#source.kind === 'rollout' ? this.#rollout(this.#source.rollout) : this.#results(this.#source.results);
    return transfer(success(bytes), [bytes.buffer]);
  }

  async #becomeRollout(rollout: ServiceRollout, name: string): Promise<Result<OpenedLab>> {
    const replayed = await replayService(rollout, name);
    if (!replayed.ok) return replayed;
    const conversation = replayed.value;
    const report = reportOn(rollout, conversation);
    conversation.close();
    const { recomputed, verdict } = report;
    const { judgements = [], marks = [], labels = [] } = recomputed;
    const { task, messages, termination } = conversation;
    const own = this.#case({ task, messages, termination, trial: null, fileVerdict: null }, judgements);
    for (const { rubric, is_met } of marks) own.marks.set(rubric, is_met);
    own.labels = labels;
    this.#become({ kind: 'rollout', rollout: recomputed }, [own]);
    return success({
      kind: 'rollout',
      name,
      trajectories: [trajectoryCard(own)],
      verdict,
      report: serviceReportLines(report, name),
      removed: [],
      corrected: differing(rollout.judgements ?? [], judgements),
    });
  }

  #case(known: Pick<Case, 'task' | 'messages' | 'termination' | 'trial' | 'fileVerdict'>, judgements: readonly Judgement[]): Case {
    const entries = judgements.map((judgement): LabJudgement => ({ id: ++this.#ids, judgement, isOwn: false }));
    return { ...known, judgements: entries, marks: new Map(), labels: [], removed: null };
  }

  #become(source: Source, cases: readonly Case[]): void {
    this.abort();
    this.#running = null;
    this.#source = source;
    this.#cases = cases;
    this.#chosen = 0;
  }

  #change(work: (chosen: Case) => Result<null>): Result<LabView> {
    const chosen = this.#cases[this.#chosen];
    if (!chosen) return nothingOpen();
    const done = work(chosen);
    return done.ok ? success(this.#view()) : done;
  }

  #view(): LabView {
    return labView(this.#cases, this.#chosen, this.#running?.id ?? null, Boolean(this.#cases[this.#chosen]?.removed));
  }

  #rollout(rollout: ServiceRollout): Uint8Array {
    const [only] = this.#cases as [Case];
    const { digest: _, judgements: __, marks: ___, labels: ____, ...rest } = rollout;
    const judgements = judgementsOf(only);
    const marks = [...only.marks].map(([rubric, is_met]) => ({ rubric, is_met }));
    const labels = [...only.labels];
    const whole = { ...rest, ...(judgements.length ? { judgements } : {}), ...(marks.length ? { marks } : {}), ...(labels.length ? { labels } : {}) };
    return encodeRollout({ ...whole, digest: serviceDigestOf(whole) }, { gzip: true });
  }

  #results(results: Results): Uint8Array {
    const simulations = results.simulations.map((simulation, i) => ({ ...simulation, judgements: judgementsOf(this.#cases[i] as Case) }));
    return writeResults({ ...results, simulations }, { gzip: true });
  }
}

function nothingOpen(): Result<never> {
  return failure('nothing-open', 'no trajectory is open in the judge lab');
}

/** Null: it goes. */
function replace(entries: LabJudgement[], id: number, judgement: Judgement | null): void {
  const place = entries.findIndex((entry) => entry.id === id);
  const entry = entries[place];
  if (entry) entries.splice(place, 1, ...(judgement ? [{ ...entry, judgement }] : []));
}

function judgementsOf({ judgements }: Case): Judgement[] {
  return judgements.map(({ judgement }) => judgement);
}

/** Who judged and how, as text. */
function mannerOf({ judge, window, with_rubrics, prompt }: Judgement): string {
  return canonicalJson({ judge, window, with_rubrics, prompt: prompt ?? null });
}

function differing(told: readonly Judgement[], computed: readonly Judgement[]): number {
  const written = (judgement: Judgement | undefined) => canonicalJson((judgement ?? null) as unknown as Json);
  return told.filter((judgement, i) => written(judgement) !== written(computed[i])).length;
}

/** One of each label by each rater: the latest. */
function withLabels(labels: readonly LabLabel[], added: readonly LabLabel[]): LabLabel[] {
  const isSame = (a: LabLabel, b: LabLabel) => a.label === b.label && a.by.kind === b.by.kind && a.by.name === b.by.name;
  return [...labels.filter((label) => !added.some((other) => isSame(label, other))), ...added];
}

/** What is known to be met: by the latest judge that had a verdict on the rubrics, before that by the file's. */
function statesOf({ task, judgements, fileVerdict }: Case): RubricState[] {
  const latest = judgements.filter(({ judgement }) => judgement.with_rubrics && scoreOf(judgement)).at(-1)?.judgement;
  const told = new Map((latest?.rubrics ?? fileVerdict?.rubrics ?? []).map((each) => [each.rubric, each] as const));
  return openingStates(task, true).map((state) => {
    const known = told.get(state.rubric);
    return known ? { ...state, isMet: known.is_met, justification: known.justification } : state;
  });
}
