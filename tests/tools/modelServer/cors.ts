/** Which pages may read an answer, as real servers have it: some refuse extra headers, some hide their errors. */
import type { ServerResponse } from 'node:http';

export interface Cors {
  readonly origin: '*' | 'echo' | 'none';
  /** A preflight that asks for any other is refused. */
  readonly headers: readonly string[];
  /** Whether errors carry CORS headers. */
  readonly onErrors: boolean;
}

export const usualHeaders = ['authorization', 'content-type', 'x-api-key', 'anthropic-version', 'anthropic-dangerous-direct-browser-access', 'x-goog-api-key'];

export function originHeaders(headers: Record<string, string>, { origin, onErrors }: Cors, good: boolean): Record<string, string> {
  const asking = headers['origin'];
  if (asking === undefined || origin === 'none' || (!good && !onErrors)) return {};
  return { 'access-control-allow-origin': origin === '*' ? '*' : asking, vary: 'Origin' };
}

export function preflight(headers: Record<string, string>, response: ServerResponse, cors: Cors): void {
  const wanted = (headers['access-control-request-headers'] ?? '').split(',').map((name) => name.trim().toLowerCase()).filter(Boolean);
  if (!wanted.every((name) => cors.headers.includes(name)) || cors.origin === 'none') return end(response, 403, {}, '');
  const allowed = { 'access-control-allow-methods': 'GET, POST', 'access-control-allow-headers': cors.headers.join(', ') };
  end(response, 204, { ...originHeaders(headers, cors, true), ...allowed, 'access-control-allow-private-network': 'true' }, '');
}

export function end(response: ServerResponse, status: number, headers: Record<string, string>, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}
