/** How an OpenAI-compatible endpoint is asked for more or less thinking. */
import type { JsonObject } from '../../core/json.ts';
import { familyOf, type Endpoint } from '../endpoints.ts';
import { isOpenAiReasoningModel } from '../modelRules.ts';
import type { Thinking } from '../types.ts';

/** Null if endpoint or model has no such setting. */
export function thinkingFields(endpoint: Endpoint, model: string, thinking: Thinking): JsonObject | null {
  const off = thinking === 'off';
  switch (familyOf(endpoint).thinking) {
    case 'reasoning-effort': {
      const effort = reasoningEffort(endpoint, model, thinking);
      return effort === null ? null : { reasoning_effort: effort };
    }
    case 'reasoning-object':
      return { reasoning: off ? { enabled: false } : { effort: thinking } };
    case 'thinking-type':
      return { thinking: { type: off ? 'disabled' : 'enabled' } };
    case 'chat-template':
      return { chat_template_kwargs: { enable_thinking: !off } };
    case 'anthropic':
    case 'gemini':
    case 'none':
      return null;
  }
}

function reasoningEffort({ family }: Endpoint, model: string, thinking: Thinking): string | null {
  const off = thinking === 'off';
  if (family === 'ollama') return off ? 'none' : thinking;
  if (family === 'groq') {
    if (model.includes('gpt-oss')) return off ? null : thinking;
    return model.includes('qwen3') ? (off ? 'none' : 'default') : null;
  }
  if (!isOpenAiReasoningModel(model)) return null;
  if (!off) return thinking;
  if (/(^|[/:])o\d/.test(model)) return null; // always thinks
  return /gpt-5(?![.\d])/.test(model) ? 'minimal' : 'none';
}
