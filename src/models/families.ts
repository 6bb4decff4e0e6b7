/**
 * One compatibility record per endpoint family: what it speaks, what it takes, what it lacks (spec models.md, "Facts",
 * collected in 2026). Data only. A header that is not named here is not sent: an extra one breaks a browser's preflight.
 */
import type { JsonObject } from '../core/json.ts';
import { cloudFamilies } from './familiesCloud.ts';
import { localFamilies } from './familiesLocal.ts';

export const familyNames = [
  'openai', 'openrouter', 'deepseek', 'groq', 'zai', 'ollama', 'lmstudio', 'vllm', 'llamacpp', 'anthropic', 'gemini', 'custom',
] as const;
export type FamilyName = (typeof familyNames)[number];

export type WireName = 'openai' | 'anthropic' | 'gemini';

/** How the effort of thinking is asked for. */
export type ThinkingStyle =
  /** `reasoning_effort: "low"` for models that reason. */
  | 'reasoning-effort'
  /** `reasoning: {effort}` */
  | 'reasoning-object'
  /** `thinking: {type}`, on or off only */
  | 'thinking-type'
  /** `chat_template_kwargs: {enable_thinking}`, on or off only */
  | 'chat-template'
  | 'anthropic'
  | 'gemini'
  | 'none';

export interface Family {
  readonly label: string;
  readonly wire: WireName;
  /** Null: the user must give one. */
  readonly baseUrl: string | null;
  /** A server of the user's own, usually on this machine. */
  readonly local: boolean;
  readonly auth: 'bearer' | 'x-api-key' | 'x-goog-api-key';
  readonly needsKey: boolean;
  /** The environment variable from which the command line takes the key. */
  readonly keyVariable: string;
  readonly headers: Readonly<Record<string, string>>;
  /** On top, in a browser. */
  readonly browserHeaders: Readonly<Record<string, string>>;
  /** Below the base URL. */
  readonly modelsPath: string;
  /** Whether listing the models shows that the key is good. */
  readonly modelsNeedKey: boolean;
  /** Takes `tool_choice` as an object that names a tool. */
  readonly objectToolChoice: boolean;
  readonly seed: boolean;
  /** Takes `stream_options: {include_usage: true}`. */
  readonly streamUsage: boolean;
  readonly thinking: ThinkingStyle;
  /** Its answers say what they cost. */
  readonly statesCost?: true;
  /** Sent with every chat request. */
  readonly extraBody: JsonObject;
  /** For a person whose browser got no answer: what to check. */
  readonly corsNote: string;
}

export const families: Readonly<Record<FamilyName, Family>> = { ...cloudFamilies, ...localFamilies };

export function isFamilyName(name: string): name is FamilyName {
  return (familyNames as readonly string[]).includes(name);
}
