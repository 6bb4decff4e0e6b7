/** What trials will take, said before they begin. */
import type { JudgeSpeaker } from '../agents/service/judgeRun.ts';
import { serviceRolePlans } from '../agents/service/plan.ts';
import type { AssistantSpeaker, UserSpeaker } from '../agents/service/serviceRun.ts';
import type { Judging } from '../agents/service/trial.ts';
import { estimateRun } from '../models/estimate.ts';
import { ROLES } from '../service/roles.ts';
import type { ServiceTask } from '../service/taskFile/index.ts';

export interface EstimatedTrial {
  readonly task: ServiceTask;
  readonly assistant: AssistantSpeaker;
  readonly user: UserSpeaker;
  readonly judging: Judging | null;
}

/** Nothing where no model is to be called. */
export function sayEstimate(trials: readonly EstimatedTrial[], of = ''): void {
  const plans = trials.flatMap(({ task, assistant, user, judging }) => {
    const terms = { assistant: termsOf(assistant), user: termsOf(user), judge: judging && termsOf(judging.judge) };
    return serviceRolePlans(task, terms, judging?.method.window ?? null);
  });
  if (plans.length === 0) return;
  const { roles, promptTokens, completionTokens, costUsd } = estimateRun(plans);
  const cost = costUsd === null ? 'cost unknown (no price for a model)' : `about $${costUsd.toFixed(2)}`;
  const calls = ROLES.map((name) => [name, roles.filter(({ role }) => role === name).reduce((sum, role) => sum + role.calls, 0)] as const);
  const said = calls.flatMap(([role, count]) => (count > 0 ? [`${role} ${count} calls`] : [])).join(', ');
  process.stderr.write(`estimate${of}, rough: ${said}; ${promptTokens} tokens in, ${completionTokens} out, ${cost}\n`);
}

function termsOf(speaker: AssistantSpeaker | UserSpeaker | JudgeSpeaker) {
  return speaker.kind === 'model' ? { price: speaker.caller.price } : null;
}
