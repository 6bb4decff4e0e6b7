import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { SetHash, sha256Bytes, sha256Hex, uuidFromName } from '../../../src/core/hash.ts';
import { property } from '../../tools/property.ts';

const TEXTS = ['', 'abc', '1:clients', 'ключ 🔑', 'a\0b', 'x'.repeat(100_000)];

test.each(TEXTS)('SHA-256 of %.20j is that of Node, over UTF-8', (text) => {
  const expected = createHash('sha256').update(text, 'utf8').digest();
  expect(sha256Hex(text)).toBe(expected.toString('hex'));
  expect([...sha256Bytes(text)]).toEqual([...expected]);
});

test('an id from a name is a UUID of version 8, the same every time', () => {
  const id = uuidFromName('1:task:7');
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(uuidFromName('1:task:7')).toBe(id);
  expect(new Set(Array.from({ length: 1000 }, (_, i) => uuidFromName(`1:task:${i}`))).size).toBe(1000);
});

/** The definition, written down plainly. */
function hashOfSet(members: readonly string[]): string {
  const sum = members.reduce((total, member) => total + BigInt(`0x${sha256Hex(member).slice(0, 32)}`), 0n);
  return BigInt.asUintN(128, sum).toString(16).padStart(32, '0');
}

test('a set hash of nothing is zero, and 32 digits long', () => {
  expect(new SetHash().toString()).toBe('0'.repeat(32));
});

property('a set hash depends on the members alone: not on their order, nor on what was added and removed again', (dice) => {
  for (let round = 0; round < 50; round++) {
    const members = dice.many(0, 30, () => `${dice.whole(0, 1e9)} ${dice.pick(TEXTS.slice(0, 5))}`);
    const others = dice.many(0, 30, () => `other ${dice.whole(0, 1e9)}`);
    const hash = new SetHash();
    const steps = [
      ...members.map((member) => () => hash.add(member)),
      ...others.flatMap((other) => [() => hash.add(other), () => hash.remove(other)]),
    ];
    for (const step of dice.shuffled(steps)) step();
    expect(hash.toString()).toBe(hashOfSet(members));
    if (members.length > 0) expect(hash.toString()).not.toBe(hashOfSet(members.slice(1)));
  }
});

test('removing what was never there, and adding it afterwards, comes to nothing', () => {
  const hash = new SetHash();
  hash.remove('a');
  expect(hash.toString()).not.toBe('0'.repeat(32));
  hash.add('a');
  expect(hash.toString()).toBe('0'.repeat(32));
});
