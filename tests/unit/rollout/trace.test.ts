import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parseTrace, presetNameOf, replayTrace } from '../../../src/rollout/trace.ts';
import { presetNamed } from '../../tools/scriptedModel.ts';

const header = { rules: 'paper', config: 'default', seed: 1 };
const status = { argv: ['company', 'status', '--help'], exit: 0, json: { any: 'thing' } };

async function replayed(lines: readonly object[]) {
  const trace = parseTrace(lines.map((line) => JSON.stringify(line)).join('\n'), 'x.jsonl');
  return trace.ok ? replayTrace(trace.value, presetNamed('paper')) : trace;
}

describe('a recording that does not fit is never passed over', () => {
  test('JSON was recorded, and a text is answered', async () => {
    expect(await replayed([header, status])).toMatchObject({ step: 1, expected: { any: 'thing' }, got: expect.stringContaining('Usage') as string });
  });

  test('the final funds in the header are compared', async () => {
    const text = gunzipSync(readFileSync('tests/fixtures/startup/paper-default-s1-greedy.jsonl.gz')).toString();
    const trace = parseTrace(text.replace('"final_funds_cents": 43865521', '"final_funds_cents": 1'), 'x.jsonl');
    expect(trace.ok && (await replayTrace(trace.value, presetNamed('paper')))).toMatchObject({ path: 'final_funds_cents', expected: 1, got: 43865521 });
  });

  test('a file that holds fewer commands than its header tells is refused', async () => {
    expect(await replayed([{ ...header, commands: 2 }, status])).toMatchObject({ ok: false, code: 'trace-invalid', message: expect.stringContaining('2 commands') as string });
  });

  test.each([
    ['no JSON', '{"rules"'],
    ['no header', '{"argv": []}'],
    ['a command without argv', `${JSON.stringify(header)}\n{"exit": 0}`],
  ])('%s', (_, text) => {
    expect(parseTrace(text, 'x.jsonl')).toMatchObject({ ok: false, code: 'trace-invalid' });
  });

  test("the original's names of presets are ours", () => {
    expect([presetNameOf({ rules: 'paper', config: 'default' }), presetNameOf({ rules: 'classic', config: 'fast_test' })]).toEqual(['paper', 'fast-test']);
  });
});
