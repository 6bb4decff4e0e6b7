/** What the judge lab tells the page: a trajectory's judges, beside each other and beside a person. */
import { spentOnJudgements } from '../../src/agents/service/trial.ts';
import type { Driver } from '../../src/rollout/format.ts';
import { scoreOf, stepsOf, type Judgement, type Score } from '../../src/rollout/service/judgement.ts';
import type { Verdict as FileVerdict } from '../../src/rollout/service/results/format.ts';
import type { Ignored, Reading } from '../../src/service/judge/answer.ts';
import { agreementOf, compare, opinionOf, type Agreement, type Comparison, type Judged, type Opinion, type Verdict } from '../../src/service/judge/compare.ts';
import { spansOf, type Span, type WindowSize } from '../../src/service/judge/windows.ts';
import type { Message } from '../../src/service/message.ts';
import type { ErrorLabel } from '../../src/service/metrics/errorLabels.ts';
import { rubricsOf, type ServiceTask } from '../../src/service/taskFile/index.ts';
import type { TaskCard } from './messages.ts';

/** A trajectory as the lab holds it. */
export interface LabCase {
  readonly task: ServiceTask;
  readonly messages: readonly Message[];
  readonly termination: string | null;
  /** Counted from 1; null where there is only one. */
  readonly trial: number | null;
  /** By whoever made a results file. */
  readonly fileVerdict: FileVerdict | null;
  readonly judgements: readonly LabJudgement[];
  /** The person's, by rubric. */
  readonly marks: ReadonlyMap<string, boolean>;
  readonly labels: readonly LabLabel[];
}

export interface LabJudgement {
  readonly id: number;
  readonly judgement: Judgement;
  /** Made here, and not in the file that was opened. */
  readonly isOwn: boolean;
}

export interface LabLabel {
  readonly label: ErrorLabel;
  readonly by: Driver;
  readonly note: string;
}

/** A file as it was opened. */
export interface OpenedLab {
  readonly kind: 'rollout' | 'results' | 'example';
  readonly name: string;
  readonly trajectories: readonly TrajectoryCard[];
  /** Of a rollout, by replay. */
  readonly verdict: 'match' | 'diverged' | 'edited' | null;
  readonly report: readonly string[];
  /** Where keys were taken out. */
  readonly removed: readonly string[];
  /** Judgements that said something else than their answers; here they say what the answers say. */
  readonly corrected: number;
}

export interface TrajectoryCard {
  readonly taskId: string;
  readonly trial: number | null;
  readonly messages: number;
  readonly termination: string | null;
  readonly judges: number;
  readonly marked: number;
  readonly rubrics: number;
}

export interface ShownTrajectory {
  readonly place: number;
  readonly task: TaskCard;
  readonly rubrics: readonly string[];
  /** Without what the calls changed. */
  readonly messages: readonly Message[];
  /** What a judge is told by default. */
  readonly prompt: string;
  readonly view: LabView;
}

/** Where the chosen trajectory stands. */
export interface LabView {
  readonly judges: readonly ShownJudge[];
  /** Its `verdicts` and `flips` are in the order of `judges`. */
  readonly comparison: Comparison;
  readonly agreements: readonly ShownAgreement[];
  /** Over all trajectories of the file; empty where there is only one. */
  readonly pooled: readonly ShownAgreement[];
  readonly labels: readonly LabLabel[];
  /** The judgement under way. */
  readonly running: number | null;
  /** The one that was last removed can be put back. */
  readonly canUndo: boolean;
  readonly trajectories: readonly TrajectoryCard[];
}

export interface ShownJudge extends JudgeName {
  readonly id: number;
  readonly windows: readonly ShownWindow[];
  /** All there are, judged or not. */
  readonly planned: number;
  /** The latest, by what it judged. */
  readonly justifications: readonly string[];
  readonly failure: Judgement['failure'];
  readonly score: Score | null;
  /** Null: unknown. */
  readonly spent: { readonly calls: number; readonly tokens: number | null; readonly costUsd: number | null } | null;
  readonly isOwn: boolean;
}

/** Who judged, and how. */
export interface JudgeName {
  readonly kind: Driver['kind'] | 'file';
  readonly name: string;
  readonly window: WindowSize | null;
  readonly withRubrics: boolean;
  readonly hasOwnPrompt: boolean;
}

export interface ShownWindow {
  readonly span: Span;
  readonly quality: Reading['quality'];
  readonly ignored: Ignored;
  /** By what was judged; `changed`: this answer spoke of it. */
  readonly states: readonly { readonly isMet: boolean; readonly justification: string; readonly changed: boolean }[];
}

export interface ShownAgreement {
  readonly first: JudgeName;
  /** Null: the person. */
  readonly second: JudgeName | null;
  readonly agreement: Agreement;
}

export function labView(cases: readonly LabCase[], place: number, running: number | null, canUndo: boolean): LabView {
  const chosen = cases[place] as LabCase;
  const all = ratersOf(chosen);
  const marks = marksOf(chosen);
  return {
    judges: all.map(({ shown }) => shown),
    comparison: compare(all.map(({ judged }) => judged), marks),
    agreements: agreementsOf([chosen], false),
    pooled: cases.length > 1 ? agreementsOf(cases, true) : [],
    labels: chosen.labels,
    running,
    canUndo,
    trajectories: cases.map(trajectoryCard),
  };
}

