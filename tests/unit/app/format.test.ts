/** Numbers and dates in both languages. */
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { cost, date, dateAndTime, duration, isoTime, money, moneyShort, monthName, tokens } from '../../../src/app/format.ts';
import { language } from '../../../src/app/language.svelte.ts';

const TIME = Date.UTC(2025, 2, 3, 15, 29, 1, 56);

const shown = () => [
  money(-123_456_789), moneyShort(1_234_567), cost(0.0031), cost(1.239), cost(null), tokens(1_234_567),
  duration(42), duration(180), duration(9000), date(TIME), dateAndTime(TIME), monthName(TIME),
];

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} });
});
afterEach(() => language.choose('en'));

describe('formats', () => {
  test('English', () => {
    expect(shown()).toEqual([
      '-$1,234,568', '$1.23M', '$0.0031', '$1.24', 'unknown', '1.23M', '42 s', '3 min', '2.5 h', '3 Mar 2025', '3 Mar 2025 15:29', 'Mar',
    ]);
  });

  test('Chinese, with a plain dollar sign and times in UTC too', async () => {
    await language.choose('zh');
    expect(shown()).toEqual([
      '-$1,234,568', '$123万', '$0.0031', '$1.24', '未知', '123万', '42 秒', '3 分钟', '2.5 小时', '2025年3月3日', '2025年3月3日 15:29', '3月',
    ]);
  });

  test('the time of data files depends on no language', async () => {
    const inEnglish = isoTime(TIME);
    await language.choose('zh');
    expect([inEnglish, isoTime(TIME)]).toEqual(['2025-03-03T15:29:01.056', '2025-03-03T15:29:01.056']);
  });
});
