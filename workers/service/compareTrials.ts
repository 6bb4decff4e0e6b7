/** Trials of one task beside each other: their verdicts, and where they part. */
import type { TrialKey } from '../../src/agents/service/experiment.ts';
import { success, type Result } from '../../src/core/result.ts';
import type { ServiceRollout } from '../../src/rollout/service/format.ts';
import { scoreOf, type Judgement } from '../../src/rollout/service/judgement.ts';
import { taskOfRollout } from '../../src/rollout/service/record.ts';
import { verdictOf, type Simulation } from '../../src/rollout/service/results/format.ts';
import { trialOfRollout } from '../../src/rollout/service/trial.ts';
import type { ShownTrial, TrialComparison } from './experimentMessages.ts';

interface Compared {
  readonly trial: ShownTrial;
  /** What the verdict says of each; empty: there is none. */
  readonly rubrics: Judgement['rubrics'];
  /** By place; null: a tool's answer, which follows from the calls. */
  readonly said: readonly (string | null)[];
}

interface Call {
  readonly name: string;
  readonly arguments: unknown;
}

/** Error codes: those of `taskOfRollout`. */
export function comparedRollout(key: TrialKey, rollout: ServiceRollout): Result<Compared> {
  const task = taskOfRollout(rollout, key.taskId);
  if (!task.ok) return task;
  const judgement = (rollout.judgements ?? []).filter((each) => scoreOf(each) !== null).at(-1);
  return success({
    trial: trialOfRollout(rollout, task.value, key),
    rubrics: judgement?.rubrics ?? [],
    said: rollout.messages.map((message) => {
      if (message.role === 'tool') return null;
      return words(message.content, message.role === 'assistant' ? message.tool_calls : []);
    }),
  });
}

export function comparedSimulation(trial: ShownTrial, simulation: Simulation): Compared {
  return {
    trial,
    rubrics: verdictOf(simulation)?.rubrics ?? [],
    said: simulation.messages.map((message) => {
      if (message.role === 'tool') return null;
      return words(message.content, message.role === 'assistant' ? message.calls : []);
    }),
  };
}

export function comparison(compared: readonly Compared[]): TrialComparison {
  const rubrics = [...new Set(compared.flatMap((each) => each.rubrics.map(({ rubric }) => rubric)))];
  return {
    trials: compared.map(({ trial }) => trial),
    rubrics: rubrics.map((rubric) => ({
      rubric,
      isMet: compared.map((each) => each.rubrics.find((own) => own.rubric === rubric)?.is_met ?? null),
    })),
    parting: partingOf(compared.map(({ said }) => said)),
  };
}

function partingOf(trials: readonly Compared['said'][]): TrialComparison['parting'] {
  const compared = trials.map(withoutIds);
  const longest = Math.max(0, ...trials.map(({ length }) => length));
  for (let place = 0; place < longest; place++) {
    const same = compared.map((said) => said[place]);
    if (same.some((each) => each !== same[0])) return { message: place + 1, said: trials.map((said) => said[place] ?? null) };
  }
  return null;
}

/** Every trial draws its orders' ids anew (`World.newId`); they are the same if they come in the same order. */
function withoutIds(said: Compared['said']): Compared['said'] {
  const ids = new Map<string, string>();
  return said.map((words) =>
    words === null
      ? null
      : words.replaceAll(/\b[A-Z]+[0-9a-f]{10}\b/g, (id) => {
          const known = ids.get(id) ?? `id ${ids.size + 1}`;
          ids.set(id, known);
          return known;
        }),
  );
}

function words(content: string, calls: readonly Call[]): string {
  return [content, ...calls.map(({ name, arguments: given }) => `${name}(${JSON.stringify(given)})`)].filter((part) => part !== '').join('\n');
}
