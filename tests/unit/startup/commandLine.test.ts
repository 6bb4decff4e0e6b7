import { describe, expect, test } from 'vitest';
import { parseCommandLine } from '../../../src/startup/commandLine.ts';
import { commandsUnder } from '../../../src/startup/commands/index.ts';
import type { Rules } from '../../../src/startup/preset.ts';
import { property } from '../../tools/property.ts';

const BOTH: readonly Rules[] = ['classic', 'paper'];

const names = (rules: Rules) => commandsUnder(rules).map(({ group, name }) => `${group} ${name}`);

function outcome(line: string | readonly string[], rules: Rules = 'paper'): unknown {
  const parsed = parseCommandLine(typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line, rules);
  return parsed.ok ? parsed.value.values : { [parsed.code]: parsed.message.split('\n')[0] };
}

describe('spec §7: the commands', () => {
  const COMMON = [
    'company status', 'employee list', 'market browse', 'task accept', 'task assign', 'task dispatch', 'task cancel', 'task list', 'task inspect', 'sim resume',
    'finance ledger', 'report monthly', 'scratchpad read', 'scratchpad write', 'scratchpad append', 'scratchpad clear',
  ];

  test('classic', () => {
    expect(names('classic')).toEqual(COMMON);
  });

  test('paper: clients, and assign-all, which always refuses', () => {
    expect(names('paper').sort()).toEqual([...COMMON, 'client history', 'client list', 'task assign-all'].sort());
  });
});

describe('option values', () => {
  test.each([
    ['market browse', {}],
    ['market browse --limit 5 --offset 0 --reward-min-cents 100 --domain training', { limit: 5, offset: 0, reward: 100, domain: 'training' }],
    ['market browse --limit=5', { limit: 5 }],
    ['market browse --limit 5 --limit 6', { limit: 6 }],
    ['market browse --limit +007', { limit: 7 }],
    ['task accept --task-id Task-1', { task: 'Task-1' }],
    ['task accept --task-id=a=b', { task: 'a=b' }],
    ['task accept --task-id=', { task: '' }],
    ['task accept --task-id --limit', { task: '--limit' }],
    ['finance ledger --from 01/31/2025 --to 2/1/2025', { from: Date.UTC(2025, 0, 31) * 1000, to: Date.UTC(2025, 1, 1) * 1000 }],
    ['finance ledger --from 02/29/2024', { from: Date.UTC(2024, 1, 29) * 1000 }],
    ['report monthly --from-month 2025-01 --to-month 2025-12', { from: '2025-01', to: '2025-12' }],
  ])('%s', (line, values) => {
    expect(outcome(line)).toEqual(values);
  });

  test('a text may be anything', () => {
    for (const text of ['', ' ', 'a b', '"\'', 'é🔑', '-x', '__proto__', 'x'.repeat(1_000_000)]) {
      expect(outcome(['scratchpad', 'write', '--content', text])).toEqual({ content: text });
    }
  });

  test('the classic market has one option more', () => {
    expect(outcome('market browse --required-prestige-lte 3', 'classic')).toEqual({ prestige: 3 });
    expect(outcome('market browse --required-prestige-lte 3', 'paper')).toEqual({ usage: 'No such option: --required-prestige-lte' });
  });
});

