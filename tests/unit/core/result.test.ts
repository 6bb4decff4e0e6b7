import { expect, test } from 'vitest';
import { describeFailure, failure, invariant, success } from '../../../src/core/result.ts';

test('an outcome is a value, good or bad', () => {
  expect(success(3)).toEqual({ ok: true, value: 3 });
  expect(failure('a-code', 'It is wrong.')).toEqual({ ok: false, code: 'a-code', message: 'It is wrong.' });
  expect(failure('a-code', 'It is wrong.', 'file:1')).toEqual({ ok: false, code: 'a-code', message: 'It is wrong.', where: 'file:1' });
});

test('a failure in one line starts with the place', () => {
  expect(describeFailure(failure('c', 'is wrong', 'file:1'))).toBe('file:1: is wrong');
  expect(describeFailure(failure('c', 'is wrong'))).toBe('is wrong');
});

test('a broken invariant throws', () => {
  expect(() => invariant(1 > 2, 'one is more')).toThrow('Broken invariant: one is more');
  expect(() => invariant(2 > 1, 'two is more')).not.toThrow();
});