export function trajectoryCard(lab: LabCase): TrajectoryCard {
  const { task, trial, messages, termination, fileVerdict, judgements, marks } = lab;
  return {
    taskId: task.id,
    trial,
    messages: messages.length,
    termination,
    judges: judgements.length + (fileVerdict ? 1 : 0),
    marked: marks.size,
    rubrics: rubricsOf(task).length,
  };
}

interface Rater {
  readonly shown: ShownJudge;
  readonly judged: Judged;
}

/** The file's own verdict first. */
function ratersOf({ task, messages, fileVerdict, judgements }: LabCase): Rater[] {
  const own = fileVerdict ? [raterOfFile(task, fileVerdict)] : [];
  return [...own, ...judgements.map((entry) => raterOf(task, messages.length, entry))];
}

/** A file may hold hundreds of judgements, of which one changes at a time. */
const raters = new WeakMap<LabJudgement, Rater>();

function raterOf(task: ServiceTask, messages: number, entry: LabJudgement): Rater {
  const rater = raters.get(entry) ?? newRater(task, messages, entry);
  raters.set(entry, rater);
  return rater;
}

function newRater(task: ServiceTask, messages: number, { id, judgement, isOwn }: LabJudgement): Rater {
  const steps = stepsOf(task, judgement);
  const { judge, window, with_rubrics: withRubrics, prompt, rubrics, failure } = judgement;
  const { callsOfUnknownTokens, callsOfUnknownCost, turns, tokens, costUsd } = spentOnJudgements([judgement]);
  return {
    shown: {
      id,
      kind: judge.kind,
      name: judge.name,
      window,
      withRubrics,
      hasOwnPrompt: prompt !== undefined,
      windows: steps.map(({ window: { from, to }, reading, states }) => ({
        span: { from, to },
        quality: reading.quality,
        ignored: reading.ignored,
        states: states.map(({ isMet, justification }, i) => ({ isMet, justification, changed: reading.updates.has(i) })),
      })),
      planned: spansOf(messages, window).length,
      justifications: rubrics.map(({ justification }) => justification),
      failure,
      score: scoreOf(judgement),
      spent: { calls: turns, tokens: callsOfUnknownTokens > 0 ? null : tokens, costUsd: callsOfUnknownCost > 0 ? null : costUsd },
      isOwn,
    },
    judged: {
      withRubrics,
      verdicts: rubrics.map(({ is_met }) => (failure ? null : is_met)),
      windows: steps.map(({ window: { from, to }, states }) => ({ span: { from, to }, met: states.map(({ isMet }) => isMet) })),
    },
  };
}

/** Of its windows nothing is known but their size: what others repeat of them differs. */
function raterOfFile(task: ServiceTask, { rubrics, method, windowSize }: FileVerdict): Rater {
  const known = new Map(rubrics.map((each) => [each.rubric, each] as const));
  const told = rubricsOf(task).map((rubric) => known.get(rubric));
  const verdicts = told.map((each): Verdict => each?.is_met ?? null);
  return {
    shown: {
      id: -1,
      kind: 'file',
      name: method === null ? '' : windowSize === null ? method : `${method}, ${windowSize}`,
      window: null,
      withRubrics: true,
      hasOwnPrompt: false,
      windows: [],
      planned: 0,
      justifications: told.map((each) => each?.justification ?? ''),
      failure: null,
      score: verdicts.includes(null) ? null : { isSuccess: !verdicts.includes(false), met: verdicts.filter(Boolean).length, rubrics: verdicts.length },
      spent: null,
      isOwn: false,
    },
    judged: { withRubrics: true, verdicts, windows: [] },
  };
}

function marksOf({ task, marks }: LabCase): Verdict[] {
  return rubricsOf(task).map((rubric) => marks.get(rubric) ?? null);
}

/** Every judge with every other, and with the person. `isPooled`: the same judge of several trajectories is one. */
function agreementsOf(cases: readonly LabCase[], isPooled: boolean): ShownAgreement[] {
  const person = cases.map((one): Opinion => opinionOf({ withRubrics: true, verdicts: marksOf(one) }));
  const judges = new Map<string, { readonly name: JudgeName; readonly opinions: Map<number, Opinion> }>();
  cases.forEach((one, i) => {
    for (const { shown, judged } of ratersOf(one)) {
      const name = nameOf(shown);
      const key = isPooled ? JSON.stringify(name) : String(shown.id);
      const judge = judges.get(key) ?? { name, opinions: new Map<number, Opinion>() };
      judges.set(key, judge);
      // Of one that judged the same trajectory again, the latest verdict counts; one that failed replaces none.
      const opinion = opinionOf(judged);
      if (!judge.opinions.has(i) || judged.verdicts.some((verdict) => verdict !== null)) judge.opinions.set(i, opinion);
    }
  });
  const all = [...judges.values()];
  const between = (first: ReadonlyMap<number, Opinion>, second: ReadonlyMap<number, Opinion>) => {
    return agreementOf([...first].flatMap(([i, opinion]) => [[opinion, second.get(i)] as const]).filter((pair): pair is [Opinion, Opinion] => pair[1] !== undefined));
  };
  const personally = new Map(person.entries());
  return all.flatMap(({ name, opinions }, i) => [
    { first: name, second: null, agreement: between(opinions, personally) },
    ...all.slice(i + 1).map((other) => ({ first: name, second: other.name, agreement: between(opinions, other.opinions) })),
  ]);
}

function nameOf({ kind, name, window, withRubrics, hasOwnPrompt }: JudgeName): JudgeName {
  return { kind, name, window: window && { size: window.size, overlap: window.overlap }, withRubrics, hasOwnPrompt };
}
