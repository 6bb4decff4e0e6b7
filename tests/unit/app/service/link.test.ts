import { expect, test } from 'vitest';
import { addressOf, importLink, requestOf, serviceLink } from '../../../../src/app/service/link.ts';

test('a link names what is asked for, whatever signs it has', () => {
  const request = { set: 'my set & more', id: 'a=1#2', seed: '外卖 7', user: 'at-once' } as const;
  expect(requestOf(serviceLink(request))).toEqual(request);
});

test('a link may carry the address of a task file', () => {
  expect(addressOf(importLink('https://a.org/x?y=1&z=#é'))).toBe('https://a.org/x?y=1&z=#é');
  expect([addressOf('#/service'), requestOf(importLink('https://a.org'))]).toEqual(['', null]);
});

test('a link without a task asks for nothing; what else is missing or odd is as usual', () => {
  expect(requestOf('#/service')).toBe(null);
  expect(requestOf('#/service?set=cross')).toBe(null);
  expect(requestOf('#/service?set=cross&task=t&seed=&user=cat')).toEqual({ set: 'cross', id: 't', seed: '1', user: 'sentences' });
});
