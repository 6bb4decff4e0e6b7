/** Every text is there in every language, fits its place, and is used. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { language, languageOf } from '../../../src/app/language.svelte.ts';
import { engineText, ledgerEvent, text } from '../../../src/app/texts.ts';
import { english } from '../../../src/app/texts/en/index.ts';
import { chinese, engineWords } from '../../../src/app/texts/zh/index.ts';
import { BOTS } from '../../../src/startup/bots/index.ts';
import { presetByName, presetNames } from '../../../src/startup/presets.ts';

type Area = Readonly<Record<string, string>>;

const app = fileURLToPath(new URL('../../../src/app/', import.meta.url));
const areasOf = (modules: Readonly<Record<string, unknown>>) =>
  new Map(
    Object.entries(modules).flatMap(([path, module]) => {
      const name = path.replace(/^.*\/(\w+)\.ts$/, '$1');
      return name === 'index' || name === 'engineWords' ? [] : [[name, (module as Record<string, Area>)[name] ?? {}] as const];
    }),
  );
const areas = {
  en: areasOf(import.meta.glob('../../../src/app/texts/en/*.ts', { eager: true })),
  zh: areasOf(import.meta.glob('../../../src/app/texts/zh/*.ts', { eager: true })),
};
const pairs = Object.entries(english as Area).map(([name, inEnglish]) => ({ name, inEnglish, inChinese: (chinese as Area)[name] ?? '' }));
const namesOf = (list: typeof pairs) => list.map(({ name }) => name);
const placeholders = (words: string) => (words.match(/\{\w+\}/g) ?? []).sort();

/** Names and units, the same in every language. */
const SAME_IN_ALL = ['appName', 'language_en', 'language_zh', 'sizeBytes', 'sizeKB', 'sizeMB', 'sizeGB'];

beforeAll(() => {
  vi.stubGlobal('document', { documentElement: {} });
});
afterEach(() => language.choose('en'));

describe('texts in two languages', () => {
  test('every area has the same names in both, and no name is in two areas', () => {
    const names = (list: ReadonlyMap<string, Area>) => Object.fromEntries([...list].map(([area, texts]) => [area, Object.keys(texts).sort()]));
    expect(names(areas.zh)).toEqual(names(areas.en));
    const all = [...areas.en.values()].flatMap((area) => Object.keys(area));
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
    // What is in no index would be in no page.
    expect(Object.keys(english).sort()).toEqual(all.sort());
    expect(Object.keys(chinese).sort()).toEqual(all);
  });

  test('no text is empty, and each names the same values in both', () => {
    expect(namesOf(pairs.filter(({ inEnglish, inChinese }) => inEnglish.trim() === '' || inChinese.trim() === ''))).toEqual([]);
    for (const { name, inEnglish, inChinese } of pairs) expect(placeholders(inChinese), name).toEqual(placeholders(inEnglish));
  });

  test('nothing but names and units is left untranslated', () => {
    const hasWords = (words: string) => /\p{Letter}/u.test(words.replaceAll(/\{\w+\}/g, ''));
    const same = pairs.filter(({ inEnglish, inChinese }) => inEnglish === inChinese && hasWords(inEnglish));
    expect(namesOf(same).sort()).toEqual([...SAME_IN_ALL].sort());
  });

  test('Chinese has Chinese punctuation', () => {
    const halfWidth = /\p{Script=Han}\s?[,;:!?()]|[,;:!?(]\s?\p{Script=Han}|\p{Script=Han}\.(?!\w|json|toml|sqlite)/u;
    expect(namesOf(pairs.filter(({ inChinese }) => halfWidth.test(inChinese)))).toEqual([]);
    expect(Object.values(engineWords).filter((words) => halfWidth.test(words))).toEqual([]);
  });

  test('what the engine says of its presets and bots is translated, and nothing that it no longer says', () => {
    const presets = presetNames.map(presetByName);
    const said = [...presets.map((preset) => (preset.ok ? preset.value.description : '')), ...BOTS.map(({ summary }) => summary)];
    expect(Object.keys(engineWords).sort()).toEqual(said.sort());
  });

  test('the page bears its English title before any script runs', () => {
    expect(readFileSync(`${app}../../index.html`, 'utf8')).toContain(`<title>${english.pageTitle}</title>`);
  });
});

describe('texts in the code', () => {
  const code = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|svelte)$/.test(path) && !/^texts[/\\]/.test(path))
    .map((path) => readFileSync(app + path, 'utf8'))
    .join('\n');
  const quoted = new Set(Array.from(code.matchAll(/'(\w+)'|(?<=texts\.)(\w+)/g), ([word]) => word.replaceAll("'", '')));
  const prefixes = Array.from(new Set(Array.from(code.matchAll(/`(\w+_)\$\{[^`]*\}`/g), ([, prefix = '']) => prefix)));

  test('every name that is asked for exists', () => {
    const asked = Array.from(code.matchAll(/[^.\w]text\('(\w+)'/g), ([, name = '']) => name);
    expect(asked.length).toBeGreaterThan(100);
    expect(asked.filter((name) => !(name in english))).toEqual([]);
  });

  test('every text is used: by its name, or by the prefix of names that are put together', () => {
    expect(prefixes).toContain('domain_');
    const isUsed = (name: string) => quoted.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
    expect(Object.keys(english).filter((name) => !isUsed(name))).toEqual([]);
  });
});

describe('the language of the page', () => {
  test.each([
    [['zh-CN', 'en'], 'zh'],
    [['zh'], 'zh'],
    [['en-GB', 'zh-CN'], 'en'],
    [['de', 'zh-TW'], 'zh'],
    [['de'], 'en'],
    [[], 'en'],
  ])('of a browser that prefers %j is %s', (preferred, expected) => {
    expect(languageOf(preferred)).toBe(expected);
  });

  test('changes all texts at once, and back; the last choice wins', async () => {
    await language.choose('zh');
    expect(document.documentElement.lang).toBe('zh-Hans');
    expect([text('logLatePenalty', { task: 'T-1', amount: '$5' }), ledgerEvent('task_reward'), ledgerEvent('other')]).toEqual([
      '逾期：T-1，罚款 $5', '任务报酬', 'other',
    ]);
    expect([engineText('One year on the edge of bankruptcy.'), engineText('constructor')]).toEqual(['一年，始终处在破产边缘。', 'constructor']);
    await Promise.all([language.choose('zh'), language.choose('en')]);
    expect([text('run'), document.documentElement.lang, language.choice]).toEqual(['Run', 'en', 'en']);
  });
});
