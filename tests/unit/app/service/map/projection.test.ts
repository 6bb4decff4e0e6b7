import { expect, test } from 'vitest';
import { frameOf, isWithin, middleOf, moved, nearestTo, projected, scaleBar, stacksOf, zoomed } from '../../../../../src/app/service/map/projection.ts';
import { distanceBetween } from '../../../../../src/service/world/geography.ts';
import { property } from '../../../../tools/property.ts';

const at = (longitude: number, latitude: number) => ({ longitude, latitude });

property('what is drawn is as far apart in every direction as on the ground, within a city', (dice) => {
  const home = at(dice.between(-170, 170), dice.between(-60, 60));
  const other = at(home.longitude + dice.between(0.01, 0.05), home.latitude + dice.between(0.01, 0.05));
  const frame = frameOf([home, other], 600, 420);
  const [a, b] = [projected(home, frame), projected(other, frame)];
  const pixels = Math.hypot(a.x - b.x, a.y - b.y);
  const metres = (pixels / frame.scale) * (Math.PI / 180) * 6_371_000;
  expect(metres / distanceBetween(home, other)).toBeCloseTo(1, 2);
  expect([b.x > a.x, b.y < a.y]).toEqual([true, true]);
});

property('the nearest are those that an ordinary sort finds, and no others', (dice) => {
  const home = at(120, 30);
  const places = dice.many(0, 60, () => at(dice.between(119, 121), dice.between(29, 31)));
  const all = places.map((place) => distanceBetween(home, place)).sort((a, b) => a - b);
  const nearest = nearestTo(home, places, 20);
  expect(nearest.map(({ metres }) => metres)).toEqual(all.slice(0, 20));
  for (const { place, metres } of nearest) expect(distanceBetween(home, place)).toBe(metres);
});

property('stacks hold every place once; those of one stack are within a cell, and what stands in one place is always in one', (dice) => {
  const places = dice.many(0, 40, () => ({ ...at(dice.whole(-3, 3) / 2, dice.whole(-3, 3) / 2), label: dice.fraction() }));
  const cell = dice.between(0.01, 3);
  const stacks = stacksOf(places, cell);
  expect(stacks.flat().sort((a, b) => a.label - b.label)).toEqual([...places].sort((a, b) => a.label - b.label));
  for (const stack of stacks) {
    for (const a of [...stack, middleOf(stack)]) {
      for (const b of stack) expect(Math.max(Math.abs(a.longitude - b.longitude), Math.abs(a.latitude - b.latitude))).toBeLessThan(cell);
    }
  }
  const where = stacks.flatMap((stack) => [...new Set(stack.map(({ longitude, latitude }) => `${longitude} ${latitude}`))]);
  expect(new Set(where).size).toBe(where.length);
});

test('zooming keeps the middle and ends at half a metre a pixel, and at a quarter of what shows all', () => {
  const all = frameOf([at(116, 39), at(121, 31)], 600, 420);
  expect(zoomed(all, 1.5, all)).toEqual({ ...all, scale: all.scale * 1.5 });
  const closest = zoomed(all, 1e12, all);
  expect(closest.scale).toBeCloseTo(222_390, -2);
  expect(zoomed(closest, 2, all)).toEqual(closest);
  expect(zoomed(all, 1e-12, all).scale).toBe(all.scale / 4);
  expect([isWithin(at(116, 39), all, 600, 420), isWithin(at(116, 39), closest, 600, 420)]).toEqual([true, false]);
});

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
