import { expect, test } from 'vitest';
import { parsePlainJson, writePlainJson } from '../../../../../src/core/plainJson.ts';
import { cleanPlain, withoutHeaders } from '../../../../../src/rollout/service/results/clean.ts';

const KEY = 'sk-planted-0123456789abcdef';

function cleaned(text: string, liveKeys?: string[]) {
  const plain = parsePlainJson(text);
  if (!plain.ok) throw new Error(plain.message);
  const removed: string[] = [];
  const value = cleanPlain(plain.value, 'tasks', removed, liveKeys);
  return { text: writePlainJson(value), removed };
}

test('spec vita §7: headers go as a whole; those that could hold a key are told', () => {
  const headers = { 'Accept': '*/*', 'Content-Type': 'x', 'X-Team': 'hush', 'authorization': 'short', [KEY]: '' };
  const removed: string[] = [];
  const info = { agent_info: { llm_args: { headers, n: 1 } }, others: [{ Headers: null }] };
  expect(withoutHeaders(info, 'info', removed)).toEqual({ agent_info: { llm_args: { n: 1 } }, others: [{}] });
  expect(removed).toEqual(['X-Team', 'authorization', '[key removed]'].map((header) => `info.agent_info.llm_args.headers.${header}`));
});

test.each<[string, string, string[]]>([
  ['in a text', `{"a":["x ${KEY} y"]}`, ['tasks.a[0]']],
  ['by the name of its field', '{"a":{"api_key":"short"}}', ['tasks.a.api_key']],
  ['as a key of an object', `{"${KEY}":1}`, ['tasks.[key removed]']],
  ['written with escapes', `{"a":"${KEY.replace('-', '\\u002d')}"}`, ['tasks.a']],
  ['in an address', `{"a":"https://x.test/?key=abcdefgh1234"}`, ['tasks.a']],
  ['in a Python text', `{"environment":"{'Authorization': 'Bearer abcdefgh12345678'}"}`, ['tasks.environment']],
  ['as the whole', `"${KEY}"`, ['tasks']],
])('a key %s is taken out', (_, text, removed) => {
  const result = cleaned(text);
  expect(result.removed).toEqual(removed);
  expect(result.text).toContain('[key removed]');
  expect(result.text).not.toMatch(/sk-planted|short|abcdefgh/);
});

test('a key in use is found in whatever form', () => {
  expect(cleaned('{"a":"my words are secret"}', ['words are'])).toEqual({ text: '{"a":"my [key removed] secret"}', removed: ['tasks.a'] });
});

test('what holds none stays to the last digit', () => {
  const text = '{"a":[30.0,30,null,true,"sk-","__proto__"],"__proto__":{"headers":{"x":1}},"1":2}';
  expect(cleaned(text)).toEqual({ text, removed: [] });
});
