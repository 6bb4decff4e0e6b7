/** Error bodies and model lists of the three formats. */
import type { Wire } from './behaviour.ts';

export function modelList(wire: Wire, models: readonly string[]): object {
  if (wire === 'gemini') {
    const chat = models.map((id) => ({ name: `models/${id}`, displayName: id.toUpperCase(), inputTokenLimit: 1000, supportedGenerationMethods: ['generateContent'] }));
    return { models: [...chat, { name: 'models/embedding', supportedGenerationMethods: ['embedContent'] }] };
  }
  if (wire === 'anthropic') return { data: models.map((id) => ({ type: 'model', id, display_name: id.toUpperCase() })), has_more: false };
  const pricing = { prompt: '0.0000025', completion: '0.00001', input_cache_read: '0.00000025' };
  return { object: 'list', data: models.map((id) => ({ id, object: 'model', context_length: 8192, pricing })) };
}

export function errorBody(wire: Wire, status: number, { type, message }: { type?: string; message: string }): string {
  if (wire === 'anthropic') return JSON.stringify({ type: 'error', error: { type: type ?? 'api_error', message }, request_id: 'req_1' });
  if (wire === 'gemini') return JSON.stringify({ error: { code: status, message, status: type ?? 'UNAVAILABLE' } });
  return JSON.stringify({ error: { message, type: type ?? 'server_error', param: null, code: null } });
}
