/** Two runs side by side: the first turn in which they differ is found, and nothing is said of different worlds. */
import { describe, expect, test } from 'vitest';
import type { BareRun, BareTurn } from '../../../src/rollout/bare.ts';
import { decisionDiff, partingOf } from '../../../src/rollout/compare.ts';
import type { RunHead } from '../../../src/rollout/format.ts';
import { property, type Dice } from '../../tools/property.ts';
import { presetNamed } from '../../tools/scriptedModel.ts';

const head: RunHead = { preset: presetNamed('paper'), seed: 1, driver: { kind: 'bot', name: 'any' } };

function run(turns: readonly BareTurn[], changes: Partial<RunHead> = {}): BareRun {
  return { head: { ...head, ...changes }, turns, openLines: [] };
}

function turn(dice: Dice): BareTurn {
  const lines = dice.many(0, 3, () => dice.pick(['yc-bench sim resume', 'yc-bench company status', 'yc-bench task list']));
  return { lines, hash: dice.whole(0, 2 ** 40).toString(16).padStart(32, '0'), details: {} };
}

/** The turn with one more command. */
function changed({ lines, hash, details }: BareTurn): BareTurn {
  return { lines: [...lines, 'yc-bench market browse'], hash, details };
}

describe('where two runs parted', () => {
  property('it is the first turn whose commands differ, whichever of the two is asked about first', (dice) => {
    const common = dice.many(0, 30, () => turn(dice));
    const [at, ...rest] = [turn(dice), ...dice.many(0, 30, () => turn(dice))];
    const a = run([...common, at, ...rest]);
    const b = run([...common, changed(at), ...dice.many(0, 30, () => turn(dice))]);
    expect(partingOf(a, b)).toEqual({ kind: 'commands', turn: common.length + 1 });
    expect(partingOf(b, a)).toEqual(partingOf(a, b));
    expect(partingOf(a, a)).toEqual({ kind: 'same' });
  });

  property('the turns shown are those that differ, from the first on, and every command of both is in them', (dice) => {
    const turns = dice.many(1, 40, () => turn(dice));
    const isChanged = turns.map(() => dice.chance(0.3));
    const a = run(turns);
    const b = run(turns.map((each, i) => (isChanged[i] ? changed(each) : each)));
    const limit = dice.whole(1, 10);
    const rows = decisionDiff(a, b, 1, limit);
    const expected = isChanged.flatMap((is, i) => (is ? [i + 1] : [])).slice(0, limit);
    expect(rows.map((row) => row.turn)).toEqual(expected);
    for (const row of rows) {
      expect(row.a?.map(({ line }) => line)).toEqual(a.turns[row.turn - 1]?.lines);
      expect(row.b?.filter(({ isShared }) => !isShared)).toEqual([{ line: 'yc-bench market browse', isShared: false }]);
    }
  });

  property('a hash of which a link keeps the first digits only is compared as far as it goes', (dice) => {
    const turns = dice.many(1, 20, () => turn(dice));
    const linked = turns.map((each, i) => ({ ...each, hash: i < turns.length - 1 ? each.hash.slice(0, 2) : each.hash }));
    expect(partingOf(run(turns), run(linked))).toEqual({ kind: 'same' });
    const forged = turns.map((each, i) => (i === turns.length - 1 ? { ...each, hash: 'f'.repeat(32) } : each));
    expect(partingOf(run(forged), run(linked))).toEqual({ kind: 'states', turn: turns.length });
  });

  property('a run that is the beginning of another is said to be', (dice) => {
    const turns = dice.many(1, 20, () => turn(dice));
    const longer = [...turns, turn(dice)];
    expect(partingOf(run(turns), run(longer))).toEqual({ kind: 'goes-on', turn: turns.length, longer: 'b' });
    expect(decisionDiff(run(turns), run(longer), turns.length, 20)).toMatchObject([{ turn: longer.length, a: null, isSameState: false }]);
  });

  test('of another preset or seed nothing is said; a driver of another name is no other world', () => {
    const other = { ...head.preset, loop: { ...head.preset.loop, max_turns: 7 } };
    expect(partingOf(run([]), run([], { preset: other }))).toEqual({ kind: 'other-world', differs: 'preset' });
    expect(partingOf(run([]), run([], { seed: 2 }))).toEqual({ kind: 'other-world', differs: 'seed' });
    expect(partingOf(run([]), run([], { driver: { kind: 'human', name: 'Ann' } }))).toEqual({ kind: 'same' });
  });
});
