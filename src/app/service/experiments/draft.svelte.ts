/** An experiment as it is being put together. */
import * as v from 'valibot';
import type { Caps } from '../../../models/budget.ts';
import type { ExperimentPlan, PlannedAssistant } from '../../../../workers/service/experimentMessages.ts';
import type { TaskRef } from '../../../../workers/service/messages.ts';
import { familyNames } from '../../../models/families.ts';
import { driverSchema } from '../../../rollout/format.ts';
import { forget, recall, remember } from '../../memory.ts';
import type { ModelForm } from '../../model/modelForm.svelte.ts';
import type { Roles } from '../roles/roles.svelte.ts';
import { USUAL_STEPS } from './plan.ts';

/** What keeps it from running; in the order of the form. */
export const MISSING = ['recording', 'tasks', 'trials', 'assistants', 'user', 'judge', 'caps', 'concurrency', 'steps'] as const;
export type Missing = (typeof MISSING)[number];

const MOST = { trials: 100, concurrency: 32, steps: 10_000 } as const;

const MEMORY = 'service-experiment-draft';

const usd = v.pipe(v.number(), v.minValue(0));

/** What is kept of a draft, as allowing another address loads the page again. No keys. */
const rememberedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    name: v.string(),
    tasks: v.array(v.object({ set: v.string(), id: v.string() })),
    trials: v.string(),
    concurrency: v.string(),
    steps: v.string(),
    assistants: v.array(
      v.object({
        name: v.string(),
        choice: v.variant('kind', [
          v.object({ kind: v.literal('solution') }),
          v.object({
            kind: v.literal('model'),
            setup: v.object({
              endpoint: v.object({ family: v.picklist(familyNames), baseUrl: v.string() }),
              model: v.string(),
              price: v.nullable(v.object({ input: usd, cachedInput: v.nullable(usd), output: usd })),
              prompt: v.nullable(v.string()),
              thinking: v.nullable(v.picklist(['off', 'low', 'medium', 'high'])),
              temperature: v.nullable(v.number()),
              driver: driverSchema,
            }),
          }),
        ]),
      }),
    ),
  }),
);

export class Draft {
  name = $state('');
  tasks = $state.raw<readonly TaskRef[]>([]);
  /** As typed. */
  trials = $state('4');
  concurrency = $state('4');
  steps = $state(String(USUAL_STEPS));
  assistants = $state.raw<readonly PlannedAssistant[]>([]);
  readonly #roles: Roles;

  readonly missing: readonly Missing[] = $derived.by(() => {
    const { user, judging, kinds, cassette } = this.#roles;
    const isMissing: Readonly<Record<Missing, boolean>> = {
      recording: cassette !== null,
      tasks: this.tasks.length === 0,
      trials: countOf(this.trials, MOST.trials) === null,
      assistants: this.assistants.length === 0,
      user: user === null || user.kind === 'person',
      judge: kinds.judge !== 'none' && judging === null,
      caps: this.#roles.forms.assistant.model.badCaps.length > 0,
      concurrency: countOf(this.concurrency, MOST.concurrency) === null,
      steps: countOf(this.steps, MOST.steps) === null,
    };
    return MISSING.filter((each) => isMissing[each]);
  });

  /** Null while something is missing or wrong. */
  readonly plan: ExperimentPlan | null = $derived.by(() => {
    const { user, judging, forms } = this.#roles;
    if (this.missing.length > 0 || !user || user.kind === 'person') return null;
    return {
      name: this.name.trim(),
      tasks: this.tasks,
      trials: Number(this.trials),
      assistants: this.assistants,
      user,
      judging,
      caps: capsOf(forms.assistant.model.caps),
      concurrency: Number(this.concurrency),
      limits: { steps: Number(this.steps), errors: 10, empty: 3 },
    };
  });

  constructor(roles: Roles) {
    this.#roles = roles;
    const remembered = v.safeParse(rememberedSchema, recall(MEMORY));
    if (remembered.success) Object.assign(this, remembered.output);
  }

  remember(): void {
    const { name, tasks, trials, concurrency, steps, assistants } = this;
    remember(MEMORY, JSON.stringify({ name, tasks, trials, concurrency, steps, assistants }));
  }

  /** The next one begins anew. */
  forget(): void {
    forget(MEMORY);
  }

  toggle(ref: TaskRef, isChosen: boolean): void {
    const others = this.tasks.filter((other) => !isSame(other, ref));
    this.tasks = isChosen ? [...others, ref] : others;
  }

  has(ref: TaskRef): boolean {
    return this.tasks.some((other) => isSame(other, ref));
  }

  add(refs: readonly TaskRef[]): void {
    this.tasks = [...this.tasks, ...refs.filter((ref) => !this.has(ref))];
  }
}

function isSame(a: TaskRef, b: TaskRef): boolean {
  return a.set === b.set && a.id === b.id;
}

/** Null: no whole number from 1 to the most. */
export function countOf(typed: string, most: number): number | null {
  const count = Number(typed);
  return typed.trim() !== '' && Number.isInteger(count) && count >= 1 && count <= most ? count : null;
}

/** What was typed is known to be good. */
export function capsOf({ turns, tokens, costUsd, minutes }: ModelForm['caps']): Caps {
  const cap = (typed: string) => (typed.trim() === '' ? null : Number(typed));
  const seconds = cap(minutes);
  return { turns: cap(turns), tokens: cap(tokens), costUsd: cap(costUsd), seconds: seconds === null ? null : seconds * 60 };
}
