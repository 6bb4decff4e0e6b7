/** Remembers the thoughts that were sent out, and refuses a request that does not bring them back as they were. */
import type { Parsed, Wire } from './behaviour.ts';

interface Issued {
  readonly wire: Wire;
  readonly model: string;
  readonly match: string;
  readonly thoughts: string;
}

/** Of one assistant message: what it is known by, and the thoughts in it. */
interface Told {
  readonly match: string;
  readonly thoughts: string;
}

export class Memory {
  readonly #issued: Issued[] = [];

  remember(wire: Wire, model: string, whole: Parsed): void {
    const [message] = wire === 'openai' ? [whole.choices[0].message] : wire === 'anthropic' ? [whole] : [whole.candidates[0].content];
    const told = read(wire, message);
    if (told.thoughts !== NONE[wire]) this.#issued.push({ wire, model, ...told });
  }

  /** What is wrong with the request, or null. */
  complaint(wire: Wire, model: string, body: Parsed): string | null {
    const messages: Parsed[] = wire === 'gemini' ? body.contents : body.messages;
    for (const message of messages) {
      if (message.role !== 'assistant' && message.role !== 'model') continue;
      const told = read(wire, message);
      const issued = this.#issued.filter(({ match }) => match === told.match);
      const own = issued.filter((one) => one.wire === wire && one.model === model).map(({ thoughts }) => thoughts);
      if (issued.length === 0 || own.includes(told.thoughts)) continue;
      if (own.length === issued.length) return `The thoughts must be passed back: expected ${own.at(-1)}, got ${told.thoughts}`;
      if (![NONE[wire], '{"reasoning_content":""}'].includes(told.thoughts)) return `Thoughts of another model were passed: ${told.thoughts}`;
    }
    return null;
  }
}

const NONE: Record<Wire, string> = { openai: '{}', anthropic: '[]', gemini: '[]' };

function read(wire: Wire, message: Parsed): Told {
  if (wire === 'openai') {
    const { reasoning_content, reasoning, reasoning_details, tool_calls = [], content } = message;
    const calls = tool_calls.map(({ function: called }: Parsed) => [called.name, canonical(called.arguments)]);
    return { match: JSON.stringify([calls, content || '']), thoughts: JSON.stringify({ reasoning_content, reasoning, reasoning_details: ordered(reasoning_details) }) };
  }
  if (wire === 'anthropic') {
    const blocks: Parsed[] = message.content;
    const calls = blocks.filter(({ type }) => type === 'tool_use').map(({ name, input }) => [name, canonical(JSON.stringify(input))]);
    const text = blocks.map((block) => block.text ?? '').join('');
    return { match: JSON.stringify([calls, text]), thoughts: JSON.stringify(ordered(blocks.filter(({ type }) => /thinking/.test(type)))) };
  }
  const parts: Parsed[] = message.parts;
  const calls = parts.flatMap(({ functionCall: called }) => (called ? [[called.name, canonical(JSON.stringify(called.args))]] : []));
  const text = parts.map((part) => (part.thought ? '' : (part.text ?? ''))).join('');
  const signatures = parts.flatMap(({ thoughtSignature }) => (thoughtSignature && !/^skip_/.test(thoughtSignature) ? [thoughtSignature] : []));
  return { match: JSON.stringify([calls, text]), thoughts: JSON.stringify(signatures) };
}

/** Key order does not matter. */
function ordered(value: Parsed): Parsed {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, ordered(value[key])]));
}

function canonical(json: string): string {
  try {
    return JSON.stringify(ordered(JSON.parse(json)));
  } catch {
    return json;
  }
}
