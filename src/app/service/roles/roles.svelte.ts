/** The three roles of service runs on this page: their forms, the keys, and the calls that the worker asks for. */
import { proxy } from 'comlink';
import { noCaps, type Caps } from '../../../models/budget.ts';
import type { Cassette } from '../../../models/cassetteFormat.ts';
import { Replaying } from '../../../models/replaying.ts';
import { SCRIPTED_USERS } from '../../../service/scriptedUser.ts';
import { DEFAULT_WINDOW } from '../../../service/judge/windows.ts';
import { ROLES, type Role } from '../../../service/roles.ts';
import type { AssistantChoice, CustomerChoice, JudgeChoice, RoleCalls, RoleSetup } from '../../../../workers/service/roles.ts';
import { recall, remember } from '../../memory.ts';
import { Calls, liveClient } from '../../model/calls.svelte.ts';
import { KeyRing } from '../../model/keyRing.svelte.ts';
import { RoleForm } from './roleForm.svelte.ts';

export const ASSISTANT_KINDS = ['person', 'solution', 'model'] as const;
export const CUSTOMER_KINDS = [...SCRIPTED_USERS, 'person', 'model'] as const;
export const JUDGE_KINDS = ['none', 'scripted', 'model'] as const;
export const JUDGE_SCOPES = ['window', 'whole'] as const;

const CHOICES = { assistant: ASSISTANT_KINDS, user: CUSTOMER_KINDS, judge: JUDGE_KINDS } as const;
type Kinds = { [R in Role]: (typeof CHOICES)[R][number] };

export class Roles {
  /** Who plays each role. */
  readonly kinds = $state<Kinds>({ assistant: 'person', user: 'sentences', judge: 'none' });
  readonly forms: Readonly<Record<Role, RoleForm>> = { assistant: new RoleForm('assistant'), user: new RoleForm('user'), judge: new RoleForm('judge') };
  /** Of a customer played by a model. */
  hasProfile = $state(true);
  /** Empty: the profile's own. */
  temperament = $state('');
  scope = $state<(typeof JUDGE_SCOPES)[number]>('window');
  windowSize = $state(String(DEFAULT_WINDOW.size));
  windowOverlap = $state(String(DEFAULT_WINDOW.overlap));
  withRubrics = $state(true);
  /** Answers in place of all models. */
  cassette = $state.raw<Cassette | null>(null);
  readonly keys = new KeyRing();
  readonly calls: Readonly<Record<Role, Calls>>;
  #replaying: Replaying | null = null;
  #hasAdopted = false;

  readonly isWindowBad: boolean = $derived.by(() => {
    const [size, overlap] = [Number(this.windowSize), Number(this.windowOverlap)];
    return this.scope === 'window' && !(Number.isSafeInteger(size) && Number.isSafeInteger(overlap) && overlap >= 0 && overlap < size);
  });

  /** Null while something is missing. */
  readonly assistant: AssistantChoice | null = $derived.by(() => {
    const { assistant: kind } = this.kinds;
    if (kind !== 'model') return { kind };
    const setup = this.#setupOf('assistant');
    return setup && { kind, setup };
  });

  readonly user: CustomerChoice | null = $derived.by(() => {
    const { user: kind } = this.kinds;
    if (kind === 'person') return { kind };
    if (kind !== 'model') return { kind: 'scripted', script: kind };
    const setup = this.#setupOf('user');
    return setup && { kind, setup, persona: { hasProfile: this.hasProfile, temperament: this.temperament.trim() || null } };
  });

  /** Null where nobody judges, or something is missing: `isComplete` tells which. */
  readonly judging: JudgeChoice | null = $derived.by(() => {
    const { judge: kind } = this.kinds;
    if (kind === 'none' || this.isWindowBad) return null;
    const window = this.scope === 'whole' ? null : { size: Number(this.windowSize), overlap: Number(this.windowOverlap) };
    const method = { window, withRubrics: this.withRubrics };
    if (kind === 'scripted') return { judge: { kind }, method };
    const setup = this.#setupOf('judge');
    return setup && { judge: { kind, setup }, method };
  });

  readonly isComplete: boolean = $derived(this.assistant !== null && this.user !== null && (this.kinds.judge === 'none' || this.judging !== null));
  readonly usesModels: boolean = $derived(ROLES.some((role) => this.kinds[role] === 'model'));

  /** Of all models together; those typed at the assistant's form. */
  readonly caps: Caps = $derived(this.forms.assistant.model.setup?.caps ?? noCaps);

  constructor() {
    const answerer = (role: Role) => () => {
      const setup = this.forms[role].setup;
      const endpoint = setup?.endpoint ?? ({ family: 'custom', baseUrl: '' } as const);
      return { client: this.#replaying ?? liveClient, endpoint, key: this.#replaying ? null : this.keys.keyFor(endpoint) || null };
    };
    this.calls = { assistant: new Calls(answerer('assistant')), user: new Calls(answerer('user')), judge: new Calls(answerer('judge')) };
    for (const role of ROLES) this.#recall(role);
  }

  /** For the worker. */
  get proxy(): RoleCalls {
    return proxy<RoleCalls>({
      complete: (role, ...call) => this.calls[role].complete(...call),
      cancel: (role, id) => this.calls[role].cancel(id),
    });
  }

  /** As a conversation says it, unless the page was just reloaded: then as it was set before. */
  adopt(kinds: Partial<Kinds>): void {
    const isReload = !this.#hasAdopted && performance.getEntriesByType('navigation').some((entry) => (entry as PerformanceNavigationTiming).type === 'reload');
    this.#hasAdopted = true;
    if (isReload) return;
    if (kinds.assistant) this.choose('assistant', kinds.assistant);
    if (kinds.user) this.choose('user', kinds.user);
  }

  choose<R extends Role>(role: R, kind: Kinds[R]): void {
    this.kinds[role] = kind;
    remember(`service-${role}-kind`, kind);
  }

  /** A recording that answers from its beginning; null: models answer again. */
  insert(cassette: Cassette | null): void {
    this.cassette = cassette;
    this.rewind();
  }

  /** To be called where a run begins: the recording plays from its beginning. */
  rewind(): void {
    this.#replaying = this.cassette && new Replaying(this.cassette);
  }

  cancelAll(): void {
    for (const role of ROLES) this.calls[role].cancelAll();
  }

  rememberChoices(): void {
    for (const role of ROLES) this.forms[role].rememberChoice();
  }

  #setupOf(role: Role): RoleSetup | null {
    const form = this.forms[role];
    if (this.cassette) return form.recordedSetup;
    const { setup } = form;
    return setup && (!form.model.record.needsKey || this.keys.keyFor(setup.endpoint) !== '') ? setup : null;
  }

  #recall<R extends Role>(role: R): void {
    const kinds = CHOICES[role] as readonly Kinds[R][];
    const kind = kinds.find((each) => each === recall(`service-${role}-kind`));
    if (kind) this.kinds[role] = kind;
  }
}
