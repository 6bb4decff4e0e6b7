/**
 * A model at the wheel of a recorded run, a turn at a time. All that a later turn needs is in the recorder's turns: a
 * run that stopped anywhere is replayed from its rollout and goes on, and no call is made or paid twice.
 */
import { addCall, nothingSpent, type Spent } from '../models/budget.ts';
import type { ChatAnswer, ToolResult } from '../models/types.ts';
import type { Exchange, Usage } from '../rollout/exchange.ts';
import type { Turn } from '../rollout/format.ts';
import type { Recorder } from '../rollout/recorder.ts';
import { toolAnswer } from '../startup/toolAnswer.ts';
import { isResumeDue, loopState, nextRequest, readCalls, resumes, type LoopState, type ModelSettings, type Step } from './loop.ts';
import { askModel, tokensOf, type AskOptions, type Caller, type Unanswered } from './modelCall.ts';

/** Whom to ask, and how. */
export interface Connection extends Caller {
  readonly settings: ModelSettings;
}

export type TurnResult = { readonly kind: 'played' } | Unanswered | { readonly kind: 'over' };

export type TurnOptions = Omit<AskOptions, 'turn' | 'timeoutMs' | 'retry'>;

/** A model at the wheel, from wherever the recorder stands: the start, a bot's turns, or a model's. */
export class ModelRun {
  readonly recorder: Recorder;
  /** May be exchanged between turns: another model takes over, and the rollout says so. */
  connection: Connection;
  #spent: Spent;

  constructor(recorder: Recorder, connection: Connection) {
    this.recorder = recorder;
    this.connection = connection;
    this.#spent = spentIn(recorder.turns);
  }

  get spent(): Spent {
    return this.#spent;
  }

  get isOver(): boolean {
    return this.recorder.isOver;
  }

  /** One model call, and the commands it asks for. */
  async playTurn(options: TurnOptions): Promise<TurnResult> {
    if (this.isOver) return { kind: 'over' };
    const { turns, simulation } = this.recorder;
    const { agent } = simulation.preset;
    const state = loopState(turns, simulation.status(), simulation.preset, this.recorder.episode);
    const asked = await askModel(this.connection, nextRequest(state, this.connection.settings, simulation.scratchpad), this.#spent, {
      ...options,
      turn: turns.length + 1,
      timeoutMs: agent.request_timeout_seconds * 1000,
      retry: { maxRetries: agent.retry_max_attempts, backoffSeconds: agent.retry_backoff_seconds },
    });
    if (asked.kind !== 'answered') return asked;
    // From here to the end of the turn nothing waits: an answer that was paid for is never lost half-way.
    this.#act(asked.answer, state, asked.retries, asked.usage);
    return { kind: 'played' };
  }

  #act(answer: ChatAnswer, state: LoopState, retries: Exchange['retries'], usage: Usage): void {
    const { recorder } = this;
    recorder.atWheel = this.connection.driver;
    const results = readCalls(answer.message).map((step) => perform(recorder, step));
    const forced = !resumes({ commands: recorder.openCommands }) && !recorder.isOver && isResumeDue(state.idleTurns, recorder.simulation.preset);
    if (forced) recorder.run('yc-bench sim resume');
    recorder.endTurn({
      ...(forced ? { forced } : {}),
      usage,
      exchange: exchangeOf(state.user, answer, results, retries),
    });
    this.#spent = addTurn(this.#spent, recorder.turns.at(-1));
  }
}

/** What a run's turns have spent: calls of models only. */
export function spentIn(turns: readonly Turn[]): Spent {
  return turns.reduce(addTurn, nothingSpent);
}

function addTurn(spent: Spent, turn: Turn | undefined): Spent {
  if (!turn?.usage) return spent;
  const { usage, elapsed_ms = 0 } = turn;
  const added = addCall(spent, tokensOf(usage), usage.cost_usd);
  return { ...added, turns: spent.turns + 1, seconds: spent.seconds + elapsed_ms / 1000 };
}

function perform(recorder: Recorder, step: Step): ToolResult {
  const { id: callId, name } = step.call;
  if ('objection' in step) return { role: 'toolResult', callId, name, text: step.objection, isError: true };
  const answer = recorder.run(step.line);
  return { role: 'toolResult', callId, name, text: JSON.stringify(toolAnswer(step.line, answer)) };
}

function exchangeOf(user: string, answer: ChatAnswer, results: readonly ToolResult[], retries: Exchange['retries']): Exchange {
  const { text, toolCalls, provider } = answer.message;
  return {
    user,
    text,
    thinking: answer.thinking,
    calls: toolCalls.map(({ id, name, arguments: given }, i) => ({
      id,
      name,
      arguments: { ...given },
      result: results[i]?.text ?? '',
      is_error: results[i]?.isError ?? false,
    })),
    finish: answer.finish,
    provider: provider && { ...provider, message: { ...provider.message } },
    sent: { ...answer.sent },
    retries,
  };
}
