import { expect, test } from 'vitest';
import { toolAnswer } from '../../../src/startup/toolAnswer.ts';

test('spec §7: the tool answers {ok, exit_code, stdout, stderr, sim_time, command}', () => {
  expect(toolAnswer('yc-bench task list', { exit: 0, json: { count: 0, tasks: [] } })).toEqual({
    ok: true, exit_code: 0, stdout: '{\n  "count": 0,\n  "tasks": []\n}\n', stderr: '', sim_time: null, command: 'yc-bench task list',
  });
});

test('a refusal is JSON on stdout, with exit status 1', () => {
  expect(toolAnswer('c', { exit: 1, json: { error: 'No.' } })).toMatchObject({ ok: false, exit_code: 1, stdout: '{\n  "error": "No."\n}\n', stderr: '' });
});

test('help is text on stdout, a malformed line a message on stderr', () => {
  expect(toolAnswer('c', { exit: 0, text: 'Usage' })).toMatchObject({ ok: true, exit_code: 0, stdout: 'Usage\n', stderr: '' });
  expect(toolAnswer('c', { exit: 2, text: 'What?' })).toMatchObject({ ok: false, exit_code: 2, stdout: '', stderr: 'What?' });
});
