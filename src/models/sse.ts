/** Server-sent events from bytes that may be cut anywhere, in the middle of a character too. */
import { createParser } from 'eventsource-parser';
import { parseJson } from './wire/reading.ts';

/** The data of every event. */
export async function* eventData(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let ready: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => void ready.push(data) });
  const take = (): string[] => {
    const taken = ready;
    ready = [];
    return taken;
  };
  for await (const chunk of chunks) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* take();
  }
  // Some servers leave out the empty line after the last event. Half an event, cut off, is none.
  parser.feed('\n\n');
  yield* take().filter((data) => data === '[DONE]' || parseJson(data) !== undefined);
}
