/** Calls of models for an experiment: each assistant's go to its own provider, with the key that this page has for it. */
import type { Endpoint } from '../../../models/endpoints.ts';
import type { Role } from '../../../service/roles.ts';
import type { ExperimentCalls, ExperimentPlan } from '../../../../workers/service/experimentMessages.ts';
import type { RoleSetup } from '../../../../workers/service/roles.ts';
import { Calls, liveClient } from '../../model/calls.svelte.ts';
import type { KeyRing } from '../../model/keyRing.svelte.ts';

export interface PageCalls extends ExperimentCalls {
  /** For when nobody is left to take the answers. */
  cancelAll(): void;
}

export function pageCalls(plan: ExperimentPlan, keys: KeyRing): PageCalls {
  const made = new Map<string, Calls>();
  const callsOf = (assistant: number, role: Role): Calls => {
    const name = `${assistant} ${role}`;
    const known = made.get(name);
    if (known) return known;
    const setup = setupOf(plan, assistant, role);
    // The worker asks for models only.
    const endpoint: Endpoint = setup?.endpoint ?? { family: 'custom', baseUrl: '' };
    const calls = new Calls(() => ({ client: liveClient, endpoint, key: keys.keyFor(endpoint) || null }));
    made.set(name, calls);
    return calls;
  };
  return {
    complete: (assistant, role, ...call) => callsOf(assistant, role).complete(...call),
    cancel: (assistant, role, id) => callsOf(assistant, role).cancel(id),
    cancelAll: () => [...made.values()].forEach((calls) => calls.cancelAll()),
  };
}

/** Where the models of a plan are, each once. */
export function endpointsOf(plan: ExperimentPlan): readonly Endpoint[] {
  const setups = [...plan.assistants.map((_, place) => setupOf(plan, place, 'assistant')), setupOf(plan, 0, 'user'), setupOf(plan, 0, 'judge')];
  const byUrl = new Map(setups.flatMap((setup) => (setup ? [[setup.endpoint.baseUrl, setup.endpoint] as const] : [])));
  return [...byUrl.values()];
}

function setupOf({ assistants, user, judging }: ExperimentPlan, assistant: number, role: Role): RoleSetup | null {
  if (role === 'user') return user.kind === 'model' ? user.setup : null;
  if (role === 'judge') return judging?.judge.kind === 'model' ? judging.judge.setup : null;
  const choice = assistants[assistant]?.choice;
  return choice?.kind === 'model' ? choice.setup : null;
}
