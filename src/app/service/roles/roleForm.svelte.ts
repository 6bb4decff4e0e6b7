/** Who plays one role of a service run, as chosen on the page: a model and how it is asked. */
import type { Thinking } from '../../../models/types.ts';
import type { Role } from '../../../service/roles.ts';
import type { RoleSetup } from '../../../../workers/service/roles.ts';
import { recall, remember } from '../../memory.ts';
import { ModelForm } from '../../model/modelForm.svelte.ts';

export const THINKING_CHOICES = ['default', 'off', 'low', 'medium', 'high'] as const;
export type ThinkingChoice = (typeof THINKING_CHOICES)[number];

export class RoleForm {
  readonly role: Role;
  /** Its `rules` are the role's own prompt; its caps are looked at for the assistant only. */
  readonly model: ModelForm;
  thinking = $state<ThinkingChoice>('default');
  /** As typed; empty: the model's own. */
  temperature = $state('');

  readonly isTemperatureBad: boolean = $derived(this.temperature.trim() !== '' && !(Number(this.temperature) >= 0 && Number(this.temperature) <= 2));

  constructor(role: Role) {
    this.role = role;
    this.model = new ModelForm(`service-${role}`);
    const thinking = recall(`service-${role}-thinking`);
    this.thinking = THINKING_CHOICES.find((choice) => choice === thinking) ?? 'default';
  }

  /** Null while something is missing or wrong; a key is not looked at. */
  readonly setup: RoleSetup | null = $derived.by(() => {
    const { setup } = this.model;
    return setup && this.#withWishes(setup);
  });

  /** As a recording answers it: by the model's name alone, whatever the page may connect to. */
  readonly recordedSetup: RoleSetup | null = $derived.by(() => {
    const { model, family, name } = this.model;
    if (model.trim() === '') return null;
    return this.#withWishes({
      endpoint: { family: 'custom', baseUrl: '' },
      model: model.trim(),
      price: null,
      rules: this.model.rules.trim() === '' ? null : this.model.rules,
      driver: { kind: 'cassette', name: name || family },
    });
  });

  /** For the next visit. */
  rememberChoice(): void {
    this.model.rememberChoice();
    remember(`service-${this.role}-thinking`, this.thinking);
  }

  #withWishes({ endpoint, model, price, rules, driver }: Pick<NonNullable<ModelForm['setup']>, 'endpoint' | 'model' | 'price' | 'rules' | 'driver'>): RoleSetup | null {
    if (this.isTemperatureBad) return null;
    const thinking: Thinking | null = this.thinking === 'default' ? null : this.thinking;
    const temperature = this.temperature.trim() === '' ? null : Number(this.temperature);
    return { endpoint, model, price, prompt: rules, thinking, temperature, driver };
  }
}
