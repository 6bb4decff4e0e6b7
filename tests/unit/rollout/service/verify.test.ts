import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/core/json.ts';
import { decodeJson, encodeRollout, readRollout, readServiceRollout } from '../../../../src/rollout/file.ts';
import { serviceDigestOf, type ServiceRollout } from '../../../../src/rollout/service/format.ts';
import { serviceRollout } from '../../../../src/rollout/service/record.ts';
import { serviceReportLines } from '../../../../src/rollout/service/report.ts';
import { verifyServiceRollout } from '../../../../src/rollout/service/verify.ts';
import { bundledTasks } from '../../../../src/service/bundled.ts';
import { Conversation } from '../../../../src/service/conversation.ts';
import { walkSolution } from '../../../../src/service/solution.ts';

const SPEAKERS = { assistant: { kind: 'scripted', name: 'solution' }, user: { kind: 'scripted', name: 'at-once' } } as const;

let recorded: ServiceRollout;
beforeAll(async () => {
  const [task] = await bundledTasks('cross-zh');
  const conversation = await Conversation.open(task!, 'seed 5');
  walkSolution(conversation);
  recorded = serviceRollout(conversation, SPEAKERS);
});

/** Through a file and back. */
function reread(rollout: ServiceRollout, gzip = false): ServiceRollout {
  const json = decodeJson(encodeRollout(rollout, { gzip }), 'x');
  const read = json.ok ? readServiceRollout(json.value, 'x') : json;
  if (!read.ok) throw new Error(read.message);
  return read.value;
}

async function verified(rollout: ServiceRollout) {
  const report = await verifyServiceRollout(rollout, 'x');
  if (!report.ok) throw new Error(report.message);
  return report.value;
}

test('a conversation survives its file, and every answer, state and the end recompute to the same', async () => {
  const report = await verified(reread(recorded, true));
  expect(report).toMatchObject({ verdict: 'match', divergence: null, state: { isMet: true } });
  expect(report.recomputed).toEqual(recorded);
  expect(serviceReportLines(report, 'x')[0]).toMatch(/^x: verified: \d+ messages, \d+ tool calls recomputed, all equal$/);
});

/** The n-th message of a tool, and where it stands. */
function toolMessage(rollout: ServiceRollout, wanted: (name: string) => boolean) {
  const index = rollout.messages.findIndex((message) => message.role === 'tool' && wanted(message.name));
  const message = rollout.messages[index];
  if (message?.role !== 'tool') throw new Error('no such message');
  return { index, message };
}

describe('a changed file', () => {
  test.each<[string, (rollout: ServiceRollout) => string, RegExp]>([
    ["a tool's answer", (rollout) => {
      const { index, message } = toolMessage(rollout, () => true);
      message.content += '!';
      return `message ${index + 1} (${message.name}), content`;
    }, /expected .*!", got /],
    ['a state', (rollout) => {
      const { index, message } = toolMessage(rollout, (name) => name.startsWith('create_'));
      message.hash = '0'.repeat(32);
      return `message ${index + 1} (${message.name}), hash`;
    }, /expected "0{32}", got /],
    ['the end', (rollout) => ((rollout.termination = 'max_steps'), 'termination'), /expected "max_steps", got "agent_stop"/],
    ['the verdict on the state', (rollout) => ((rollout.state_met = false), 'state_met'), /expected false, got true/],
    ['a message left out', (rollout) => {
      const { index } = toolMessage(rollout, () => true);
      rollout.messages.splice(index, 1);
      return `message ${index + 1}`;
    }, /expected .*, got /],
  ])('%s: the first difference is shown', async (_, change, words) => {
    const changed = structuredClone(recorded);
    const where = change(changed);
    const report = await verified({ ...changed, digest: serviceDigestOf(changed) });
    const [line] = serviceReportLines(report, 'x');
    expect(report.verdict).toBe('diverged');
    expect(line).toContain(`DIFFERENT: ${where}`);
    expect(line).toMatch(words);
  });

  test('one whose recomputable parts all agree is called edited', async () => {
    const report = await verified({ ...recorded, assistant: { kind: 'model', name: 'better' } });
    expect(report.verdict).toBe('edited');
  });

  test('a call that is no object, a task that is none and a missing greeting are named', async () => {
    const read = readServiceRollout({ ...recorded, messages: [{ role: 'assistant', content: '', tool_calls: [3] }] } as unknown as JsonObject, 'f');
    expect(read).toMatchObject({ ok: false, code: 'rollout-invalid', message: expect.stringContaining('messages.0.tool_calls.0') as string });
    expect(await verifyServiceRollout({ ...recorded, task: '{}' }, 'f')).toMatchObject({ ok: false, code: 'bad-task', where: expect.stringContaining('f: task number 1, ') as string });
    expect(await verifyServiceRollout({ ...recorded, messages: [] }, 'f')).toMatchObject({ ok: false, code: 'rollout-invalid', message: expect.stringContaining('greeting') as string });
  });
});

test('a rollout of one arena is told from one of the other', () => {
  expect(readRollout(recorded as never, 'f')).toMatchObject({ ok: false, code: 'rollout-arena', message: expect.stringContaining('service arena') as string });
  expect(readServiceRollout({ ...recorded, arena: 'startup' } as never, 'f')).toMatchObject({ ok: false, code: 'rollout-arena' });
  expect(readServiceRollout({ ...recorded, arena: 'moon' } as never, 'f')).toMatchObject({ ok: false, code: 'rollout-invalid' });
});
