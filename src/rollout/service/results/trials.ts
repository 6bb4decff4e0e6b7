/** A results file's simulations as metrics look at them (spec vita §6). */
import { TERMINATIONS } from '../../../service/message.ts';
import type { RoleSpent, Trial } from '../../../service/metrics/trial.ts';
import type { Speaker } from '../../../service/roles.ts';
import { rubricsOf } from '../../../service/taskFile/index.ts';
import { taskOf, tokensOf, verdictOf, type Results, type Simulation, type UpstreamUsage } from './format.ts';

/** `set`: what the file's tasks are called together. */
export function trialsOf(results: Results, set: string): Trial[] {
  return results.simulations.map((simulation) => {
    const { taskId, messages, termination, stateMet } = simulation;
    const task = taskOf(results, simulation);
    const verdict = verdictOf(simulation);
    const tools = messages.filter((message) => message.role === 'tool');
    return {
      model: results.info.assistant ?? 'unknown',
      set,
      taskId,
      domains: task.domains,
      trial: simulation.trial + 1,
      success: verdict && verdict.isSuccess,
      rubricsMet: verdict && verdict.rubrics.filter(({ is_met }) => is_met).length,
      rubrics: verdict?.rubrics.length ?? rubricsOf(task).length,
      stateMet,
      turns: messages.filter(({ role }) => role === 'assistant').length,
      toolCalls: tools.length,
      toolErrors: tools.filter(({ isError }) => isError).length,
      termination: TERMINATIONS.find((each) => each === termination) ?? null,
      spent: {
        assistant: spentBy('assistant', simulation, simulation.agentCostUsd),
        user: spentBy('user', simulation, simulation.userCostUsd),
        judge: spentByJudges(simulation),
      },
      labels: [],
    };
  });
}

/** `costUsd`: as the simulation tells it in sum. */
function spentBy(role: Speaker, { messages, notes }: Simulation, costUsd: number | null): RoleSpent {
  const usages = notes.flatMap(({ usage, costUsd: own }, place) => {
    const isGreeting = place === 0 && role === 'assistant' && usage === null;
    const isCalled = messages[place]?.role === role && !isGreeting && (usage !== null || own !== 0);
    return isCalled ? [usage] : [];
  });
  return { calls: usages.length, tokens: total(usages.map(tokens)), costUsd };
}

function spentByJudges({ verdict, judgements }: Simulation): RoleSpent {
  const ours = judgements.flatMap(({ windows }) => windows.flatMap(({ call }) => (call ? [call.usage] : [])));
  const usages = [...(verdict?.windows.map(({ usage }) => usage) ?? []), ...ours.map(tokensOf)];
  const costs = [...(verdict?.windows.map(() => null) ?? []), ...ours.map(({ cost_usd }) => cost_usd)];
  return { calls: usages.length, tokens: total(usages.map(tokens)), costUsd: total(costs) };
}

function tokens(usage: UpstreamUsage): number | null {
  if (usage === null || usage.prompt_tokens === null || usage.completion_tokens === null) return null;
  return usage.prompt_tokens + usage.completion_tokens;
}

function total(amounts: readonly (number | null)[]): number | null {
  return amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0);
}
