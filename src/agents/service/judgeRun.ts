/** A judge at work, a window at a time, on any trajectory: neither the assistant nor the customer is called (spec vita §5). */
import { nothingSpent, type Spent } from '../../models/budget.ts';
import type { Driver } from '../../rollout/format.ts';
import { failureOfAll, rubricsAfter, stepsOf, unfinished, type JudgedStep, type Judgement, type JudgeMethod } from '../../rollout/service/judgement.ts';
import { openingStates, type RubricState } from '../../service/judge/rubrics.ts';
import { SCRIPTED_JUDGE, scriptedJudgeAnswer } from '../../service/judge/scripted.ts';
import { spansOf, type Span } from '../../service/judge/windows.ts';
import type { Message } from '../../service/message.ts';
import { JUDGE_PROMPT, judgeQuestion } from '../../service/prompts/judge.ts';
import type { ServiceTask } from '../../service/taskFile/types.ts';
import { askModel, type AskOptions, type Caller, type Unanswered } from '../modelCall.ts';
import type { RoleSettings } from './requests.ts';
import { callDetails, spentOn, sum } from './serviceRun.ts';

export type JudgeSpeaker =
  | { readonly kind: 'model'; readonly caller: Caller; readonly settings: RoleSettings }
  /** Goes by words; see `scriptedJudgeAnswer`. */
  | { readonly kind: 'scripted' };

export type JudgeStep = { readonly kind: 'judged'; readonly step: JudgedStep } | Unanswered | { readonly kind: 'over' };

export type JudgeOptions = Omit<AskOptions, 'turn'> & { readonly now: () => number; readonly spentElsewhere?: () => Spent };

/** What is judged. */
export interface Trajectory {
  readonly task: ServiceTask;
  readonly messages: readonly Message[];
}

export class JudgeRun {
  readonly trajectory: Trajectory;
  readonly method: JudgeMethod;
  readonly judge: JudgeSpeaker;
  readonly spans: readonly Span[];
  readonly #steps: JudgedStep[];

  /** `begun`: an unfinished judgement by the same judge and method, to go on with. */
  constructor(trajectory: Trajectory, judge: JudgeSpeaker, method: JudgeMethod, begun?: Judgement) {
    this.trajectory = trajectory;
    this.judge = judge;
    this.method = method;
    this.spans = spansOf(trajectory.messages.length, method.window);
    this.#steps = begun ? stepsOf(trajectory.task, begun) : [];
  }

  get steps(): readonly JudgedStep[] {
    return this.#steps;
  }

  get states(): readonly RubricState[] {
    return this.#steps.at(-1)?.states ?? openingStates(this.trajectory.task, this.method.withRubrics);
  }

  get isOver(): boolean {
    return this.#steps.length >= this.spans.length;
  }

  get spent(): Spent {
    return spentOn(this.#steps.flatMap(({ window }) => window.call ?? []));
  }

  /** The next window. */
  async step(options: JudgeOptions): Promise<JudgeStep> {
    const span = this.spans[this.#steps.length];
    if (!span) return { kind: 'over' };
    const answered = await this.#answer(span, options);
    if ('kind' in answered) return answered;
    const windows = [...this.#steps.map(({ window }) => window), { ...span, ...answered }];
    const step = stepsOf(this.trajectory.task, { windows, with_rubrics: this.method.withRubrics }).at(-1) as JudgedStep;
    this.#steps.push(step);
    return { kind: 'judged', step };
  }

  /** As it stands; `unanswered`: why it stopped. */
  judgement(unanswered?: Unanswered): Judgement {
    const { judge, method } = this;
    const prompt = judge.kind === 'model' ? judge.settings.prompt : undefined;
    return {
      judge: driverOfJudge(judge),
      window: method.window && { ...method.window },
      with_rubrics: method.withRubrics,
      ...(prompt === undefined ? {} : { prompt }),
      windows: this.#steps.map(({ window }) => window),
      rubrics: rubricsAfter(this.states),
      failure: unanswered ? failureOf(unanswered) : this.#ownFailure(),
    };
  }

  #ownFailure(): Judgement['failure'] {
    return this.isOver ? failureOfAll(this.#steps) : unfinished(this.#steps.length, this.spans.length);
  }

  async #answer(span: Span, { now, spentElsewhere = () => nothingSpent, ...options }: JudgeOptions) {
    const { trajectory, judge, states } = this;
    if (judge.kind === 'scripted') return { text: scriptedJudgeAnswer(trajectory.messages, span, states) };
    const started = now();
    const { task, messages } = trajectory;
    const request = {
      ...judge.settings.wishes,
      system: judge.settings.prompt ?? JUDGE_PROMPT[task.language],
      messages: [{ role: 'user', text: judgeQuestion(task, messages, span, states) }] as const,
      tools: [],
    };
    const asked = await askModel(judge.caller, request, sum(this.spent, spentElsewhere()), { ...options, turn: this.#steps.length + 1 });
    if (asked.kind !== 'answered') return asked;
    return { text: asked.answer.message.text, call: callDetails(asked, now() - started) };
  }
}

export function driverOfJudge(judge: JudgeSpeaker): Driver {
  return judge.kind === 'model' ? judge.caller.driver : { kind: 'scripted', name: SCRIPTED_JUDGE };
}

function failureOf(unanswered: Unanswered): Judgement['failure'] {
  if (unanswered.kind === 'capped') return { code: 'capped', message: unanswered.exceeded.message };
  return { code: unanswered.failure.code, message: unanswered.failure.message };
}
