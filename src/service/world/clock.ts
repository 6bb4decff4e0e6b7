/** Dates and times as the tools take and give them: local, without a zone. Milliseconds are since 1970 as if it were UTC. */

const DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const DATE_AND_TIME = /^(\d{4}-\d{1,2}-\d{1,2})\s+(\d{1,2}):(\d{1,2}):(\d{1,2})$/;
const MILLISECONDS_PER_DAY = 86_400_000;
const MILLISECONDS_PER_MINUTE = 60_000;

/** No time is later: the end of 9999, in milliseconds. */
export const LAST_TIME = 253_402_300_799_000;

/** Of a `yyyy-mm-dd` that names a real day; zeros in front may be left out. */
export function parseDate(text: string): number | null {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || year === 0) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : null;
}

/** Of a `yyyy-mm-dd HH:MM:SS`. */
export function parseTime(text: string): number | null {
  const match = DATE_AND_TIME.exec(text);
  const day = match ? parseDate(match[1] ?? '') : null;
  if (!match || day === null) return null;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(2).map(Number);
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  return day + ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

export function formatDate(milliseconds: number): string {
  return formatTime(milliseconds).slice(0, 10);
}

export function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
}

export function plusMinutes(milliseconds: number, minutes: number): number {
  return milliseconds + minutes * MILLISECONDS_PER_MINUTE;
}

export function plusDays(milliseconds: number, days: number): number {
  return milliseconds + days * MILLISECONDS_PER_DAY;
}