describe('spec §7: a malformed command line is a usage error with a plain message', () => {
  test.each([
    ['nope', "No such command 'nope'."],
    ['__proto__', "No such command '__proto__'."],
    ['task nope', "No such command 'task nope'."],
    ['company sttus', "No such command 'company sttus'."],
    ['task constructor', "No such command 'task constructor'."],
    ['task list more', "Unexpected argument 'more'."],
    ['task list -x', "Unexpected argument '-x'."],
    ['task list --nope 3', 'No such option: --nope'],
    ['task list --__proto__ 3', 'No such option: --__proto__'],
    ['task accept', "Missing option '--task-id'."],
    ['task accept --task-id', "Option '--task-id' requires a value."],
    ['task assign --task-id Task-1', "Missing option '--employees'."],
    ['market browse --limit', "Option '--limit' requires a value."],
    ['market browse --limit many', "Invalid value for '--limit': 'many' is not a whole number from 0 to 2^53."],
    ['market browse --limit -1', "Invalid value for '--limit': '-1' is not a whole number from 0 to 2^53."],
    ['market browse --limit 1.5', "Invalid value for '--limit': '1.5' is not a whole number from 0 to 2^53."],
    ['market browse --limit 1e3', "Invalid value for '--limit': '1e3' is not a whole number from 0 to 2^53."],
    ['market browse --limit 0x10', "Invalid value for '--limit': '0x10' is not a whole number from 0 to 2^53."],
    ['market browse --limit=', "Invalid value for '--limit': '' is not a whole number from 0 to 2^53."],
    ['market browse --domain sales', "Invalid value for '--domain': 'sales' is not one of research, inference, data_environment, training."],
    ['market browse --domain Research', "Invalid value for '--domain': 'Research' is not one of research, inference, data_environment, training."],
    ['finance ledger --from 2025-01-31', "Invalid value for '--from': '2025-01-31' is not a date like 01/31/2025."],
    ['finance ledger --from 02/30/2025', "Invalid value for '--from': '02/30/2025' is not a date like 01/31/2025."],
    ['finance ledger --to 13/01/2025', "Invalid value for '--to': '13/01/2025' is not a date like 01/31/2025."],
    ['finance ledger --to 1/1/25', "Invalid value for '--to': '1/1/25' is not a date like 01/31/2025."],
    ['report monthly --from-month 2025-13', "Invalid value for '--from-month': '2025-13' is not a month like 2025-01."],
    ['report monthly --to-month 2025-1', "Invalid value for '--to-month': '2025-1' is not a month like 2025-01."],
  ])('%s', (line, message) => {
    expect(outcome(line)).toEqual({ usage: message });
  });

  test('the lack of a command, with the list of them', () => {
    expect(outcome('')).toEqual({ usage: 'Commands:' });
    expect(outcome('task')).toEqual({ usage: 'Commands:' });
  });

  test('commands of the other edition are unknown', () => {
    expect(outcome('client list', 'classic')).toEqual({ usage: "No such command 'client'." });
    expect(outcome('task assign-all --task-id x', 'classic')).toEqual({ usage: "No such command 'task assign-all'." });
    expect(outcome('task assign --task-id x --employees y', 'classic')).toEqual({ usage: 'No such option: --employees' });
    expect(outcome('task assign --task-id x --employee-id y', 'paper')).toEqual({ usage: 'No such option: --employee-id' });
  });
});

describe('help', () => {
  test('lists all commands, those of a group, or the options of one', () => {
    const text = (line: string, rules: Rules) => {
      const parsed = parseCommandLine(line.split(' '), rules);
      expect(parsed).toMatchObject({ ok: false, code: 'help' });
      return parsed.ok ? '' : parsed.message;
    };
    for (const rules of BOTH) {
      for (const name of names(rules)) expect(text('--help', rules)).toContain(name);
      expect(text('task --help', rules)).toContain('task dispatch');
      expect(text('task --help', rules)).not.toContain('company status');
      for (const { group, name, options } of commandsUnder(rules)) {
        const help = text(`${group} ${name} --help`, rules);
        expect(help).toContain(`Usage: yc-bench ${group} ${name}`);
        for (const option of Object.values(options)) {
          expect(help.includes(option.flag)).toBe(option.rules === undefined || option.rules === rules);
        }
      }
    }
  });

  test('is given in the middle of other words too', () => {
    expect(outcome('task accept --task-id x --help')).toMatchObject({ help: 'Usage: yc-bench task accept [OPTIONS]' });
  });
});

property('no words whatever make the parser throw', (dice) => {
  const pool = [
    ...BOTH.flatMap(commandsUnder).flatMap(({ group, name, options }) => [group, name, ...Object.values(options).map(({ flag }) => flag)]),
    '', '-', '--', '---', '--=', '=', '--limit=', '--help', '--help=3', '__proto__', 'constructor', '5', '-5', '1/1/2025', '2025-01', '🔑', '\ud800', '\0', ' ',
  ];
  const codes = new Set<string>();
  for (let count = 0; count < 5000; count++) {
    const parsed = parseCommandLine(dice.many(0, 7, () => dice.pick(pool)), dice.pick(BOTH));
    codes.add(parsed.ok ? 'ok' : parsed.code);
    if (!parsed.ok) expect(parsed.message.length).toBeGreaterThan(5);
  }
  expect([...codes].sort()).toEqual(['help', 'ok', 'usage']);
});
