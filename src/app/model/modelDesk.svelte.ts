/** Everything about models on the page: the form, the keys, recordings, and the calls that the worker asks for. Loaded when first needed. */
import { describeFailure, type Result } from '../../core/result.ts';
import { noCaps } from '../../models/budget.ts';
import type { Cassette } from '../../models/cassetteFormat.ts';
import { Replaying } from '../../models/replaying.ts';
import type { ModelSetup } from '../../../workers/startup/messages.ts';
import type { ModelSide } from '../startup/runs.svelte.ts';
import { Calls, liveClient, type Answerer } from './calls.svelte.ts';
import type { LoadedCassette } from './cassettes.ts';
import { KeyRing } from './keyRing.svelte.ts';
import { ModelForm } from './modelForm.svelte.ts';
import { finishSignIn } from './openRouter.ts';

export class ModelDesk implements ModelSide {
  readonly form = new ModelForm();
  readonly keys = new KeyRing();
  readonly calls = new Calls(() => this.#answererNow());
  /** The recording that is chosen. */
  cassette = $state.raw<Cassette | null>(null);
  cassetteProblem = $state.raw<string | null>(null);
  cassetteCleaned = $state.raw<readonly string[]>([]);
  #answerer: Omit<Answerer, 'key'> = { client: liveClient, endpoint: { family: 'custom', baseUrl: '' } };

  /** Null while something is missing: a key, too, where one is needed. */
  readonly setup: ModelSetup | null = $derived.by(() => {
    const { setup, record } = this.form;
    return setup && (!record.needsKey || this.keys.keyFor(setup.endpoint) !== '') ? setup : null;
  });

  /** A cassette's driver says what made it, wherever its name is shown. */
  readonly cassetteSetup: ModelSetup | null = $derived.by(() => {
    if (!this.cassette) return null;
    const { label, made_with, entries } = this.cassette;
    return {
      endpoint: { family: 'custom', baseUrl: '' },
      model: entries[0]?.request.model ?? '',
      price: null,
      caps: noCaps,
      rules: null,
      driver: { kind: 'cassette', name: `${label} (${made_with})` },
    };
  });

  /** To be called before a turn is played under this setup. `afresh`: a cassette plays from its beginning. */
  use({ endpoint, driver }: ModelSetup, afresh: boolean): void {
    if (driver.kind !== 'cassette') {
      this.#answerer = { client: liveClient, endpoint };
    } else if (this.cassette && (afresh || !(this.#answerer.client instanceof Replaying))) {
      this.#answerer = { client: new Replaying(this.cassette), endpoint };
    }
  }

  /** With the key as it is now: one that was forgotten is not used again. */
  #answererNow(): Answerer {
    return { ...this.#answerer, key: this.keys.keyFor(this.#answerer.endpoint) || null };
  }

  complete(...call: Parameters<Calls['complete']>): ReturnType<Calls['complete']> {
    return this.calls.complete(...call);
  }

  cancel(id: number): void {
    this.calls.cancel(id);
  }

  cancelAll(): void {
    this.calls.cancelAll();
  }

  /** Back from OpenRouter. Returns what went wrong. */
  async signedIn(code: string): Promise<string | null> {
    const key = await finishSignIn(code);
    if (!key.ok) return key.message;
    this.form.family = 'openrouter';
    this.form.baseUrl = '';
    if (this.form.endpoint.ok) this.keys.set(this.form.endpoint.value, key.value);
    return null;
  }

  insert(loaded: Result<LoadedCassette>): void {
    this.cassette = loaded.ok ? loaded.value.cassette : null;
    this.cassetteProblem = loaded.ok ? null : describeFailure(loaded);
    this.cassetteCleaned = loaded.ok ? loaded.value.removed : [];
  }
}
