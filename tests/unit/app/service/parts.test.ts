import { describe, expect, test } from 'vitest';
import { addressOf, importLink, requestOf, serviceLink } from '../../../../src/app/service/link.ts';
import { frameOf, moved, projected, scaleBar } from '../../../../src/app/service/map/projection.ts';
import { entriesOf } from '../../../../src/app/service/talk/entries.ts';
import { matchingTasks } from '../../../../src/app/service/tasks/filter.ts';
import { edgesAt, nodesOf, RADIUS } from '../../../../src/app/service/tools/layout.ts';
import { suggestionsFor } from '../../../../src/app/service/tools/suggestions.ts';
import { edgesOf } from '../../../../src/service/catalogue/graph.ts';
import { TOOLS } from '../../../../src/service/catalogue/index.ts';
import { distanceBetween } from '../../../../src/service/world/geography.ts';
import type { ShownMessage, TaskCard } from '../../../../workers/service/messages.ts';
import { property } from '../../../tools/property.ts';

const CARD: TaskCard = {
  id: 'lr-1', domains: ['ota'], language: 'english', instructions: 'Fly to Rome.', time: '2025-06-18 10:20:00', userId: 'U1',
  profile: [['occupation', 'Baker']], rubrics: 3, records: 9, orders: 1,
};

describe('link', () => {
  test('names what is asked for, whatever signs it has', () => {
    const request = { set: 'my set & more', id: 'a=1#2', seed: '外卖 7', user: 'at-once' } as const;
    expect(requestOf(serviceLink(request))).toEqual(request);
  });

  test('may carry the address of a task file', () => {
    expect(addressOf(importLink('https://a.org/x?y=1&z=#é'))).toBe('https://a.org/x?y=1&z=#é');
    expect([addressOf('#/service'), requestOf(importLink('https://a.org'))]).toEqual(['', null]);
  });

  test('without a task asks for nothing; what else is missing or odd is as usual', () => {
    expect(requestOf('#/service')).toBe(null);
    expect(requestOf('#/service?set=cross')).toBe(null);
    expect(requestOf('#/service?set=cross&task=t&seed=&user=cat')).toEqual({ set: 'cross', id: 't', seed: '1', user: 'sentences' });
  });
});

test('every word has to stand somewhere in a task', () => {
  const found = (words: string, rest = {}) => matchingTasks([CARD], { words, language: '', domain: '', ...rest }).length;
  expect([found(''), found('ROME baker'), found('rome cook'), found('', { language: 'chinese' }), found('', { domain: 'ota' })]).toEqual([1, 1, 0, 0, 1]);
});

test('a call and its answer are one entry, also of a message that says something and calls twice', () => {
  const call = (id: string) => ({ id, name: 'weather', arguments: {} });
  const answer = (id: string): ShownMessage => ({ role: 'tool', id, name: 'weather', content: id, isError: false, changes: 0, elapsed: null });
  const messages: ShownMessage[] = [
    { role: 'assistant', content: 'Hi', calls: [] },
    { role: 'user', content: 'Go' },
    { role: 'assistant', content: 'I look', calls: [call('a'), call('b')] },
    answer('a'),
    answer('b'),
    { role: 'assistant', content: '', calls: [] },
  ];
  expect(entriesOf(messages).map((entry) => [entry.key, entry.kind, entry.before, entry.kind === 'call' ? [entry.answer?.content, entry.after] : null])).toEqual([
    ['0', 'assistant', 0, null],
    ['1', 'user', 1, null],
    ['2', 'assistant', 2, null],
    ['2.0', 'call', 2, ['a', 4]],
    ['2.1', 'call', 2, ['b', 5]],
    ['5', 'assistant', 5, null],
  ]);
});

test('a parameter is offered what tools have told under its name, newest first, and the customer', () => {
  const told = (content: string): ShownMessage => ({ role: 'tool', id: '', name: '', content, isError: false, changes: 0, elapsed: null });
  const messages = [told('Store(name=A, store_id=S1, score=4.0)\nStore(name=B, store_id=S2)'), told('Order(order_id:OT1, store_id:S1)')];
  expect(suggestionsFor('store_id', CARD, messages)).toEqual(['S1', 'S2']);
  expect(suggestionsFor('order_id', CARD, messages)).toEqual(['OT1']);
  expect(suggestionsFor('user_id', CARD, messages)).toEqual(['U1']);
  expect(suggestionsFor('note', CARD, messages)).toEqual([]);
});

describe('map', () => {
  property('every point of a world is within its frame, and moving the frame moves it as far the other way', (dice) => {
    const points = dice.many(1, 50, () => ({ longitude: dice.between(100, 120), latitude: dice.between(20, 45) }));
    const [width, height] = [dice.whole(300, 900), 420];
    const frame = frameOf(points, width, height);
    for (const point of points) {
      const { x, y } = projected(point, frame);
      expect(Math.abs(x)).toBeLessThanOrEqual(width / 2);
      expect(Math.abs(y)).toBeLessThanOrEqual(height / 2);
    }
    const [x, y] = [dice.between(-200, 200), dice.between(-200, 200)];
    expect(projected(points[0]!, moved(frame, 0, y)).y).toBeCloseTo(projected(points[0]!, frame).y - y, 6);
    expect(projected(points[0]!, moved(frame, x, 0)).x).toBeCloseTo(projected(points[0]!, frame).x - x, 6);
  });

  test('the scale bar is a round length, and as long as it says', () => {
    const frame = frameOf([{ longitude: 120, latitude: 30 }, { longitude: 120, latitude: 30.1 }], 600, 420);
    const { metres, pixels } = scaleBar(frame, 150);
    expect([1, 2, 5]).toContain(Number(String(metres)[0]));
    expect(pixels).toBeLessThanOrEqual(150);
    const measured = distanceBetween({ longitude: 120, latitude: 30 }, { longitude: 120, latitude: 30 + pixels / frame.scale });
    expect(measured / metres).toBeCloseTo(1, 2);
  });

  test('one place, and none, have a frame too', () => {
    expect(frameOf([{ longitude: 1, latitude: 2 }], 600, 400)).toMatchObject({ longitude: 1, latitude: 2 });
    expect(frameOf([], 600, 400).scale).toBeGreaterThan(0);
  });
});

describe('graph', () => {
  test('each tool stands on the circle at a place of its own, with a name that is not upside down', () => {
    const nodes = nodesOf(TOOLS);
    expect(new Set(nodes.map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`)).size).toBe(66);
    for (const { x, y, turn } of nodes) {
      expect(Math.hypot(x, y)).toBeCloseTo(RADIUS, 6);
      expect(Math.cos((turn * Math.PI) / 180)).toBeGreaterThan(-1e-9);
    }
  });

  test('what a tool feeds and is fed by are all its edges', () => {
    const edges = edgesOf(TOOLS);
    const { feeds, fedBy } = edgesAt(edges, 'create_delivery_order');
    expect(feeds.map(({ to }) => to)).toContain('pay_delivery_order');
    expect(fedBy.map(({ from }) => from)).toContain('delivery_product_search_recommand');
    expect(feeds.length + fedBy.length).toBe(edges.filter(({ from, to }) => [from, to].includes('create_delivery_order')).length);
  });
});
