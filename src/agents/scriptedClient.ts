/**
 * A stand-in for a model that plays back a recorded run: in the turn that begins at a known sim time it asks for the
 * commands that the run made then. For tests and demos; whatever it makes is labelled as scripted.
 */
import type { ModelClient } from '../models/client.ts';
import { modelFailure, type Outcome } from '../models/failures.ts';
import type { ChatAnswer, ChatRequest } from '../models/types.ts';
import type { Rollout, Turn } from '../rollout/format.ts';
import { RUN_COMMAND } from './prompts.ts';

export class ScriptedClient implements ModelClient {
  readonly #turns: ReadonlyMap<string, Turn>;

  constructor(script: Rollout) {
    const starts = [script.started_at, ...script.turns.map(({ sim_time }) => sim_time)];
    this.#turns = new Map(script.turns.map((turn, index) => [starts[index] ?? '', turn]));
  }

  complete(_endpoint: unknown, _key: unknown, request: ChatRequest): Promise<Outcome<ChatAnswer>> {
    const { time, turn } = this.#turnOf(request);
    if (!turn) {
      return Promise.resolve(modelFailure('refused', `the script has nothing for ${time || 'a turn without a time'}`, 'The script fits one run only.', { retryable: false }));
    }
    return Promise.resolve({ ok: true, value: scriptedAnswer(turn, request) });
  }

  /** The message that opens a turn says what time it is. */
  #turnOf({ messages }: ChatRequest): { time: string; turn: Turn | undefined } {
    const last = messages.at(-1);
    const time = (last?.role === 'user' && /^Time: (\S+)/m.exec(last.text)?.[1]) || '';
    return { time, turn: this.#turns.get(time) };
  }
}

function scriptedAnswer({ turn, commands }: Turn, request: ChatRequest): ChatAnswer {
  const toolCalls = commands.map(({ command }, i) => ({ id: `call_${turn}_${i + 1}`, name: RUN_COMMAND.name, arguments: { command } }));
  const text = `Turn ${turn}: ${commands.length} commands from the script.`;
  const characters = (value: unknown) => JSON.stringify(value).length;
  return {
    message: { role: 'assistant', text, toolCalls, provider: null },
    thinking: '',
    finish: 'tool_calls',
    finishReason: null,
    // Roughly what a model would be charged for: four characters a token.
    usage: {
      promptTokens: Math.ceil(characters(request) / 4),
      completionTokens: Math.ceil(characters(toolCalls) / 4),
      cachedTokens: null,
      reasoningTokens: null,
    },
    costUsd: null,
    answeredBy: null,
    sent: { seed: false, temperature: false, topP: false, thinking: false, toolChoice: false, maxOutputTokens: false },
  };
}
