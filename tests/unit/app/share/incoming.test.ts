/** What comes of a run link: a run that is opened, or a challenge that keeps its secret until one has played. */
import { describe, expect, test, vi } from 'vitest';
import type { BareRun } from '../../../../src/rollout/bare.ts';
import { openRunLink } from '../../../../src/app/share/incoming.ts';
import { isSameWorld, presetSetup } from '../../../../src/app/share/world.ts';
import type { Preset } from '../../../../src/startup/preset.ts';
import { readPreset } from '../../../../src/startup/presetFile.ts';
import { builtInPresets, presetNames } from '../../../../src/startup/presets.ts';
import { lab, linkTo, played, presetNamed } from './lab.ts';

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });

const fast = presetNamed('fast-test');
const longer: Preset = { ...fast, sim: { ...fast.sim, horizon_years: 3 } };
const richer: Preset = { ...fast, world: { ...fast.world, initial_funds_cents: 77_700 } } as Preset;
const theirs = await played(fast, 4);

describe('a run link', () => {
  test('opens the run that it holds, by its preset and seed', async () => {
    const { runs, challenge, receiver } = lab();
    expect(await openRunLink(receiver, linkTo(theirs.bare))).toBeNull();
    expect(runs.openings).toMatchObject([{ name: 'Linked run (fast-test, seed 4)', run: { head: theirs.bare.head } }]);
    expect(challenge.current).toBeNull();
  });

  test('that is damaged says what to do, and changes nothing', async () => {
    const { runs, challenge, setup, receiver } = lab();
    for (const link of [linkTo(theirs.bare).slice(0, -1), linkTo(theirs.bare, true).replace('A', 'B')]) {
      expect(await openRunLink(receiver, link)).toContain('Copy it again in one piece');
    }
    expect([runs.openings, challenge.current, setup.seed]).toEqual([[], null, '1']);
  });
});

describe('a challenge', () => {
  async function taken(run: BareRun) {
    const all = lab(theirs.shown);
    expect(await openRunLink(all.receiver, linkTo(run, true))).toBeNull();
    const { current } = all.challenge;
    if (!current) throw new Error('no challenge');
    return { ...all, current };
  }

  test('sets its world up, opens nothing, and leaves the driver alone', async () => {
    const { runs, setup, current } = await taken({ ...theirs.bare, head: { ...theirs.bare.head, preset: longer } });
    expect(runs.openings).toEqual([]);
    expect(setup.request).toEqual({ preset: { name: 'fast-test' }, seed: 4, horizonYears: 3, driver: { kind: 'bot', name: 'careful' } });
    expect(current.hasOwnPreset).toBe(false);
  });

  test('brings along a preset that is not built in', async () => {
    const { setup, current } = await taken({ ...theirs.bare, head: { ...theirs.bare.head, preset: richer } });
    const choice = setup.request?.preset;
    if (!choice || !('file' in choice)) throw new Error('no preset file');
    expect(readPreset(choice.text, choice.file, builtInPresets)).toEqual({ ok: true, value: richer });
    expect([choice.file, setup.seed, current.hasOwnPreset]).toEqual(['fast-test.toml', '4', true]);
  });

  test('is over with one’s own run of the same world, played to its end, and only then compares', async () => {
    const { runs, current } = await taken(theirs.bare);
    const others = [await played(fast, 5), await played(richer, 4), await played(fast, 4, { ending: 'stopped' }), await played(fast, 4, { ending: null })];
    for (const other of others) {
      runs.play(other);
      await current.look();
      expect(current.isOver).toBe(false);
    }
    expect(current.mine).toBe(others.at(-1)?.shown);
    const mine = await played(fast, 4, { turns: 1 });
    runs.play(mine);
    expect(current.mine).toBeNull();
    await current.look();
    expect(current.isOver).toBe(true);
    expect(current.compared).toBeNull();
    expect(await current.reveal()).toBeNull();
    expect(current.compared).toEqual({ mine: mine.shown, theirs: theirs.shown });
    expect(runs.background).toEqual([mine.shown]);
  });

  test('that is given up opens the run and compares nothing', async () => {
    const { runs, current } = await taken(theirs.bare);
    expect(await current.reveal()).toBeNull();
    expect([runs.openings.length, current.compared, runs.background]).toEqual([1, null, []]);
  });
});

test('every preset, written as a file, is read back as the same', () => {
  for (const name of presetNames) {
    const preset = { ...presetNamed(name), name: `my "${name}"`, description: 'one\n# two = [3]' };
    const setup = presetSetup(preset);
    if (!('file' in setup)) throw new Error(`${name} is taken for a built-in preset`);
    expect(readPreset(setup.text, setup.file, builtInPresets)).toEqual({ ok: true, value: preset });
    expect(presetSetup(presetNamed(name))).toEqual({ name, horizonYears: null });
  }
});

test('a world is the same whatever its preset is called, and another with another seed, horizon or world', () => {
  const { head } = theirs.bare;
  const isSame = (change: Partial<typeof head>) => isSameWorld(head, { ...head, ...change });
  expect(isSame({ driver: { kind: 'human', name: 'x' }, preset: { ...fast, name: 'other' } })).toBe(true);
  expect([isSame({ seed: 5 }), isSame({ preset: longer }), isSame({ preset: richer })]).toEqual([false, false, false]);
});
