/** The page's side of a lesson: which run is its run, what is remembered, and what it says of a run. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { success } from '../../../../src/core/result.ts';
import { debriefOf } from '../../../../src/app/lessons/debrief.ts';
import { Lessons } from '../../../../src/app/lessons/lessons.svelte.ts';
import { stepTexts } from '../../../../src/app/lessons/names.ts';
import type { StartupRuns } from '../../../../src/app/startup/runs.svelte.ts';
import { english } from '../../../../src/app/texts/en/index.ts';
import { LESSONS } from '../../../../src/startup/lessons/lessons.ts';
import type { LessonTask, LessonView } from '../../../../src/startup/lessons/view.ts';

const [loop] = LESSONS;
const TASK: LessonTask = {
  id: 'a', title: 'Task-1', client: null, requiredTrust: 0, rewardCents: 900_000, fundsDeltaCents: 900_000, listed: 600, required: 600,
  done: 600, deadline: 0, fate: 'on_time', teamSize: 5, hours: 40, sharedHours: 0, trust: null,
};
const VIEW: LessonView = {
  isOver: false, isOwn: true, startFundsCents: 20_000_000, fundsCents: 18_000_000, startPayrollCents: 3_000_000, payrollCents: 3_100_000,
  commands: {}, tasks: [], paydays: [], clients: [], guess: null,
};

/** Runs as far as a lesson knows them. */
class Runs {
  phase = 'paused';
  shownSource = 'live';
  shown = { facts: factsOf() };
  view = VIEW;
  guesses: unknown[] = [];

  async ask(work: (host: unknown) => unknown) {
    return work({ lesson: (_source: string, guess: string | null) => (this.guesses.push(guess), success({ ...this.view })) });
  }
}

function factsOf(changes: object = {}) {
  return { presetName: loop!.preset, seed: loop!.seed, isChanged: false, driver: { kind: 'human', name: 'me' }, lineage: [] as unknown[], ...changes };
}

function begun(runs = new Runs()) {
  const lessons = new Lessons(runs as unknown as StartupRuns);
  lessons.begin(loop!);
  return { runs, lessons };
}

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

describe('the run of a lesson', () => {
  test.each([
    ['its own', {}, 'live', true],
    ['one undone or forked from it', { lineage: ['undo'] }, 'live', true],
    ['another seed', { seed: 99 }, 'live', false],
    ['a bot’s', { driver: { kind: 'bot', name: 'careful' } }, 'live', false],
    ['a preset of the same name that says something else', { isChanged: true }, 'live', false],
    ['an opened one', {}, 'opened', false],
  ])('%s: shown %#', (_name, changes, source, isShown) => {
    const runs = new Runs();
    runs.shown = { facts: factsOf(changes) };
    runs.shownSource = source;
    expect(begun(runs).lessons.shown).toBe(isShown ? loop : null);
  });

  test('a goal that is reached is remembered, also by the next visit, and quitting keeps it', async () => {
    const { runs, lessons } = begun();
    await lessons.refresh();
    expect([lessons.progress?.goal, lessons.done]).toEqual(['open', []]);
    runs.view = { ...VIEW, tasks: [TASK] };
    await lessons.refresh();
    expect([lessons.progress?.goal, lessons.done]).toEqual(['reached', ['loop']]);
    const later = new Lessons(runs as unknown as StartupRuns);
    expect([later.shown, later.done]).toEqual([loop, ['loop']]);
    later.quit();
    expect([later.shown, later.done, new Lessons(runs as unknown as StartupRuns).current]).toEqual([null, ['loop'], null]);
  });

  test('works where nothing can be stored', async () => {
    vi.stubGlobal('localStorage', undefined);
    const { runs, lessons } = begun();
    runs.view = { ...VIEW, tasks: [TASK] };
    await lessons.refresh();
    expect(lessons.done).toEqual(['loop']);
  });

  test('a guess goes along with an undo, and not into a new start; refreshing at once asks again only once', async () => {
    const { runs, lessons } = begun();
    await lessons.submit('A');
    runs.shown = { facts: factsOf({ lineage: ['undo'] }) };
    await Promise.all([lessons.refresh(), lessons.refresh(), lessons.refresh()]);
    runs.shown = { facts: factsOf() };
    await lessons.refresh();
    expect(runs.guesses).toEqual(['A', 'A', 'A', null]);
  });

  test('a run that is over without the goal has missed it', async () => {
    const { runs, lessons } = begun();
    runs.phase = 'over';
    await lessons.refresh();
    expect(lessons.progress?.goal).toBe('missed');
  });
});

describe('what it says', () => {
  test('every step has a text and a hint, and there is none too many', () => {
    const expected = LESSONS.flatMap((lesson) => lesson.steps.flatMap((_, i) => Object.values(stepTexts(lesson, i))));
    expect(expected).not.toContain(undefined);
    expect(Object.keys(english).filter((name) => /^lesson(Step|Hint)_/.test(name))).toHaveLength(expected.length);
  });

  test.each([
    ['loop', { tasks: [TASK] }, ['Task-1: 600 units in 40 hours of work by 5 people, that is 15 an hour. On time: $9,000.', 'No salaries were due meanwhile.']],
    ['focus', { tasks: [{ ...TASK, sharedHours: 20 }] }, [/^Task-1: 600/, 'Task-1 shared people with other tasks for 20 hours. Undivided, it could have been done in about 30 hours.']],
    [
      'trust',
      { tasks: [{ ...TASK, client: 'A', listed: 800, trust: { before: 1.6, after: 2.5 } }], clients: [{ name: 'A', trust: 2.5, highestTrust: 2.5 }] },
      ['Task-1: trust of A went from 1.6 to 2.5.', /Trust saved 200, or 13 hours/, /^Trust now: A 2.5\./],
    ],
    [
      'creep',
      { tasks: [{ ...TASK, client: 'A', listed: 150, fate: 'late', fundsDeltaCents: -50_000 }], guess: { client: 'A', isRight: true } },
      [/^Right: A/, /150 units listed, 600 once accepted. That is 450 more/, /15 units an hour .* 30 hours of work/, 'Task-1 was late, and cost $500.', /did not grow: 0/],
    ],
    [
      'cash',
      { tasks: [TASK], paydays: [{ time: Date.UTC(2025, 1, 3, 9), paidCents: 3_000_000, fundsAfterCents: 17_000_000 }] },
      ['3 Feb 2025: $30,000 in salaries, $170,000 left.', 'Tasks brought $9,000; salaries took $30,000.', /from \$30,000 to \$31,000 a month: \$1,000 more/, 'You have $180,000 now: 5.8 months of salaries.'],
    ],
  ] as const)('%s looks back with the run’s own figures', (id, changes, expected) => {
    const lines = debriefOf(LESSONS.find((lesson) => lesson.id === id)!, { ...VIEW, ...(changes as Partial<LessonView>) });
    expect(lines).toEqual(expected.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line))));
  });
});
