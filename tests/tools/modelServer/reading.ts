/** What a request says, whatever its format. */
import type { IncomingMessage } from 'node:http';
import type { Parsed, SeenRequest, Wire } from './behaviour.ts';

export function seen(wire: Wire, path: string, headers: Record<string, string>, body: Parsed, index: number): SeenRequest {
  const model = wire === 'gemini' ? decodeURIComponent(/models\/(.*):/.exec(path)?.[1] ?? '') : String(body?.model);
  const stream = wire === 'gemini' ? path.includes(':streamGenerateContent') : body?.stream === true;
  const last = (wire === 'gemini' ? body?.contents : body?.messages)?.at(-1);
  return { index, wire, model, stream, headers, body, lastText: textOf(last) };
}

function textOf(message: Parsed): string {
  if (typeof message?.content === 'string') return message.content;
  const parts: Parsed[] = message?.content ?? message?.parts ?? [];
  const part = parts.at(-1);
  return String(part?.text ?? part?.content ?? part?.functionResponse?.response?.output ?? part?.functionResponse?.response?.error ?? '');
}

export function wireOf(path: string, headers: Record<string, string>): Wire | null {
  const [route = ''] = path.split('?');
  if (route.endsWith('/chat/completions')) return 'openai';
  if (route.endsWith('/messages')) return 'anthropic';
  if (/\/models\/.+:(generateContent|streamGenerateContent)$/.test(route)) return 'gemini';
  if (!route.endsWith('/models')) return null;
  return headers['anthropic-version'] ? 'anthropic' : route.startsWith('/v1beta') ? 'gemini' : 'openai';
}

export function keyOf(headers: Record<string, string>): string {
  return headers['x-api-key'] ?? headers['x-goog-api-key'] ?? headers['authorization']?.replace(/^Bearer /, '') ?? '';
}

export async function read(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
