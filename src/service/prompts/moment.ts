/** The moment a task begins, as prompts tell it: with its weekday (spec vita §4). */
import type { Language } from '../types.ts';
import { parseTime } from '../world/clock.ts';

const WEEKDAYS: Readonly<Record<Language, readonly string[]>> = {
  english: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  chinese: ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'],
};

/** `yyyy-mm-dd HH:MM:SS Weekday`; a time that cannot be read stays as it is. */
export function momentText(time: string, language: Language): string {
  const moment = parseTime(time);
  return moment === null ? time : `${time} ${WEEKDAYS[language][new Date(moment).getUTCDay()]}`;
}
