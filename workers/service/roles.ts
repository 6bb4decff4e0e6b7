/** Who takes part in a service run, as the page says it, and as the worker lets them speak. */
import type { Wishes } from '../../src/agents/modelCall.ts';
import type { JudgeSpeaker } from '../../src/agents/service/judgeRun.ts';
import type { RoleSettings } from '../../src/agents/service/requests.ts';
import type { AssistantSpeaker, UserSpeaker } from '../../src/agents/service/serviceRun.ts';
import type { Judging } from '../../src/agents/service/trial.ts';
import type { Endpoint } from '../../src/models/endpoints.ts';
import type { Price } from '../../src/models/prices.ts';
import type { Thinking } from '../../src/models/types.ts';
import type { Driver } from '../../src/rollout/format.ts';
import type { JudgeMethod } from '../../src/rollout/service/judgement.ts';
import type { Persona } from '../../src/service/prompts/user.ts';
import type { Role } from '../../src/service/roles.ts';
import type { ScriptedUser } from '../../src/service/scriptedUser.ts';
import { PageClient, type ModelCalls } from '../pageClient.ts';

/** A model, without its key. */
export interface RoleSetup {
  readonly endpoint: Endpoint;
  readonly model: string;
  /** Null: unknown. */
  readonly price: Price | null;
  /** A prompt of the user's own; null: ours. */
  readonly prompt: string | null;
  /** Null: as the model does by default. */
  readonly thinking: Thinking | null;
  readonly temperature: number | null;
  readonly driver: Driver;
}

export type AssistantChoice = { readonly kind: 'person' } | { readonly kind: 'solution' } | { readonly kind: 'model'; readonly setup: RoleSetup };

export type CustomerChoice =
  | { readonly kind: 'person' }
  | { readonly kind: 'scripted'; readonly script: ScriptedUser }
  | { readonly kind: 'model'; readonly setup: RoleSetup; readonly persona: Persona };

export interface JudgeChoice {
  readonly judge: { readonly kind: 'scripted' } | { readonly kind: 'model'; readonly setup: RoleSetup };
  readonly method: JudgeMethod;
}

/** What the worker asks the page to do, role by role; see `ModelCalls`. */
export interface RoleCalls {
  complete(role: Role, ...call: Parameters<ModelCalls['complete']>): ReturnType<ModelCalls['complete']>;
  cancel(role: Role, id: number): void | Promise<void>;
}

/** Speakers whose models are called by the page. One for all runs of a worker, as it numbers the calls. */
export class Cast {
  readonly #clients: Readonly<Record<Role, PageClient>>;

  constructor(calls: RoleCalls) {
    const client = (role: Role) => {
      return new PageClient({ complete: (...call) => calls.complete(role, ...call), cancel: (id) => calls.cancel(role, id) });
    };
    this.#clients = { assistant: client('assistant'), user: client('user'), judge: client('judge') };
  }

  assistant(choice: AssistantChoice): AssistantSpeaker {
    return choice.kind === 'model' ? { kind: 'model', ...this.#asked('assistant', choice.setup) } : choice;
  }

  user(choice: CustomerChoice): UserSpeaker {
    if (choice.kind !== 'model') return choice;
    const { caller, settings } = this.#asked('user', choice.setup);
    return { kind: 'model', caller, settings: { ...settings, persona: choice.persona } };
  }

  judging({ judge, method }: JudgeChoice): Judging {
    const speaker: JudgeSpeaker = judge.kind === 'model' ? { kind: 'model', ...this.#asked('judge', judge.setup) } : judge;
    return { judge: speaker, method };
  }

  #asked(role: Role, { endpoint, model, price, prompt, thinking, temperature, driver }: RoleSetup) {
    const wishes: Wishes = { model, ...(thinking === null ? {} : { thinking }), ...(temperature === null ? {} : { temperature }) };
    const settings: RoleSettings = { wishes, ...(prompt === null ? {} : { prompt }) };
    return { caller: { client: this.#clients[role], endpoint, key: null, price, driver }, settings };
  }
}
