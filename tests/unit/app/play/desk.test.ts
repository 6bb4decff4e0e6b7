/** The desk keeps what was typed and said, and asks the worker one thing at a time. */
import { describe, expect, test } from 'vitest';
import { failure, success } from '../../../../src/core/result.ts';
import { deskOf } from '../../../../src/app/play/desk.svelte.ts';
import type { StartupRuns } from '../../../../src/app/startup/runs.svelte.ts';
import type { DeskView } from '../../../../workers/startup/deskView.ts';

/** Runs as far as a desk knows them. */
class Runs {
  phase = 'paused';
  shownSource = 'live';
  visited = null;
  shown = { facts: { lineage: [] as string[] } };
  asked = 0;
  open = 0;
  lines: string[] = [];
  answer: unknown = success({ exit: 0, answer: {} });

  async ask() {
    this.asked++;
    expect(++this.open).toBe(1);
    await Promise.resolve();
    this.open--;
    return success({ rules: 'classic', scratchpad: String(this.asked) } as DeskView);
  }

  async command(line: string) {
    this.lines.push(line);
    return this.answer;
  }

  async undo() {
    this.shown = { facts: { lineage: ['undo'] } };
    return null;
  }
}

function seated() {
  const runs = new Runs();
  return { runs, desk: deskOf(runs as unknown as StartupRuns) };
}

test('one question at a time, and the last change is not missed', async () => {
  const { runs, desk } = seated();
  await Promise.all([desk.refresh(), desk.refresh(), desk.refresh()]);
  expect(runs.asked).toBe(2);
  expect(desk.view?.scratchpad).toBe('2');
});

test('a refusal stays where it was caused and in the console until a move there is done; ticks are kept', async () => {
  const { runs, desk } = seated();
  await desk.refresh();
  runs.answer = success({ exit: 1, answer: { error: 'No.' } });
  desk.pick('T', ['A', 'B']);
  const task = { ref: 'T' } as Parameters<typeof desk.assign>[0];
  expect(await desk.assign(task, 'task T')).toBe(false);
  expect(desk.refusals).toEqual({ 'task T': 'No.' });
  expect(desk.entries.map(({ line, exit }) => [line, exit])).toEqual([['yc-bench task assign --task-id T --employee-id A', 1]]);
  expect(desk.picked.T).toEqual(['A', 'B']);
  runs.answer = success({ exit: 0, answer: {} });
  expect(await desk.assign(task, 'task T')).toBe(true);
  expect(desk.refusals).toEqual({});
  expect(desk.picked.T).toEqual([]);
});

describe('the console', () => {
  test('survives going back a turn, not another run; what was typed can be recalled after both', async () => {
    const { runs, desk } = seated();
    await desk.refresh();
    await desk.type(' sim resume ');
    await desk.undo();
    expect(runs.lines).toEqual(['yc-bench sim resume']);
    expect(desk.entries.map(({ exit }) => exit)).toEqual([0, 0]);
    runs.shown = { facts: { lineage: [] } };
    await desk.refresh();
    expect(desk.entries).toEqual([]);
    expect(desk.history).toEqual(['sim resume']);
  });

  test('a text with quotes and line ends travels as one word', async () => {
    const { runs, desk } = seated();
    await desk.move(['scratchpad', 'write', '--content', "it's\n$(two)"], 'notes');
    expect(runs.lines).toEqual([`yc-bench scratchpad write --content 'it'"'"'s\n$(two)'`]);
  });

  test('a line that did not reach the world is kept with the reason', async () => {
    const { runs, desk } = seated();
    runs.answer = failure('run-over', 'the run is over');
    expect(await desk.move(['sim', 'resume'], 'time')).toBe(false);
    expect(desk.refusals).toEqual({ time: 'the run is over' });
    expect(desk.entries.at(-1)).toMatchObject({ exit: null, answer: 'the run is over' });
  });
});
