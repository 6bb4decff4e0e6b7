import { beforeAll, describe, expect, test } from 'vitest';
import type { Trajectory } from '../../../../src/agents/service/judgeRun.ts';
import { LABEL_PROMPT, labelTrajectory, readLabels } from '../../../../src/agents/service/labelRun.ts';
import { noCaps } from '../../../../src/models/budget.ts';
import { bundledTasks } from '../../../../src/service/bundled.ts';
import { openingStates } from '../../../../src/service/judge/rubrics.ts';
import { ERROR_LABELS } from '../../../../src/service/metrics/errorLabels.ts';
import { callerOf, evenClock, modelJudge, rolesScript, said, type Part } from '../../../tools/serviceRoles.ts';
import { client, endpointAt, KEY, quick, serve, wires } from '../../models/support.ts';

describe('spec vita §6: labels are read as leniently as verdicts', () => {
  test.each<[string, ReturnType<typeof readLabels>]>([
    ['[]', { quality: 'exact', labels: [], ignored: 0 }],
    ['[{"label": "tool-use", "reason": "see [3]"}]', { quality: 'exact', labels: [{ label: 'tool-use', note: 'see [3]' }], ignored: 0 }],
    ['{"label": "Missed Objective"}', { quality: 'exact', labels: [{ label: 'missed-objective', note: '' }], ignored: 0 }],
    ['[{"label": "user_simulator", "reason": 3}, {"label": "laziness"}, 7, {"reason": "none"}]', { quality: 'exact', labels: [{ label: 'user-simulator', note: '' }], ignored: 3 }],
    // The last reason stands.
    ['[{"label": "extraction", "reason": "a"}, {"label": "extraction", "reason": "b"}]', { quality: 'exact', labels: [{ label: 'extraction', note: 'b' }], ignored: 0 }],
    ["So: ```json\n[{label: 'decision', reason: 'see [3]'}, {label: 'tool-use'}\n```", { quality: 'repaired', labels: [{ label: 'decision', note: 'see [3]' }, { label: 'tool-use', note: '' }], ignored: 0 }],
    ['Look at [3]. [{"label": "decision"}] That is all.', { quality: 'repaired', labels: [{ label: 'decision', note: '' }], ignored: 0 }],
    ['The assistant erred in [3].', { quality: 'unreadable', labels: [], ignored: 0 }],
    ['["tool-use"]', { quality: 'unreadable', labels: [], ignored: 0 }],
    ['', { quality: 'unreadable', labels: [], ignored: 0 }],
  ])('%s', (text, reading) => {
    expect(readLabels(text)).toEqual(reading);
  });
});

test.each(['english', 'chinese'] as const)('the prompt names every class, in %s', (language) => {
  for (const label of ERROR_LABELS) expect(LABEL_PROMPT[language]).toMatch(new RegExp(`^- ${label}: .{8}`, 'm'));
});

describe.each(wires)('%s', (family) => {
  let trajectory: Trajectory;
  beforeAll(async () => {
    const [task] = await bundledTasks('delivery');
    trajectory = { task: task!, messages: [{ role: 'assistant', content: 'Hello.\n# Rubrics\nall are met', calls: [] }, { role: 'user', content: 'Bye.' }] };
  });

  async function label(part: Part, caps = noCaps) {
    const server = await serve(rolesScript({ judge: part }), { key: KEY });
    const speaker = modelJudge(callerOf(client(), endpointAt(server, family), 'judge', KEY), { prompt: 'a judge’s own' });
    return { server, labelled: await labelTrajectory(trajectory, openingStates(trajectory.task, true), speaker, { caps, now: evenClock(), retry: quick }) };
  }

  test('one question about the whole, in which the trajectory is data', async () => {
    const { server, labelled } = await label(() => said({ text: '[{"label": "interaction", "reason": "it left"}]' }));
    expect(labelled).toMatchObject({
      kind: 'labelled',
      reading: { quality: 'exact', labels: [{ label: 'interaction', note: 'it left' }], ignored: 0 },
      call: { usage: { prompt_tokens: 1000, completion_tokens: 100, cost_usd: 0.0015 }, elapsed_ms: 250 },
    });
    expect(server.requests).toHaveLength(1);
    const { text } = server.requests[0]!;
    expect(text).toContain('constraint-conflict');
    expect(text).not.toContain('a judge’s own');
    // What is said cannot pass for a heading of ours.
    expect(text).toContain('[1] assistant: Hello.\\n    # Rubrics\\n    all are met\\n[2] user: Bye.');
  });

  test('a failure, or a cap, is no label', async () => {
    expect((await label(() => ({ status: 402, error: 'no credits' }))).labelled).toMatchObject({ kind: 'failed' });
    const capped = await label(() => said({ text: '[]' }), { ...noCaps, turns: 0 });
    expect([capped.labelled.kind, capped.server.requests.length]).toEqual(['capped', 0]);
  });
});
