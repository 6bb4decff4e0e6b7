import { describe, expect, test } from 'vitest';
import { isResumeDue, loopState, nextRequest, readCalls } from '../../../src/agents/loop.ts';
import { defaultSystemPrompt } from '../../../src/agents/prompts.ts';
import { settingsFor } from '../../../src/agents/connect.ts';
import type { ToolCall } from '../../../src/models/types.ts';
import type { Turn } from '../../../src/rollout/format.ts';
import { Simulation } from '../../../src/startup/simulation.ts';
import { presetNamed } from '../../tools/scriptedModel.ts';

const preset = presetNamed('paper');
const simulation = await Simulation.create(preset, 1);
const status = simulation.status();
const settings = settingsFor(preset, { model: 'small' }, 1);

function turn(number: number, command = 'yc-bench company status', extra: Partial<Turn> = {}): Turn {
  return {
    turn: number,
    commands: [{ command, exit: 0, answer: command.includes('resume') ? { wake_events: [{ type: 'monthly_payroll', funds_after: 5 }] } : {} }],
    sim_time: '2025-01-01T09:00:00',
    hash: '0'.repeat(32),
    exchange: {
      user: `message ${number}`,
      text: `answer ${number}`,
      thinking: '',
      calls: [{ id: `c${number}`, name: 'run_command', arguments: { command }, result: '{}', is_error: false }],
      finish: 'tool_calls',
      provider: null,
      sent: {},
      retries: [],
    },
    ...extra,
  };
}

const after = (turns: readonly Turn[]) => loopState(turns, status, preset, 1);

describe('spec §8: messages', () => {
  test('the first user message describes the company', () => {
    const { user } = after([]);
    expect(user).toContain('BenchCo for one year');
    expect(user).toContain('Time: 2025-01-01T09:00:00');
    expect(user).toContain('Funds: 20000000 cents');
  });

  test('later ones the state, the wake events, and what needs action', () => {
    const { user } = after([turn(1, 'yc-bench sim resume')]);
    expect(user).toContain('monthly_payroll: funds_after 5');
    expect(user).toContain('Nothing is active: accept, assign and dispatch');
  });

  test('the system prompt explains the commands and carries the scratchpad', () => {
    const { system } = nextRequest(after([]), settings, 'avoid Vanguard');
    for (const command of ['market browse', 'task accept', 'task assign', 'task dispatch', 'sim resume', 'scratchpad']) expect(system).toContain(command);
    expect(system).toMatch(/Your scratchpad:\navoid Vanguard$/);
  });

  test('the system prompt differs by edition, and the preset or the user can put another in its place', () => {
    expect(defaultSystemPrompt(presetNamed('medium'))).toContain('Skill rates are hidden');
    const own = { ...preset, agent: { ...preset.agent, system_prompt: 'from the preset' } };
    expect(settingsFor(own, { model: 'small' }, 1).rules).toBe('from the preset');
    expect(settingsFor(own, { model: 'small' }, 1, 'from the user').rules).toBe('from the user');
  });

  test('only the last history_keep_rounds (20) rounds are kept, with a marker in place of what was dropped', () => {
    const turns = Array.from({ length: 25 }, (_, i) => turn(i + 1));
    const { messages } = nextRequest(after(turns), settings, '');
    expect(messages).toHaveLength(20 * 3 + 1);
    expect(messages[0]).toMatchObject({ role: 'user', text: expect.stringMatching(/^\(5 earlier turns are no longer shown.*\n\nmessage 6$/s) as string });
    expect(messages.at(-2)).toMatchObject({ role: 'toolResult', callId: 'c25' });
    expect(nextRequest(after(turns.slice(0, 20)), settings, '').messages[0]).toMatchObject({ text: 'message 1' });
  });
});

describe('spec §8: after auto_advance_after_turns turns without a successful sim resume one is forced', () => {
  test('turns are counted from the last successful resume', () => {
    expect(after([turn(1, 'yc-bench sim resume'), turn(2), turn(3)]).idleTurns).toBe(2);
    const refused = turn(4);
    const turns = [turn(1), { ...refused, commands: [{ command: 'yc-bench sim resume', exit: 1 as const, answer: { error: 'no' } }] }];
    expect(after(turns).idleTurns).toBe(2);
    expect([3, 4].map((idle) => isResumeDue(idle, preset))).toEqual([false, true]);
  });

  test('a resume counts however it is quoted', () => {
    expect(after([turn(1), turn(2, `yc-bench 'sim' "resume"`), turn(3)]).idleTurns).toBe(1);
  });

  test('the model is told that time was moved for it', () => {
    expect(after([turn(1, 'yc-bench sim resume', { forced: true as const })]).user).toContain('Time was moved for you: 5 turns');
  });
});

describe('a model that misbehaves is told so and goes on', () => {
  const call = (changes: Partial<ToolCall>) => ({ id: 'c', name: 'run_command', arguments: { command: 'yc-bench task list' }, ...changes });
  const read = (changes: Partial<ToolCall>) => readCalls({ role: 'assistant', text: '', toolCalls: [call(changes)], provider: null })[0];

  test('a proper call is a line to run', () => expect(read({})).toMatchObject({ line: 'yc-bench task list' }));

  test.each<[string, Partial<ToolCall>, string]>([
    ['an unknown tool', { name: 'bash' }, "There is no tool 'bash'"],
    ['arguments that are no JSON', { arguments: { malformed: '{"comm' } }, 'not a JSON object: {"comm'],
    ['no command', { arguments: {} }, '"command" must be a text'],
    ['a command that is no text', { arguments: { command: 7 } }, '"command" must be a text'],
  ])('%s', (_, changes, objection) => {
    expect(read(changes)).toMatchObject({ objection: expect.stringContaining(objection) as string });
  });

  test('an answer without a tool call', () => {
    const silent = turn(1);
    const { user } = after([{ ...silent, commands: [], exchange: { ...silent.exchange, calls: [] } as Turn['exchange'] }]);
    expect(user).toMatch(/^You called no tool/);
  });
});
