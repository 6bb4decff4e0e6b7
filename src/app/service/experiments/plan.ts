/** Plans of experiments, without a worker: which trials they have, what they want, and the demo. */
import type { TrialKey } from '../../../agents/service/experiment.ts';
import { noCaps } from '../../../models/budget.ts';
import { DEFAULT_WINDOW } from '../../../service/judge/windows.ts';
import type { ExperimentPlan } from '../../../../workers/service/experimentMessages.ts';
import type { TaskRef } from '../../../../workers/service/messages.ts';
import type { AssistantChoice } from '../../../../workers/service/roles.ts';

/** As published runs have it, and as the paper has it: steps of a conversation. */
export const USUAL_STEPS = 300;

/** In the order in which they begin. */
export function trialsOfPlan({ tasks, trials, assistants }: ExperimentPlan): TrialKey[] {
  const numbers = Array.from({ length: trials }, (_, i) => i + 1);
  return numbers.flatMap((trial) => tasks.flatMap(({ set, id }) => assistants.map(({ name }) => ({ model: name, set, taskId: id, trial }))));
}

/** A name for an assistant that no other has. */
export function nameFor(choice: Exclude<AssistantChoice, { kind: 'person' }>, scriptName: string, taken: readonly string[]): string {
  const base = choice.kind === 'solution' ? scriptName : [choice.setup.driver.name, ...wishesOf(choice.setup)].join(', ');
  let name = base;
  for (let count = 2; taken.includes(name); count++) name = `${base} (${count})`;
  return name;
}

function wishesOf({ thinking, temperature }: Extract<AssistantChoice, { kind: 'model' }>['setup']): string[] {
  return [...(thinking === null ? [] : [`thinking ${thinking}`]), ...(temperature === null ? [] : [`temperature ${temperature}`])];
}

/** Runs without a key, and without the network. */
export function demoPlan(name: string, assistant: string, tasks: readonly TaskRef[]): ExperimentPlan {
  return {
    name,
    tasks,
    trials: 2,
    assistants: [{ name: assistant, choice: { kind: 'solution' } }],
    user: { kind: 'scripted', script: 'sentences' },
    judging: { judge: { kind: 'scripted' }, method: { window: DEFAULT_WINDOW, withRubrics: true } },
    caps: noCaps,
    concurrency: 2,
    limits: { steps: USUAL_STEPS, errors: 10, empty: 3 },
  };
}

/** Of the experiments' part of the address: one that is shown, or the form for a new one. */
export function experimentOf(fragment: string): string | null {
  return new URLSearchParams(fragment.split('?')[1] ?? '').get('id');
}

export function experimentLink(id: string | null): string {
  return id === null ? '#/service/experiments' : `#/service/experiments?${new URLSearchParams({ id }).toString()}`;
}

/** In place of an id. */
export const NEW = 'new';
