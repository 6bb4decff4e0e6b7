import { expect, test } from 'vitest';
import { taskAddress, taskSetName } from '../../../src/service/taskAddress.ts';

test.each([
  ['https://example.org/tasks.json', 'https://example.org/tasks.json'],
  ['http://localhost:8000/a.json', 'http://localhost:8000/a.json'],
  ['https://github.com/o/r/blob/main/data/x%20y.json', 'https://raw.githubusercontent.com/o/r/main/data/x%20y.json'],
  ['https://github.com/o/r/raw/main/x.json', 'https://raw.githubusercontent.com/o/r/main/x.json'],
  ['https://huggingface.co/datasets/o/r/blob/main/x.json', 'https://huggingface.co/datasets/o/r/resolve/main/x.json'],
  ['https://huggingface.co/gpt2/blob/main/x.json', 'https://huggingface.co/gpt2/resolve/main/x.json'],
  ['https://huggingface.co/datasets/o/r/resolve/main/blob/x.json', 'https://huggingface.co/datasets/o/r/resolve/main/blob/x.json'],
  ['https://gist.github.com/o/1a2b/raw/x.json', 'https://gist.github.com/o/1a2b/raw/x.json'],
])('%s is fetched from %s', (given, fetched) => expect(taskAddress(given)).toEqual({ ok: true, value: fetched }));

test.each(['', 'tasks.json', 'http://example.org/x.json', 'file:///etc/passwd', 'javascript:alert(1)', 'data:text/json,[]'])('%j is refused', (given) => {
  expect(taskAddress(given)).toMatchObject({ ok: false, code: 'bad-address' });
});

test.each([
  ['/home/a/my tasks.json', 'my tasks'],
  ['C:\\data\\b.json.gz', 'b'],
  ['https://example.org/a/%E5%A4%96%E5%8D%96.json?raw=1', '外卖'],
  ['https://example.org/..%2F..%2Fx.json', '.. .. x'],
  ['https://example.org/%zz.json', '%zz'],
  ['.json', 'tasks'],
  ['https://', 'tasks'],
  ['https://example.org', 'tasks'],
  ['https:odd.json', 'https:odd'],
  ['x'.repeat(100), 'x'.repeat(80)],
  [`${'x'.repeat(79)} y.json`, 'x'.repeat(79)],
])('a set from %j is called %j', (source, name) => expect(taskSetName(source)).toBe(name));
