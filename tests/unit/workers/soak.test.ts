/** Games as a person at the page plays them, through what the page calls: whatever they do, the run can be proved. */
import { expect, vi } from 'vitest';
import { scoreFile } from '../../../src/rollout/score.ts';
import { StartupHost } from '../../../workers/startup/host.ts';
import type { DeskView } from '../../../workers/startup/deskView.ts';
import type { Dice } from '../../tools/property.ts';
import { property } from '../../tools/property.ts';

// A browser's worker has it. Whatever goes wrong between the turns comes to it.
const reportError = vi.fn();
vi.stubGlobal('reportError', reportError);

/** Twice, from the fixed and from a fresh seed of dice, makes two hundred. */
const GAMES = 100;
const PERSON = { kind: 'human', name: 'somebody' } as const;

/** A line that a person might type or click, and some that make no sense. */
function lineOf(dice: Dice, { offers, tasks, people }: DeskView): string {
  const ref = dice.chance(0.9) ? (dice.pick([...offers, ...tasks])?.ref ?? 'none') : 'Task-0';
  const person = dice.pick(people)?.ref ?? 'nobody';
  return dice.pick([
    `yc-bench task accept --task-id ${dice.pick(offers)?.ref ?? 'none'}`,
    `yc-bench task assign --task-id ${ref} --employees ${person}`,
    `yc-bench task assign --task-id ${ref} --employee-id ${person}`,
    `yc-bench task dispatch --task-id ${ref}`,
    `yc-bench task cancel --task-id ${ref} --reason "a change of mind"`,
    `yc-bench task inspect --task-id ${ref}`,
    'yc-bench market browse --limit 3',
    'yc-bench scratchpad write --content "it’s \\"quoted\\" <b>"',
    'yc-bench employee list',
    'yc-bench finance --help',
    'rm -rf "unclosed',
  ]);
}

property(
  `${GAMES} games of moves, turns, undo, forks and hand-overs each export a rollout that re-scores to the same (spec §8)`,
  async (dice) => {
    for (let game = 0; game < GAMES; game++) {
      const host = new StartupHost();
      const catalogue = host.connect(() => Promise.resolve(), { complete: () => Promise.reject(new Error('no model plays')), cancel: () => undefined });
      const preset = dice.chance(0.1) ? 'paper' : dice.pick(['fast-test', 'tutorial']);
      const started = await host.start({ preset: { name: preset }, seed: dice.whole(0, 999), driver: PERSON }, 'max');
      expect(started.ok).toBe(true);
      const turnCount = () => {
        const bare = host.bare('live');
        return bare.ok ? bare.value.turns.length : 0;
      };
      for (let move = dice.whole(5, 25); move > 0; move--) {
        const kind = dice.fraction();
        if (kind < 0.65) {
          const view = host.desk('live', null);
          if (view.ok) host.command(lineOf(dice, view.value));
        } else if (kind < 0.85) {
          host.command('yc-bench sim resume');
        } else if (kind < 0.9) {
          const visited = host.visit('live', dice.whole(0, turnCount()));
          expect(visited.ok).toBe(true);
        } else if (kind < 0.94) {
          await host.undo(PERSON, 'max');
        } else if (kind < 0.97) {
          expect((await host.fork('live', dice.whole(0, turnCount()), PERSON, 'max')).ok).toBe(true);
        } else {
          host.hand({ kind: 'bot', name: dice.pick(catalogue.bots).name });
          host.step();
          await new Promise((resolve) => setTimeout(resolve));
          host.hand(PERSON);
        }
      }
      const file = host.export('live', 'rollout');
      if (!file.ok) throw new Error(file.message);
      const report = await scoreFile(file.value, 'soak.json');
      expect(reportError.mock.calls).toEqual([]);
      expect(report, `game ${game}`).toMatchObject({ ok: true, value: { verdict: 'match' } });
    }
  },
  300_000,
);

