/** A rollout as metrics look at it (spec vita §6). */
import type { RoleSpent, Trial } from '../../service/metrics/trial.ts';
import { rubricsOf, type ServiceTask } from '../../service/taskFile/index.ts';
import type { CallDetails } from './details.ts';
import type { ServiceRollout } from './format.ts';
import { scoreOf } from './judgement.ts';
import { callsBy } from './record.ts';

/** The latest judgement that is complete decides; without one there is no score. */
export function trialOfRollout(rollout: ServiceRollout, task: ServiceTask, place: Pick<Trial, 'model' | 'set' | 'trial'>): Trial {
  const { messages, judgements = [], termination, state_met: stateMet, labels = [] } = rollout;
  const score = judgements.map(scoreOf).filter((each) => each !== null).at(-1) ?? null;
  const of = (role: string) => messages.filter((message) => message.role === role);
  const calls = callsBy(rollout);
  return {
    ...place,
    taskId: task.id,
    domains: task.domains,
    success: termination === null ? null : (score?.isSuccess ?? null),
    rubricsMet: score?.met ?? null,
    rubrics: score?.rubrics ?? rubricsOf(task).length,
    stateMet,
    turns: of('assistant').length,
    toolCalls: of('tool').length,
    toolErrors: messages.filter((message) => message.role === 'tool' && message.is_error).length,
    termination,
    spent: {
      assistant: spentOnCalls(calls.assistant),
      user: spentOnCalls(calls.user),
      judge: spentOnCalls(calls.judge),
    },
    labels: labels.map(({ label }) => label),
  };
}

function spentOnCalls(calls: readonly CallDetails[]): RoleSpent {
  const total = (amountOf: (call: CallDetails) => number | null) => {
    return calls.map(amountOf).reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0);
  };
  const tokens = ({ usage: { prompt_tokens, completion_tokens } }: CallDetails) => {
    return prompt_tokens === null || completion_tokens === null ? null : prompt_tokens + completion_tokens;
  };
  return { calls: calls.length, tokens: total(tokens), costUsd: total(({ usage }) => usage.cost_usd) };
}
