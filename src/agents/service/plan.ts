/** What a trial will take of its three roles, as far as it can be known before: for an estimate that says it is rough. */
import type { RolePlan } from '../../models/estimate.ts';
import type { Price } from '../../models/prices.ts';
import { toolsOf } from '../../service/catalogue/index.ts';
import { functionTool } from '../../service/catalogue/schema.ts';
import { spansOf, type WindowSize } from '../../service/judge/windows.ts';
import { ASSISTANT_PROMPT } from '../../service/prompts/assistant.ts';
import { JUDGE_PROMPT } from '../../service/prompts/judge.ts';
import { USER_PROMPT } from '../../service/prompts/user.ts';
import { ROLES, type Role } from '../../service/roles.ts';
import { rubricsOf, type ServiceTask } from '../../service/taskFile/index.ts';

const CHARACTERS_A_TOKEN = { english: 4, chinese: 1.5 } as const;

/** A trial's averages: how often each side speaks, in tokens what it writes, and what a tool answers. */
const TRIAL = { userMessages: 8, callsAMessage: 2, words: 60, thinking: 150, toolAnswer: 700, verdict: 150 };

/** Null where the role calls no model. */
export type RoleTerms = Readonly<Record<Role, { readonly price: Price | null } | null>>;

export function serviceRolePlans(task: ServiceTask, terms: RoleTerms, window: WindowSize | null): RolePlan[] {
  const { language, instructions, domains } = task;
  const tokens = (text: string) => Math.ceil(text.length / CHARACTERS_A_TOKEN[language]);
  const tools = JSON.stringify(toolsOf(domains).map((tool) => functionTool(tool, language)));
  const { userMessages, callsAMessage, words, thinking, toolAnswer, verdict } = TRIAL;
  const assistantTurns = userMessages * (1 + callsAMessage);
  // Greeting, what both sides say, and the tools' answers.
  const messages = Math.round(1 + userMessages + assistantTurns + userMessages * callsAMessage);
  const windows = spansOf(messages, window).length;
  const transcript = userMessages * (2 * words + callsAMessage * (words + toolAnswer));
  const question = tokens(instructions) + tokens(rubricsOf(task).join('\n')) + (transcript / messages) * (window?.size ?? messages);
  const plans: Readonly<Record<Role, Omit<RolePlan, 'role' | 'price'>>> = {
    assistant: {
      turns: userMessages,
      callsPerTurn: 1 + callsAMessage,
      fixedTokens: tokens(ASSISTANT_PROMPT[language]) + tokens(tools),
      turnTokens: words,
      outputTokens: words,
      thinkingTokens: thinking,
      resultTokens: Math.round((toolAnswer * callsAMessage) / (1 + callsAMessage)),
      historyTurns: null,
    },
    user: {
      turns: userMessages,
      callsPerTurn: 1,
      fixedTokens: tokens(USER_PROMPT[language]) + tokens(instructions),
      turnTokens: words,
      outputTokens: words,
      thinkingTokens: thinking,
      resultTokens: 0,
      historyTurns: null,
    },
    judge: {
      turns: windows,
      callsPerTurn: 1,
      fixedTokens: tokens(JUDGE_PROMPT[language]),
      turnTokens: Math.round(question),
      outputTokens: verdict,
      thinkingTokens: thinking,
      resultTokens: 0,
      historyTurns: 0,
    },
  };
  return ROLES.flatMap((role) => {
    const term = terms[role];
    return term ? [{ role, ...plans[role], price: term.price }] : [];
  });
}
