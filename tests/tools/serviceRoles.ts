/**
 * A model server's script that plays all three roles of a service run, told apart by the model's name. A part answers from what
 * its request shows, as a model does, so that a run may stop and go on anywhere.
 */
import { driverOf, type Caller } from '../../src/agents/modelCall.ts';
import type { JudgeSpeaker } from '../../src/agents/service/judgeRun.ts';
import type { RoleSettings, UserSettings } from '../../src/agents/service/requests.ts';
import { ServiceRun, type AssistantSpeaker, type UserSpeaker } from '../../src/agents/service/serviceRun.ts';
import type { ModelClient } from '../../src/models/client.ts';
import type { Endpoint } from '../../src/models/endpoints.ts';
import { decodeJson, encodeRollout, readServiceRollout } from '../../src/rollout/file.ts';
import type { ServiceRollout } from '../../src/rollout/service/format.ts';
import { replayService } from '../../src/rollout/service/verify.ts';
import type { Conversation } from '../../src/service/conversation.ts';
import type { Message } from '../../src/service/message.ts';
import { OWN_PERSONA } from '../../src/service/prompts/user.ts';
import { scriptedAssistantSays } from '../../src/service/solution.ts';
import type { ServiceTask } from '../../src/service/taskFile/index.ts';
import type { Behaviour, Reply, Script, SeenRequest } from './modelServer/index.ts';

/** The names of the models that play them, too. */
export type RoleName = 'assistant' | 'user' | 'judge';

/** `turn`: how many messages of its own the request shows. */
export type Part = (request: SeenRequest, turn: number) => Behaviour;

const USAGE = { prompt: 1000, completion: 100 };

export function rolesScript(parts: Partial<Record<RoleName, Part>>): Script {
  return (request) => {
    const part = parts[request.model as RoleName];
    return part ? part(request, ownMessages(request)) : { status: 400, error: `nobody plays ${request.model}` };
  };
}

/** A reply for each turn; the last one from then on. */
export function inTurn(...replies: Reply[]): Part {
  return (_, turn) => said(replies[turn] ?? replies.at(-1) ?? {});
}

export function says(...texts: string[]): Part {
  return inTurn(...texts.map((text) => ({ text })));
}

export function said(reply: Reply): Behaviour {
  return { reply: { usage: USAGE, ...reply } };
}

/** Walks the task's solution, and thinks before each step. */
export function solver(task: ServiceTask): Part {
  return ({ body }, turn) => {
    const seen: Message[] = Array.from({ length: turn + 1 }, () => ({ role: 'assistant', content: '', calls: [] }));
    seen.push({ role: 'tool', id: '', name: '', content: JSON.stringify(body), isError: false, changes: [] });
    const { content, calls } = scriptedAssistantSays(task, seen);
    const toolCalls = calls.map(({ name, arguments: given }) => ({ name, arguments: given }));
    return said({ text: content, thinking: `step ${turn + 1} of the assistant`, toolCalls });
  };
}

/** `answer`: of the window's first and last message, counted from 1. */
export function judging(answer: (from: number, to: number) => string): Part {
  return ({ lastText }) => {
    const [, from, to] = /^# .*?(\d+)\D+(\d+)\D+\d+\D*$/m.exec(lastText) ?? [];
    return said({ text: answer(Number(from), Number(to)) });
  };
}

/** As a judge answers. */
export function verdicts(...updates: readonly (readonly [rubric: number, isMet: boolean, justification?: string])[]): string {
  return JSON.stringify(updates.map(([rubric_idx, meetExpectation, justification = '']) => ({ rubric_idx, justification, meetExpectation })));
}

/** The roles in the order in which they were asked. */
export function asked(server: { readonly requests: readonly { readonly path: string; readonly body: { model?: string } }[] }): string[] {
  return server.requests.map(({ path, body }) => body.model ?? /models\/(\w+):/.exec(path)?.[1] ?? path);
}

/** At a known price: 0.0015 USD a call. */
export function callerOf(client: ModelClient, endpoint: Endpoint, model: RoleName, key: string | null): Caller {
  return { client, endpoint, key, price: { input: 1, cachedInput: null, output: 5 }, driver: driverOf({ endpoint, model }) };
}

export function modelAssistant(caller: Caller, settings: Partial<RoleSettings> = {}): Extract<AssistantSpeaker, { kind: 'model' }> {
  return { kind: 'model', caller, settings: { wishes: { model: 'assistant' }, ...settings } };
}

export function modelUser(caller: Caller, settings: Partial<UserSettings> = {}): Extract<UserSpeaker, { kind: 'model' }> {
  return { kind: 'model', caller, settings: { wishes: { model: 'user' }, persona: OWN_PERSONA, ...settings } };
}

/** Both sides are models. */
export function runOfModels(conversation: Conversation, client: ModelClient, endpoint: Endpoint, key: string | null): ServiceRun {
  const caller = (model: RoleName) => callerOf(client, endpoint, model, key);
  return new ServiceRun(conversation, modelAssistant(caller('assistant')), modelUser(caller('user')));
}

export function modelJudge(caller: Caller, settings: Partial<RoleSettings> = {}): Extract<JudgeSpeaker, { kind: 'model' }> {
  return { kind: 'model', caller, settings: { wishes: { model: 'judge' }, ...settings } };
}

/** A clock that moves on by a quarter of a second whenever it is looked at. */
export function evenClock(): () => number {
  let milliseconds = 0;
  return () => (milliseconds += 250);
}

/** Through a file and back. */
export function reread(rollout: ServiceRollout): ServiceRollout {
  const json = decodeJson(encodeRollout(rollout, { gzip: true }), 'run.json.gz');
  const read = json.ok ? readServiceRollout(json.value, 'run.json.gz') : json;
  if (!read.ok) throw new Error(read.message);
  return read.value;
}

/** As after a crash: the file is all there is. */
export async function reopened(run: ServiceRun): Promise<ServiceRun> {
  const rollout = reread(run.rollout());
  const replayed = await replayService(rollout, 'run.json.gz');
  if (!replayed.ok) throw new Error(replayed.message);
  run.conversation.close();
  return ServiceRun.resumed(replayed.value, rollout, run.assistant, run.user);
}

function ownMessages({ body }: SeenRequest): number {
  const { messages, contents } = body as Record<'messages' | 'contents', { role: string }[] | undefined>;
  return (messages ?? contents ?? []).filter(({ role }) => role === 'assistant' || role === 'model').length;
}
