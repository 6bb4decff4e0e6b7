/** From a preset and a model's name to the settings of its calls. */
import type { ModelRef } from '../models/modelRef.ts';
import type { Preset } from '../startup/preset.ts';
import type { ModelSettings } from './loop.ts';
import { defaultSystemPrompt } from './prompts.ts';

/** `rules`: a system prompt of the user's own, which goes before the preset's and ours. */
export function settingsFor(preset: Preset, { model }: Pick<ModelRef, 'model'>, seed: number, rules?: string): ModelSettings {
  const { temperature, top_p, system_prompt } = preset.agent;
  return { model, rules: rules ?? system_prompt ?? defaultSystemPrompt(preset), temperature, topP: top_p, seed };
}
