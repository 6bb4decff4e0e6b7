/** What the model panel says: provider, address, model, caps, prompt and price, as typed and as a setup. No keys. */
import * as v from 'valibot';
import { driverOf } from '../../agents/modelCall.ts';
import type { Result } from '../../core/result.ts';
import { builtInPrices } from '../../models/builtInPrices.ts';
import { originOf, type Endpoint } from '../../models/endpoints.ts';
import { families, familyNames, type Family, type FamilyName } from '../../models/families.ts';
import type { ListedModel } from '../../models/modelList.ts';
import { makeEndpoint } from '../../models/modelRef.ts';
import { priceOf, readPriceTable, type Price } from '../../models/prices.ts';
import type { ModelSetup } from '../../../workers/startup/messages.ts';
import { recall, remember } from '../memory.ts';
import { allowedOrigins } from './policy.ts';

export type CapField = 'turns' | 'tokens' | 'costUsd' | 'minutes';
export const CAP_FIELDS: readonly CapField[] = ['turns', 'tokens', 'costUsd', 'minutes'];

const choiceSchema = v.object({
  family: v.picklist(familyNames),
  baseUrl: v.string(),
  model: v.string(),
  caps: v.optional(v.record(v.picklist(CAP_FIELDS), v.string()), {}),
});

export class ModelForm {
  family = $state<FamilyName>('openrouter');
  /** Empty: the provider's own. */
  baseUrl = $state('');
  model = $state('');
  /** As typed; empty: no cap. */
  readonly caps = $state<Record<CapField, string>>({ turns: '', tokens: '', costUsd: '', minutes: '' });
  /** Empty: the preset's, or ours. */
  rules = $state('');
  /** What the endpoint offers, once it was asked. */
  listed = $state.raw<{ readonly origin: string; readonly models: readonly ListedModel[] } | null>(null);
  #ownPrices = $state.raw<Readonly<Record<string, Price>>>(readOwnPrices());

  readonly record: Family = $derived(families[this.family]);
  readonly endpoint: Result<Endpoint> = $derived(makeEndpoint(this.family, this.baseUrl));
  readonly origin: string | null = $derived(this.endpoint.ok ? originOf(this.endpoint.value) : null);
  readonly isAllowed: boolean = $derived(this.origin !== null && allowedOrigins.includes(this.origin));
  readonly models: readonly ListedModel[] = $derived(this.listed?.origin === this.origin ? (this.listed?.models ?? []) : []);
  readonly #modelName: string = $derived(this.model.trim());
  readonly name: string = $derived(`${this.family}/${this.#modelName}`);
  readonly price: Price | null = $derived.by(() => {
    if (!this.endpoint.ok) return null;
    const listed = this.models.find(({ id }) => id === this.#modelName)?.price;
    const prices = { ...builtInPrices.prices, ...(listed ? { [this.name]: listed } : {}), ...this.#ownPrices };
    return priceOf({ ...builtInPrices, prices }, this.endpoint.value, this.#modelName);
  });
  readonly badCaps: readonly CapField[] = $derived(CAP_FIELDS.filter((field) => Number.isNaN(capOf(this.caps[field]))));

  /** Null while something is missing or wrong. */
  readonly setup: ModelSetup | null = $derived.by(() => {
    const model = this.#modelName;
    if (!this.endpoint.ok || !this.isAllowed || model === '' || /\s/.test(model) || this.badCaps.length > 0) return null;
    const { turns, tokens, costUsd, minutes } = this.caps;
    const seconds = capOf(minutes);
    return {
      endpoint: this.endpoint.value,
      model,
      price: this.price,
      caps: { turns: capOf(turns), tokens: capOf(tokens), costUsd: capOf(costUsd), seconds: seconds === null ? null : seconds * 60 },
      rules: this.rules.trim() === '' ? null : this.rules,
      driver: driverOf({ endpoint: this.endpoint.value, model }),
    };
  });

  /** Under which name the browser remembers the choice. */
  readonly #memory: string;

  constructor(memory = 'model') {
    this.#memory = memory;
    const choice = v.safeParse(v.pipe(v.string(), v.parseJson(), choiceSchema), recall(memory) ?? recall('model'));
    if (!choice.success) return;
    const { caps, ...rest } = choice.output;
    Object.assign(this, rest);
    Object.assign(this.caps, caps);
  }

  /** For the next visit. */
  rememberChoice(): void {
    const { family, model, caps } = this;
    // A pasted address may hold a key in its query or before its @; what was accepted holds none.
    const baseUrl = this.baseUrl !== '' && this.endpoint.ok ? this.endpoint.value.baseUrl : '';
    remember(this.#memory, JSON.stringify({ family, baseUrl, model, caps }));
  }

  /** Goes back to how a run was driven. */
  take({ endpoint, model, caps, rules }: ModelSetup): void {
    this.family = endpoint.family;
    this.baseUrl = endpoint.baseUrl === families[endpoint.family].baseUrl ? '' : endpoint.baseUrl;
    this.model = model;
    this.rules = rules ?? '';
    const typed = (cap: number | null) => (cap === null ? '' : String(cap));
    Object.assign(this.caps, {
      turns: typed(caps.turns),
      tokens: typed(caps.tokens),
      costUsd: typed(caps.costUsd),
      minutes: typed(caps.seconds === null ? null : caps.seconds / 60),
    });
  }

  /** Null: back to what is known without the user. */
  setPrice(price: Price | null): void {
    const { [this.name]: _old, ...others } = this.#ownPrices;
    this.#ownPrices = price ? { ...others, [this.name]: price } : others;
    remember('prices', JSON.stringify({ as_of: new Date().toISOString().slice(0, 10), prices: this.#ownPrices }));
  }
}

/** Null: none; NaN: not a number above 0. */
function capOf(typed: string): number | null {
  if (typed.trim() === '') return null;
  const cap = Number(typed);
  return cap > 0 && Number.isFinite(cap) ? cap : NaN;
}

function readOwnPrices(): Readonly<Record<string, Price>> {
  try {
    const table = readPriceTable(JSON.parse(recall('prices') ?? 'null'));
    return table.ok ? table.value.prices : {};
  } catch {
    return {};
  }
}
