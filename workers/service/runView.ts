/** A service run as the page shows it. */
import { assistantRequest, isSeenByUser, userRequest, type Calls } from '../../src/agents/service/requests.ts';
import { driverOfAssistant, driverOfUser, type AssistantSpeaker, type ServiceRun, type UserSpeaker } from '../../src/agents/service/serviceRun.ts';
import { spentOnJudgements } from '../../src/agents/service/trial.ts';
import type { ChatMessage } from '../../src/models/types.ts';
import type { CallDetails } from '../../src/rollout/service/details.ts';
import { scoreOf, stepsOf, type Judgement } from '../../src/rollout/service/judgement.ts';
import { PATIENT_LIMITS, type Conversation } from '../../src/service/conversation.ts';
import { openingStates } from '../../src/service/judge/rubrics.ts';
import { spansOf } from '../../src/service/judge/windows.ts';
import type { Message } from '../../src/service/message.ts';
import { OWN_PERSONA } from '../../src/service/prompts/user.ts';
import type { Speaker } from '../../src/service/roles.ts';
import { isOnSolution } from '../../src/service/solution.ts';
import { checkState } from '../../src/service/stateCheck.ts';
import type { ServiceTask } from '../../src/service/taskFile/types.ts';
import type { ConversationView, MessageDetails, ShownCall, ShownJudgement, ShownMessage, SideView, UserChoice } from './messages.ts';
import { tableCards } from './tableView.ts';
import { taskCard } from './taskSets.ts';

/** `user`: the customer that it began with. `elapsed`: milliseconds that a tool took, by the place of its answer. */
export function runView(run: ServiceRun, user: UserChoice, elapsed: ReadonlyMap<number, number>): ConversationView {
  const { conversation, calls, remarks } = run;
  const { task, seed, messages, turn, termination, world, limits } = conversation;
  const { judgements = [] } = remarks;
  return {
    task: taskCard(task),
    seed,
    user,
    drivers: { assistant: driverOfAssistant(run.assistant), user: driverOfUser(run.user) },
    messages: messages.map((message, place) => shownMessage(message, calls.get(place), elapsed.get(place) ?? null)),
    steps: { done: stepsIn(messages), most: limits.steps === PATIENT_LIMITS.steps ? null : limits.steps },
    judgements: judgements.map((judgement) => shownJudgement(task, messages.length, judgement)),
    spent: { assistant: run.spent('assistant'), user: run.spent('user'), judge: spentOnJudgements(judgements) },
    turn,
    isOnSolution: isOnSolution(task, messages),
    termination,
    hash: conversation.hashAfter(messages.length),
    state: checkState(world.tables, task),
    tables: tableCards(world.database, world.tables),
  };
}

export function messageDetails({ exchange, elapsed_ms }: CallDetails): MessageDetails {
  const { thinking, finish, retries } = exchange;
  return { thinking, finish, elapsed: elapsed_ms, retries };
}

/** As the side's model would be asked now; where it is none, as one would be by default. */
export function sideView({ task, messages }: Conversation, calls: Calls, side: Speaker, speaker: AssistantSpeaker | UserSpeaker): SideView {
  const settings = speaker.kind === 'model' ? speaker.settings : { wishes: { model: '' } };
  const request =
    side === 'assistant' ? assistantRequest(task, messages, calls, settings) : userRequest(task, messages, calls, { persona: OWN_PERSONA, ...settings });
  return { prompt: request.system, tools: request.tools.map(({ name }) => name), parts: request.messages.map(shownPart) };
}

export function shownJudgement(task: ServiceTask, messages: number, judgement: Judgement): ShownJudgement {
  const { judge, window, with_rubrics: withRubrics, failure } = judgement;
  return {
    judge,
    method: { window, withRubrics },
    rubrics: openingStates(task, withRubrics).map(({ rubric }) => rubric),
    windows: stepsOf(task, judgement).map(({ window: { from, to }, reading: { quality, ignored }, states }) => {
      return { from, to, quality, ignored, states: states.map(({ isMet, justification }) => ({ isMet, justification })) };
    }),
    windowsInAll: spansOf(messages, window).length,
    score: scoreOf(judgement),
    failure,
  };
}

function shownMessage(message: Message, call: CallDetails | undefined, elapsed: number | null): ShownMessage {
  if (message.role === 'tool') return { ...message, changes: message.changes.length, elapsed };
  const shown = { ...message, call: call ? shownCall(call) : null };
  return shown.role === 'assistant' ? { ...shown, isSeen: isSeenByUser(message) } : shown;
}

function shownCall({ usage, exchange }: CallDetails): ShownCall {
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens, cost_usd: costUsd } = usage;
  return { promptTokens, completionTokens, costUsd, hasThinking: exchange.thinking !== '', retries: exchange.retries.length };
}

function shownPart(message: ChatMessage): SideView['parts'][number] {
  if (message.role === 'toolResult') return { by: 'tool', text: `${message.name}\n${message.text}` };
  if (message.role === 'user') return { by: 'user', text: message.text };
  const calls = message.toolCalls.map(({ name, arguments: given }) => `${name} ${JSON.stringify(given)}`);
  return { by: 'assistant', text: [message.text, ...calls].filter((part) => part !== '').join('\n') };
}

/** As a conversation counts them: all answers to one message's calls are one; the greeting is none. */
function stepsIn(messages: readonly Message[]): number {
  const answered = messages.filter((message, i) => message.role === 'tool' && messages[i - 1]?.role !== 'tool');
  return messages.filter(({ role }) => role !== 'tool').length - 1 + answered.length;
}
