/** Our rollouts as a results file (spec vita §7). */
import { failure, success, type Result } from '../../../core/result.ts';
import type { ToolCall } from '../../../service/message.ts';
import type { Speaker } from '../../../service/roles.ts';
import { writeTask, type ServiceTask } from '../../../service/taskFile/index.ts';
import type { Driver } from '../../format.ts';
import type { RecordedMessage, ServiceRollout } from '../format.ts';
import { taskOfRollout } from '../record.ts';
import { tokensOf, type MessageNote, type Results, type Simulation } from './format.ts';

/**
 * `timestamp`: of the file, such as `20260423_031358`; a rollout has no clock, so its simulation has no times. Trials are
 * numbered in order of appearance. The final state is left out: only a replay knows it.
 * Error codes: those of `taskOfRollout`; `results-empty`, `results-mixed`.
 */
export function resultsOfRollouts(
  rollouts: readonly ServiceRollout[],
  { timestamp, name }: { timestamp: string | null; name: string },
): Result<Results> {
  const [first] = rollouts;
  if (!first) return failure('results-empty', 'there is no rollout to make a results file of', name);
  for (const role of ['assistant', 'user'] as const) {
    const names = [...new Set(rollouts.map((rollout) => speakerName(rollout[role])))];
    if (names.length > 1) return failure('results-mixed', `a results file is of one ${role}; these rollouts have ${names.join(', ')}`, name);
  }
  const tasks = new Map<string, ServiceTask>();
  const trials = new Map<string, number>();
  const simulations: Simulation[] = [];
  for (const rollout of rollouts) {
    const task = taskOfRollout(rollout, name);
    if (!task.ok) return task;
    const { id } = task.value;
    const known = tasks.get(id);
    if (known && writeTask(known) !== writeTask(task.value)) {
      return failure('results-mixed', `a results file tells tasks by their ids; there are different tasks called ${id}`, name);
    }
    tasks.set(id, known ?? task.value);
    const trial = trials.get(id) ?? 0;
    trials.set(id, trial + 1);
    simulations.push(simulationOf(rollout, id, trial));
  }
  const same = (limit: 'steps' | 'errors') => (rollouts.every(({ limits }) => limits[limit] === first.limits[limit]) ? first.limits[limit] : null);
  const info = {
    assistant: speakerName(first.assistant),
    user: speakerName(first.user),
    trials: Math.max(...trials.values()),
    limits: { steps: same('steps'), errors: same('errors') },
    seed: null,
    domain: [...new Set([...tasks.values()].flatMap(({ domains }) => domains))].join(','),
  };
  return success({ timestamp, info, tasks: [...tasks.values()], simulations });
}

function speakerName({ kind, name }: Driver): string {
  return kind === 'model' || kind === 'cassette' ? name : `${kind} ${name}`;
}

function simulationOf(rollout: ServiceRollout, taskId: string, trial: number): Simulation {
  const { messages, judgements = [] } = rollout;
  const notes = messages.map(noteOf);
  return {
    id: `${taskId}-${trial}`,
    taskId,
    trial,
    seed: rollout.seed,
    times: { timestamp: null, start: null, end: null },
    duration: null,
    termination: rollout.termination,
    agentCostUsd: costOf('assistant', messages, notes),
    userCostUsd: costOf('user', messages, notes),
    messages: messages.map((message) => {
      if (message.role === 'user') return { role: 'user', content: message.content };
      if (message.role === 'assistant') return { role: 'assistant', content: message.content, calls: message.tool_calls as ToolCall[] };
      const { role, id, name, content, is_error: isError } = message;
      return { role, id, name, content, isError, changes: [] };
    }),
    notes,
    verdict: null,
    states: null,
    stateMet: rollout.state_met,
    judgements,
  };
}

function noteOf(message: RecordedMessage): MessageNote {
  const call = message.role === 'tool' ? undefined : message.call;
  if (!call) return { timestamp: null, usage: null, costUsd: 0, thinking: '' };
  const { usage, exchange } = call;
  return { timestamp: null, usage: tokensOf(usage), costUsd: usage.cost_usd, thinking: message.role === 'assistant' ? exchange.thinking : '' };
}

function costOf(role: Speaker, messages: readonly RecordedMessage[], notes: readonly MessageNote[]): number | null {
  const costs = notes.filter((_, place) => messages[place]?.role === role).map(({ costUsd }) => costUsd);
  return costs.reduce((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
}
