import { beforeAll, expect, test } from 'vitest';
import type { Judgement } from '../../../../src/rollout/service/judgement.ts';
import { serviceRollout } from '../../../../src/rollout/service/record.ts';
import type { ServiceRollout } from '../../../../src/rollout/service/format.ts';
import { trialOfRollout } from '../../../../src/rollout/service/trial.ts';
import { bundledTasks } from '../../../../src/service/bundled.ts';
import { Conversation, DEFAULT_LIMITS } from '../../../../src/service/conversation.ts';
import { walkSolution } from '../../../../src/service/solution.ts';
import { rubricsOf, type ServiceTask } from '../../../../src/service/taskFile/index.ts';

const place = { model: 'm', set: 'delivery', trial: 2 };
const by = { kind: 'scripted', name: 'solution' } as const;
let task: ServiceTask;
let rollout: ServiceRollout;
beforeAll(async () => {
  task = (await bundledTasks('delivery')).find(({ id }) => id === 'lr-delivery-2')!;
  const conversation = await Conversation.open(task, '1', DEFAULT_LIMITS);
  walkSolution(conversation);
  rollout = serviceRollout(conversation, { assistant: by, user: by });
});

const call = (tokens: number | null, cost_usd: number | null) => ({
  usage: { prompt_tokens: tokens, completion_tokens: 10, cached_tokens: null, reasoning_tokens: null, cost_usd },
  elapsed_ms: 1,
  exchange: { thinking: '', finish: 'stop', provider: null, sent: {}, retries: [] } as never,
});

function judgement(met: number, failed = false): Judgement {
  const rubrics = rubricsOf(task).map((rubric, i) => ({ rubric, is_met: i < met, justification: '' }));
  const failure = failed ? { code: 'capped', message: 'stopped' } : null;
  return { judge: by, window: null, with_rubrics: true, windows: [{ from: 0, to: 1, text: '[]', call: call(100, 0.5) }], rubrics, failure };
}

test('what was done is counted; without a judge there is no score, which is not 0 (spec vita §6)', () => {
  expect(trialOfRollout(rollout, task, place)).toMatchObject({
    ...place, taskId: task.id, domains: ['delivery'], success: null, rubricsMet: null, rubrics: rubricsOf(task).length,
    stateMet: true, toolErrors: 0, labels: [], spent: { assistant: { calls: 0, tokens: 0, costUsd: 0 } },
  });
  const { turns, toolCalls } = trialOfRollout(rollout, task, place);
  expect([turns, toolCalls]).toEqual(['assistant', 'tool'].map((role) => rollout.messages.filter((message) => message.role === role).length));
});

test('the latest complete judgement decides; one that failed never does, though it was paid for (spec vita §5)', () => {
  const all = rubricsOf(task).length;
  const judged = { ...rollout, judgements: [judgement(0), judgement(all), judgement(1, true)] };
  expect(trialOfRollout(judged, task, place)).toMatchObject({ success: true, rubricsMet: all, spent: { judge: { calls: 3, tokens: 330, costUsd: 1.5 } } });
  expect(trialOfRollout({ ...rollout, judgements: [judgement(1, true)] }, task, place)).toMatchObject({ success: null, rubricsMet: null });
  expect(trialOfRollout({ ...judged, termination: null }, task, place).success).toBeNull();
});

test('what a message cost, and what came to none; one unknown makes the sum unknown, and never 0', () => {
  const messages = rollout.messages.map((message) => (message.role === 'user' ? { ...message, call: call(5, 0.25) } : message));
  const users = messages.filter(({ role }) => role === 'user').length;
  const spent = (wasted: ReturnType<typeof call>[]) => trialOfRollout({ ...rollout, messages, wasted }, task, place).spent.user;
  expect(spent([call(5, 0.25)])).toEqual({ calls: users + 1, tokens: 15 * (users + 1), costUsd: 0.25 * (users + 1) });
  expect(spent([call(null, null)])).toEqual({ calls: users + 1, tokens: null, costUsd: null });
});

test('labels are a failure\'s, by whomever', () => {
  const labels = [{ label: 'tool-use', by, note: '' }, { label: 'decision', by: { kind: 'human', name: 'person' }, note: 'so' }] as ServiceRollout['labels'];
  expect(trialOfRollout({ ...rollout, labels }, task, place).labels).toEqual(['tool-use', 'decision']);
});
