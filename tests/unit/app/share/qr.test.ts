/** What a QR code of the page shows, a reader reads. */
import decodeQR from 'qr/decode.js';
import { describe, expect, test } from 'vitest';
import { QR_BYTES_MAX, qrPath, type QrPath } from '../../../../src/app/share/qr.ts';
import { property } from '../../../tools/property.ts';

const SCALE = 4;

/** The path as a camera would see it: dark on white. */
function photo({ size, path }: QrPath): { width: number; height: number; data: Uint8Array } {
  const width = size * SCALE;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++) {
      const start = (row * width + Number(x) * SCALE) * 4;
      for (let pixel = 0; pixel < Number(length) * SCALE; pixel++) data.fill(0, start + pixel * 4, start + pixel * 4 + 3);
    }
  }
  return { width, height: width, data };
}

function codeOf(text: string): QrPath {
  const code = qrPath(text);
  if (!code.ok) throw new Error(code.message);
  return code.value;
}

const read = (text: string): string => decodeQR(photo(codeOf(text)), { timeLimit: 30_000 });

describe('a QR code', () => {
  property('is read back as the text it was made of', (dice) => {
    for (let i = 0; i < 8; i++) {
      const fragment = dice.many(1, 900, () => dice.pick([...'abcXYZ019-_'])).join('');
      const text = `https://longrun.example/#/run=1.${fragment}`;
      expect(read(text)).toBe(text);
    }
    expect(read('課堂 🦊')).toBe('課堂 🦊');
  });

  test('holds as much as QR codes can, and refuses more', () => {
    const most = 'a'.repeat(QR_BYTES_MAX);
    expect(codeOf(most).size).toBe(177 + 8);
    expect(read(most)).toBe(most);
    expect(qrPath(`${most}a`)).toMatchObject({ ok: false, code: 'qr-too-long' });
    expect(qrPath('é'.repeat(QR_BYTES_MAX / 2 + 1))).toMatchObject({ ok: false, code: 'qr-too-long' });
  });

  test('has four light modules on each side, and a finder in three corners', () => {
    const { size, path } = codeOf('#/run=1');
    const starts = Array.from(path.matchAll(/M(\d+) (\d+)h(\d+)/g), ([, ...numbers]) => numbers.map(Number));
    expect(Math.min(...starts.flatMap(([x = 0, y = 0]) => [x, y]))).toBe(4);
    expect(Math.max(...starts.flatMap(([x = 0, y = 0, length = 0]) => [x + length, y + 1]))).toBe(size - 4);
    for (const [x, y] of [[4, 4], [size - 11, 4], [4, size - 11]]) expect(path).toContain(`M${x} ${y}h7v1h-7z`);
  });
});
