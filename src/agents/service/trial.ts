/** A trial to its end: the conversation, then the judge; saved after every message and every window. */
import { nothingSpent, type Spent } from '../../models/budget.ts';
import type { ServiceRollout } from '../../rollout/service/format.ts';
import { isUnfinished, type Judgement, type JudgeMethod } from '../../rollout/service/judgement.ts';
import type { Role, Speaker } from '../../service/roles.ts';
import type { Unanswered } from '../modelCall.ts';
import { driverOfJudge, JudgeRun, type JudgeSpeaker, type Trajectory } from './judgeRun.ts';
import { spentOn, sum, type ServiceRun, type StepOptions } from './serviceRun.ts';

export interface Judging {
  readonly judge: JudgeSpeaker;
  readonly method: JudgeMethod;
}

export type TrialEnd =
  | { readonly kind: 'over' }
  | (Unanswered & { readonly by: Role })
  /** A person's turn. */
  | { readonly kind: 'waiting'; readonly for: Speaker };

export type TrialOptions = StepOptions & {
  /** After each message and each window, before the next is asked for. */
  readonly save: () => Promise<void>;
};

/** `judging`: null where nobody judges. What is finished already is not done again. */
export async function playTrial(run: ServiceRun, judging: Judging | null, options: TrialOptions): Promise<TrialEnd> {
  const { save, ...stepOptions } = options;
  const spentElsewhere = () => sum(options.spentElsewhere?.() ?? nothingSpent, spentOnJudgements(run.remarks.judgements ?? []));
  for (;;) {
    const result = await run.step({ ...stepOptions, spentElsewhere });
    if (result.kind === 'over') break;
    if (result.kind !== 'said') return result;
    await save();
  }
  return judging && !isJudged(run.remarks.judgements, judging) ? judgeTrial(run, judging, options) : { kind: 'over' };
}

/** Nothing is left to be done of it. */
export function isFinished({ termination, judgements }: Pick<ServiceRollout, 'termination' | 'judgements'>, judging: Judging | null): boolean {
  return termination !== null && (judging === null || isJudged(judgements, judging));
}

/** One judgement more; or the last one's rest, where the same judge left it unfinished. Nobody but the judge is called. */
export async function judgeTrial(run: ServiceRun, judging: Judging, options: TrialOptions): Promise<TrialEnd> {
  const spentElsewhere = () => sum(options.spentElsewhere?.() ?? nothingSpent, run.spent());
  const keep = (judgements: Judgement[]) => (run.remarks = { ...run.remarks, judgements });
  return judgeTrajectory(run.conversation, run.remarks.judgements ?? [], judging, { ...options, spentElsewhere }, keep);
}

/** The same of any trajectory. `keep` takes all judgements after each window, before they are saved. */
export async function judgeTrajectory(
  trajectory: Trajectory,
  judgements: readonly Judgement[],
  judging: Judging,
  { save, ...options }: TrialOptions,
  keep: (judgements: Judgement[]) => void,
): Promise<TrialEnd> {
  for (let all = judgements; ; ) {
    const { result, judgements: more } = await nextWindow(trajectory, all, judging, options);
    keep(more);
    all = more;
    await save();
    if (result.kind !== 'judged') return result;
    if (result.isOver) return { kind: 'over' };
  }
}

export type WindowResult = { readonly kind: 'judged'; readonly isOver: boolean } | (Unanswered & { readonly by: 'judge' });

/** The next window of the judgement that `judgeTrial` would make, kept among the run's remarks. */
export async function judgeWindow(run: ServiceRun, judging: Judging, { spentElsewhere = () => nothingSpent, ...options }: StepOptions): Promise<WindowResult> {
  const elsewhere = () => sum(spentElsewhere(), run.spent());
  const { result, judgements } = await nextWindow(run.conversation, run.remarks.judgements ?? [], judging, { ...options, spentElsewhere: elsewhere });
  run.remarks = { ...run.remarks, judgements };
  return result;
}

/** The same of any trajectory: one window more, and the judgements with it. */
export async function nextWindow(
  { task, messages }: Trajectory,
  all: readonly Judgement[],
  judging: Judging,
  options: StepOptions,
): Promise<{ result: WindowResult; judgements: Judgement[] }> {
  const last = all.at(-1);
  const begun = last && isSuch(last, judging) && isUnfinished(last) ? last : undefined;
  const earlier = begun ? all.slice(0, -1) : all;
  const judgeRun = new JudgeRun({ task, messages }, judging.judge, judging.method, begun);
  const step = await judgeRun.step(options);
  const unanswered = step.kind === 'judged' || step.kind === 'over' ? undefined : step;
  const judgements = [...earlier, judgeRun.judgement(unanswered)];
  return { result: unanswered ? { ...unanswered, by: 'judge' } : { kind: 'judged', isOver: judgeRun.isOver }, judgements };
}

export function spentOnJudgements(judgements: readonly Judgement[]): Spent {
  return spentOn(judgements.flatMap(({ windows }) => windows.flatMap(({ call }) => call ?? [])));
}

/** Whether this judge has judged to the end, in this manner. */
export function isJudged(judgements: readonly Judgement[] = [], judging: Judging): boolean {
  return judgements.some((judgement) => isSuch(judgement, judging) && !isUnfinished(judgement));
}

function isSuch({ judge, window, with_rubrics, prompt }: Judgement, { judge: speaker, method }: Judging): boolean {
  const { kind, name } = driverOfJudge(speaker);
  const own = speaker.kind === 'model' ? speaker.settings.prompt : undefined;
  const isSameWindow = window?.size === method.window?.size && window?.overlap === method.window?.overlap;
  return judge.kind === kind && judge.name === name && isSameWindow && with_rubrics === method.withRubrics && prompt === own;
}
