/** A link carries a preset in the shortest of three forms, each of which comes out exactly. */
import { expect, test } from 'vitest';
import { presetFromLink, presetToLink } from '../../../src/rollout/linkPreset.ts';
import { presetNames } from '../../../src/startup/presets.ts';
import { presetNamed } from '../../tools/scriptedModel.ts';

const paper = presetNamed('paper');

test('a built-in preset goes by its name', () => {
  for (const name of presetNames) {
    expect(presetToLink(presetNamed(name))).toBe(name);
    expect(presetFromLink(name)).toEqual({ ok: true, value: presetNamed(name) });
  }
});

test('a changed one goes as the built-in one that is nearest, and what differs: values set and keys removed', () => {
  const { max_turns: _removed, ...loop } = presetNamed('fast-test').loop;
  const changed = { ...presetNamed('fast-test'), name: 'mine', loop, sim: { ...presetNamed('fast-test').sim, start_date: '2026-01-01' } };
  const form = presetToLink(changed);
  expect(form).toMatchObject([expect.any(String), { name: 'mine', sim: { start_date: '2026-01-01' } }]);
  expect(presetFromLink(form)).toEqual({ ok: true, value: changed });

  const limited = { ...paper, agent: { ...paper.agent, system_prompt: 'Win.' } };
  expect(presetToLink(limited)).toEqual(['paper', { agent: { system_prompt: 'Win.' } }]);
  expect(presetFromLink(['paper', { description: null }])).toEqual({ ok: true, value: { ...paper, description: '' } });
});

test('a distribution of another type replaces the old one whole', () => {
  const dist = { ...paper.world.dist, reward_prestige_delta: { type: 'constant' as const, value: 0.1 } };
  const changed = { ...paper, world: { ...paper.world, dist } } as typeof paper;
  expect(presetFromLink(presetToLink(changed))).toEqual({ ok: true, value: changed });
});

test('one in full is read as well', () => {
  expect(presetFromLink(paper)).toEqual({ ok: true, value: paper });
});
