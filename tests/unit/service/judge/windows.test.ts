import { describe, expect, test } from 'vitest';
import { DEFAULT_WINDOW, spansOf, windowSize, type WindowSize } from '../../../../src/service/judge/windows.ts';
import { property } from '../../../tools/property.ts';

function pairs(messages: number, window: WindowSize | null = DEFAULT_WINDOW): number[][] {
  return spansOf(messages, window).map(({ from, to }) => [from, to]);
}

describe('spec vita §5: windows of 10 messages with 2 of overlap, one window if it is no longer', () => {
  test.each<[number, number[][]]>([
    [0, []],
    [1, [[0, 1]]],
    [10, [[0, 10]]],
    [11, [[0, 10], [8, 11]]],
    [18, [[0, 10], [8, 18]]],
    [19, [[0, 10], [8, 18], [16, 19]]],
  ])('%i messages', (messages, spans) => {
    expect(pairs(messages)).toEqual(spans);
  });

  test('300 messages', () => {
    const spans = pairs(300);
    expect(spans).toHaveLength(38);
    expect(spans.slice(0, 37)).toEqual(Array.from({ length: 37 }, (_, i) => [8 * i, 8 * i + 10]));
    expect(spans[37]).toEqual([296, 300]);
  });

  test('the whole trajectory is one window, and none where there is nothing', () => {
    expect([0, 1, 10, 300].map((messages) => pairs(messages, null))).toEqual([[], [[0, 1]], [[0, 10]], [[0, 300]]]);
  });
});

property('of any size: every message is in a window, neighbours share exactly the overlap, none is empty or too long', (dice) => {
  for (let i = 0; i < 2000; i++) {
    const size = dice.whole(1, 30);
    const overlap = dice.whole(0, size - 1);
    const messages = dice.whole(0, 200);
    const spans = spansOf(messages, { size, overlap });
    const seen = new Set(spans.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)));
    const about = `${messages} messages in windows of ${size} with ${overlap}`;
    expect([...seen], about).toEqual(Array.from({ length: messages }, (_, at) => at));
    for (const [at, { from, to }] of spans.entries()) {
      const before = spans[at - 1];
      const isLast = at === spans.length - 1;
      expect(from, about).toBe(before ? before.to - overlap : 0);
      expect(to - from, about).toBeGreaterThan(before ? overlap : 0);
      expect(to, about).toBe(isLast ? messages : from + size);
      expect(to - from, about).toBeLessThanOrEqual(size);
    }
  }
});

describe('sizes', () => {
  test.each([[1, 0], [2, 1], [10, 2], [10, 9], [300, 0]])('%d with %d is a window', (size, overlap) => {
    expect(windowSize(size, overlap)).toEqual({ ok: true, value: { size, overlap } });
  });

  test.each([[0, 0], [-1, 0], [10, -1], [10, 10], [10, 11], [1.5, 0], [10, 0.5], [Number.NaN, 0], [10, Number.NaN], [Infinity, 0], [2 ** 53, 0]])(
    '%d with %d is none, and the message says what is allowed',
    (size, overlap) => {
      const bad = windowSize(size, overlap);
      expect(bad).toMatchObject({ ok: false, code: 'bad-window' });
      expect(!bad.ok && bad.message).toContain(`1 or more messages and repeats fewer than it has; not ${size} with ${overlap} repeated`);
    },
  );
});
