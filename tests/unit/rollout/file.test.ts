import { describe, expect, test } from 'vitest';
import { decodeRollout, encodeRollout } from '../../../src/rollout/file.ts';
import { shortRollout } from '../../tools/rollouts.ts';

const rollout = await shortRollout();
const text = new TextDecoder().decode(encodeRollout(rollout, { gzip: false }));
const bytesOf = (value: string) => new TextEncoder().encode(value);

describe('a rollout file is JSON, plain or gzipped', () => {
  test.each([true, false])('what is written is read back (gzip: %s)', (gzip) => {
    expect(decodeRollout(encodeRollout(rollout, { gzip }), 'a.json')).toEqual({ ok: true, value: rollout });
  });

  test('gzip is smaller and holds no clock', () => {
    const packed = encodeRollout(rollout, { gzip: true });
    expect(packed.length).toBeLessThan(text.length / 2);
    expect(encodeRollout(rollout, { gzip: true })).toEqual(packed);
  });
});

describe('a truncated, edited or foreign file is named as such', () => {
  test.each([
    ['an empty file', new Uint8Array(), 'file-empty', 'a.json: the file is empty'],
    ['a file cut in the middle', bytesOf(text.slice(0, 5000)), 'file-truncated', 'a.json: the file is truncated: its JSON stops after 5000 characters'],
    ['a gzip cut in the middle', encodeRollout(rollout, { gzip: true }).slice(0, 900), 'file-truncated', 'cannot be unpacked as gzip'],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00]), 'file-not-text', 'not text'],
    ['no JSON', bytesOf('hello'), 'file-not-json', 'not JSON'],
    ['a JSON list', bytesOf('[1]'), 'file-not-json', 'no object'],
    ['foreign JSON', bytesOf('{"a": 1}'), 'rollout-foreign', 'it must have "format": "longrun-rollout" (its keys: a)'],
    ['a newer version', bytesOf('{"format": "longrun-rollout", "version": 9}'), 'rollout-version', 'format version 9 is newer'],
    ['a missing part', bytesOf(text.replace('"seed":1,', '')), 'rollout-invalid', 'seed: is missing'],
    ['an unknown part', bytesOf(text.replace('"seed":1,', '"seed":1,"zzz":1,')), 'rollout-invalid', 'zzz: unknown key'],
    ['a wrong type', bytesOf(text.replace('"seed":1,', '"seed":"one",')), 'rollout-invalid', 'seed: must be number, got "one"'],
  ])('%s', (_, bytes, code, message) => {
    const result = decodeRollout(bytes, 'a.json');
    expect(result).toMatchObject({ ok: false, code });
    expect(result.ok ? '' : `${result.where}: ${result.message}`).toContain(message);
  });
});
