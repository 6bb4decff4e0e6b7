/** The catalogue says of the 66 tools what the original's list says, in both languages. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { toolNamed, TOOLS, toolsOf, type Parameter, type ToolEntry } from '../../../../src/service/catalogue/index.ts';
import type { Domain } from '../../../../src/service/types.ts';
import { shared } from '../../../tools/shared.ts';

interface RecordedTool {
  readonly domains: readonly string[];
  readonly type: string;
  readonly params: readonly { name: string; type: string; required: boolean; default?: unknown }[];
}

const list = shared('golden/vita/tools.json');

/** `Optional[List[str]]`, as the original writes it. */
function pythonType({ type, isNullable, values }: Parameter): string {
  const spelled = { text: 'str', integer: 'int', float: 'float', texts: 'List[str]', integers: 'List[int]' }[type];
  if (values) return `Optional[Literal[${values.map((value) => `'${value}'`).join(', ')}]]`;
  if (isNullable) return `Optional[${spelled}]`;
  return spelled.startsWith('List') ? spelled : `<class '${spelled}'>`;
}

function asRecorded({ domains, kind, parameters }: ToolEntry): RecordedTool {
  return {
    domains,
    type: kind === 'general' ? 'generic' : kind,
    params: parameters.map((parameter) => ({
      name: parameter.name,
      type: pythonType(parameter),
      required: parameter.isRequired,
      ...(parameter.default !== undefined && { default: parameter.default }),
    })),
  };
}

describe.runIf(list !== null)('spec §3: tools.json', () => {
  const recorded = list === null ? {} : (JSON.parse(readFileSync(list, 'utf8')) as Record<string, RecordedTool>);

  test('the same names in the same order', () => {
    expect(TOOLS.map(({ name }) => name)).toEqual(Object.keys(recorded));
  });

  test.each(Object.entries(recorded))('%s: domains, kind, parameters, types and defaults agree', (name, tool) => {
    const entry = toolNamed(name);
    expect(entry && asRecorded(entry)).toEqual(tool);
  });
});

test('spec §3: 66 tools, 33 read, 27 write, 6 general', () => {
  const count = (kind: string) => TOOLS.filter((tool) => tool.kind === kind).length;
  expect([TOOLS.length, count('read'), count('write'), count('general')]).toEqual([66, 33, 27, 6]);
});

test.each<[Domain[], number]>([
  [['delivery'], 20],
  [['instore'], 24],
  [['ota'], 38],
  [['delivery', 'instore', 'ota'], 66],
  [[], 0],
])('spec §3: %j is served by %i tools, each once', (domains, count) => {
  const tools = toolsOf(domains);
  expect(tools).toHaveLength(count);
  expect(new Set(tools).size).toBe(count);
});

describe.each(['english', 'chinese'] as const)('the texts in %s', (language) => {
  const isIn = (text: string) => /\p{Script=Han}/u.test(text) === (language === 'chinese') && /[.。]$/u.test(text);

  test('every one is there, in its language, and no two tools share one', () => {
    const texts = TOOLS.flatMap((tool) => [tool.description, tool.precondition, tool.postcondition].map((text) => text[language]));
    expect(texts.filter((text) => !isIn(text))).toEqual([]);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  test('every parameter has one, and no two of a tool share it', () => {
    for (const { name, parameters } of TOOLS) {
      const texts = parameters.map(({ description }) => description[language]);
      expect(texts.filter((text) => !isIn(text)), name).toEqual([]);
      expect(new Set(texts).size, name).toBe(texts.length);
    }
  });

  test('a parameter that is a date or a time says how to write it', () => {
    for (const { name, parameters } of TOOLS) {
      for (const parameter of parameters.filter((each) => /^(new_)?date|time$/.test(each.name))) {
        expect(parameter.description[language], name).toContain('yyyy-mm-dd');
      }
    }
  });
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'WEATHER', 'weather '])('no tool is called %j', (name) => {
  expect(toolNamed(name)).toBeUndefined();
});
