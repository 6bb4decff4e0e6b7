/** QR codes as SVG path data, so that the page draws them sharp at any size, without a canvas. */
import { encodeQR } from 'qr';
import { failure, success, type Result } from '../../core/result.ts';

/** What the largest code holds at the lowest error correction, which is enough on a screen. */
export const QR_BYTES_MAX = 2953;
/** Modules that must stay light on each side. */
const QUIET_ZONE = 4;

export interface QrPath {
  /** Modules along a side, quiet zone included: `viewBox="0 0 size size"`. */
  readonly size: number;
  /** The dark modules. */
  readonly path: string;
}

/** Error code: `qr-too-long`. */
export function qrPath(text: string): Result<QrPath> {
  const { length } = new TextEncoder().encode(text);
  if (length > QR_BYTES_MAX) {
    return failure('qr-too-long', `a QR code holds at most ${QR_BYTES_MAX} bytes; this text has ${length}`);
  }
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: QUIET_ZONE });
  return success({ size: rows.length, path: rows.map(rowPath).join('') });
}

/** One rectangle for each stretch of dark modules. */
function rowPath(row: readonly boolean[], y: number): string {
  const signs = row.map((isDark) => (isDark ? '#' : ' ')).join('');
  return Array.from(signs.matchAll(/#+/g), ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`).join('');
}
