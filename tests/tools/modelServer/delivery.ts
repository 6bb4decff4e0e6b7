/** Sends a stream: whole, cut up, broken off or stalled. */
import type { ServerResponse } from 'node:http';
import type { Behaviour, StreamEvent, Wire } from './behaviour.ts';
import { errorBody } from './bodies.ts';

export async function send(response: ServerResponse, events: readonly StreamEvent[], wire: Wire, behaviour: Behaviour): Promise<void> {
  const { cut, lineEnd = '\n', pings, pauseMs, errorAfter, dropAfter, stallAfter, abruptEnd } = behaviour;
  const limit = Math.min(errorAfter ?? Infinity, dropAfter ?? Infinity, stallAfter ?? Infinity, events.length);
  const shown = events.slice(0, limit).map((event, i) => {
    const lines = [...(event.name === undefined ? [] : [`event: ${event.name}`]), `data: ${event.data === '[DONE]' ? event.data : JSON.stringify(event.data)}`];
    const last = abruptEnd && i === events.length - 1;
    return `${pings ? `: still working${lineEnd}${lineEnd}` : ''}${lines.join(lineEnd)}${last ? '' : lineEnd + lineEnd}`;
  });
  if (errorAfter !== undefined) {
    const error = typeof behaviour.error === 'string' ? { message: behaviour.error } : (behaviour.error ?? { type: 'overloaded_error', message: 'told to fail' });
    shown.push(`${wire === 'anthropic' ? `event: error${lineEnd}` : ''}data: ${errorBody(wire, 529, error)}${lineEnd}${lineEnd}`);
  }
  for (const chunk of cutUp(shown, cut)) {
    response.write(chunk);
    // So that they do not arrive as one.
    await new Promise((resolve) => (pauseMs === undefined ? setImmediate(resolve) : setTimeout(resolve, pauseMs)));
  }
  if (dropAfter !== undefined) return void response.destroy();
  if (stallAfter === undefined) response.end();
}

/** By bytes, so that a character may be cut, too. */
function cutUp(texts: readonly string[], cut: Behaviour['cut']): Buffer[] {
  if (cut === undefined) return texts.map((text) => Buffer.from(text));
  const bytes = Buffer.from(texts.join(''));
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = Math.max(1, typeof cut === 'number' ? cut : cut());
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}
