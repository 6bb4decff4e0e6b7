// Peak memory of a process. The figure of `getrusage` will not do: a child inherits its parent's.
import { readFileSync } from 'node:fs';

/**
 * Megabytes; null where /proc does not tell.
 * @param {number | 'self'} pid
 */
export function peakOf(pid) {
  try {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
  } catch {
    return null;
  }
}
