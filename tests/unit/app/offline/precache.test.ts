/** Which files a version of the page consists of, and what its workers say about it. */
import { describe, expect, test } from 'vitest';
import { stateOf } from '../../../../src/app/offline/state.ts';
import { precacheOf } from '../../../../vite/serviceWorker.ts';

describe('the files of a version', () => {
  const output = [
    ['index.html', '<title>Longrun</title>'],
    ['service-worker.js', '__FILES__'],
    ['assets/index-a1.js', 'run()'],
    ['assets/index-a1.js.map', '{}'],
    ['LICENSES.md', 'MIT'],
    ['manifest.webmanifest', '{}'],
  ] as const;

  test('are all that the page can ask for, the page itself under the address of its folder', () => {
    expect(precacheOf(new Map(output)).files).toEqual(['assets/index-a1.js', './', 'manifest.webmanifest']);
  });

  test('have a version that tells every content and name, whatever the order of the build', () => {
    const { version } = precacheOf(new Map(output));
    const changed = (from: string, to: string) => precacheOf(new Map(output.map(([name, source]) => [name.replace(from, to), source.replace(from, to)]))).version;
    expect(precacheOf(new Map([...output].reverse())).version).toBe(version);
    expect(changed('<title>', '<title>New ')).not.toBe(version);
    expect(changed('index-a1', 'index-b2')).not.toBe(version);
    expect(changed('MIT', 'ISC')).toBe(version);
  });
});

test('a page is ready only with an active worker; a failed update leaves it so', () => {
  const none = { installing: null, waiting: null, active: null };
  expect(stateOf({ ...none, installing: {} })).toBe('installing');
  expect(stateOf({ ...none, waiting: {} })).toBe('installing');
  expect(stateOf(none)).toBe('failed');
  expect(stateOf({ ...none, active: {} })).toBe('ready');
  expect(stateOf({ ...none, active: {}, installing: {} })).toBe('ready');
  expect(stateOf({ ...none, active: {}, waiting: {} })).toBe('updateReady');
});
