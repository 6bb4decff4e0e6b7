/**
 * A model server on loopback that speaks the three formats, streaming and not, and misbehaves as told. Used by the tests of
 * the client, the page and the command line. No framework: every byte is ours.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { renderAnthropic } from './anthropic.ts';
import type { Parsed, Rendered, RenderContext, Script, Wire } from './behaviour.ts';
import { errorBody, modelList } from './bodies.ts';
import { end, originHeaders, preflight, usualHeaders, type Cors } from './cors.ts';
import { send } from './delivery.ts';
import { renderGemini } from './gemini.ts';
import { Memory } from './memory.ts';
import { renderOpenAi } from './openai.ts';
import { keyOf, parsed, read, seen, wireOf } from './reading.ts';

export type { Cors } from './cors.ts';
export type { Behaviour, Delivery, Reply, Script, SeenRequest, Wire } from './behaviour.ts';

export interface ModelServerOptions {
  readonly script?: Script;
  /** Any other key gets a 401, without CORS headers. */
  readonly key?: string;
  readonly models?: readonly string[];
  readonly cors?: Partial<Cors>;
}

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Undefined if it is no JSON. */
  readonly body: Parsed;
  /** The client left before the answer was complete. */
  left: boolean;
}

export interface ModelServer {
  /** `http://127.0.0.1:12345`; base URLs below it: `/v1`, for Gemini `/v1beta`. */
  readonly url: string;
  /** All of them, in order. */
  readonly requests: readonly RecordedRequest[];
  /** Resolves once the client has left that many answers, or at once if it has. */
  left(count: number): Promise<void>;
  close(): Promise<void>;
}

const renderers: Record<Wire, (context: RenderContext) => Rendered> = { openai: renderOpenAi, anthropic: renderAnthropic, gemini: renderGemini };

const ready: Script = () => ({});

export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const { script = ready, key, models = ['small', 'large'] } = options;
  const cors: Cors = { origin: '*', headers: usualHeaders, onErrors: true, ...options.cors };
  const requests: RecordedRequest[] = [];
  const memory = new Memory();
  let chats = 0;
  const leavers: (() => void)[] = [];

  const server = createServer((incoming, response) => {
    void answer(incoming, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    const text = await read(incoming);
    const path = incoming.url ?? '/';
    const recorded: RecordedRequest = { method: incoming.method ?? '', path, headers, text, body: parsed(text), left: false };
    requests.push(recorded);
    response.on('close', () => {
      recorded.left = !response.writableEnded;
      for (const check of leavers) check();
    });
    if (recorded.method === 'OPTIONS') return preflight(headers, response, cors);
    const allow = (good: boolean): Record<string, string> => originHeaders(headers, cors, good);
    const wire = wireOf(path, headers);
    if (!wire) return end(response, 404, allow(false), '{"error":{"message":"no such path"}}');
    if (key !== undefined && keyOf(headers) !== key) {
      return end(response, 401, {}, errorBody(wire, 401, { type: 'authentication_error', message: `Incorrect API key provided: ${keyOf(headers)}` }));
    }
    if (recorded.method === 'GET') return end(response, 200, allow(true), JSON.stringify(modelList(wire, models)));

    const request = seen(wire, path, headers, recorded.body, chats++);
    const complaint = memory.complaint(wire, request.model, request.body);
    if (complaint !== null) return end(response, 400, allow(false), errorBody(wire, 400, { type: 'invalid_request_error', message: complaint }));
    const behaviour = await script(request);
    if (behaviour.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, behaviour.delayMs));
    if (behaviour.stallAfter === 0) return;
    if (behaviour.dropAfter === 0) return void response.destroy();
    const { status = 200, error, rawBody } = behaviour;
    if (rawBody !== undefined) return end(response, status, { ...allow(status < 400), ...behaviour.headers }, rawBody);
    if (status !== 200) {
      const body = errorBody(wire, status, typeof error === 'string' ? { message: error } : (error ?? { message: 'told to fail' }));
      return end(response, status, { ...allow(false), ...behaviour.headers }, body);
    }
    const rendered = renderers[wire]({
      index: request.index,
      model: request.model,
      reply: behaviour.reply ?? {},
      delivery: behaviour,
      usageAsked: request.body.stream_options?.include_usage === true,
    });
    memory.remember(wire, request.model, rendered.whole);
    if (!request.stream || behaviour.neverStream) return end(response, 200, { ...allow(true), ...behaviour.headers }, JSON.stringify(rendered.whole));
    response.writeHead(200, { 'content-type': 'text/event-stream', ...allow(true), ...behaviour.headers });
    await send(response, rendered.events, wire, behaviour);
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    left: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (requests.filter(({ left }) => left).length >= count) resolve();
        };
        leavers.push(check);
        check();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
