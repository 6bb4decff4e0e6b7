/** A trial to its end: the conversation, then the judge; saved after every message and every window. */
import { nothingSpent, type Spent } from '../../models/budget.ts';
import type { Judgement, JudgeMethod } from '../../rollout/service/judgement.ts';
import type { Role, Speaker } from '../../service/roles.ts';
import type { Unanswered } from '../modelCall.ts';
import { driverOfJudge, JudgeRun, type JudgeSpeaker } from './judgeRun.ts';
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
  const isJudged = run.remarks.judgements?.some((judgement) => judging && isSuch(judgement, judging) && !isUnfinished(judgement));
  return judging && !isJudged ? judgeTrial(run, judging, options) : { kind: 'over' };
}

/** One judgement more; or the last one's rest, where the same judge left it unfinished. Nobody but the judge is called. */
export async function judgeTrial(run: ServiceRun, judging: Judging, { save, spentElsewhere = () => nothingSpent, ...options }: TrialOptions): Promise<TrialEnd> {
  const all = run.remarks.judgements ?? [];
  const last = all.at(-1);
  const begun = last && isSuch(last, judging) && isUnfinished(last) ? last : undefined;
  const earlier = begun ? all.slice(0, -1) : all;
  const { task, messages } = run.conversation;
  const judgeRun = new JudgeRun({ task, messages }, judging.judge, judging.method, begun);
  const spentBefore = sum(run.spent(), spentOnJudgements(earlier));
  do {
    const result = await judgeRun.step({ ...options, spentElsewhere: () => sum(spentElsewhere(), spentBefore) });
    const unanswered = result.kind === 'judged' || result.kind === 'over' ? undefined : result;
    run.remarks = { ...run.remarks, judgements: [...earlier, judgeRun.judgement(unanswered)] };
    await save();
    if (unanswered) return { ...unanswered, by: 'judge' };
  } while (!judgeRun.isOver);
  return { kind: 'over' };
}

export function spentOnJudgements(judgements: readonly Judgement[]): Spent {
  return spentOn(judgements.flatMap(({ windows }) => windows.flatMap(({ call }) => call ?? [])));
}

function isUnfinished({ failure }: Judgement): boolean {
  return failure !== null && failure.code !== 'unreadable';
}

function isSuch({ judge, window, with_rubrics, prompt }: Judgement, { judge: speaker, method }: Judging): boolean {
  const { kind, name } = driverOfJudge(speaker);
  const own = speaker.kind === 'model' ? speaker.settings.prompt : undefined;
  const isSameWindow = window?.size === method.window?.size && window?.overlap === method.window?.overlap;
  return judge.kind === kind && judge.name === name && isSameWindow && with_rubrics === method.withRubrics && prompt === own;
}
