import { beforeAll, describe, expect, test } from 'vitest';
import { bundledSets, bundledTasks } from '../../../../src/service/bundled.ts';
import { openingStates } from '../../../../src/service/judge/rubrics.ts';
import { STOP_MARK, type Message } from '../../../../src/service/message.ts';
import { assistantPrompt } from '../../../../src/service/prompts/assistant.ts';
import { JUDGE_PROMPT, judgeQuestion } from '../../../../src/service/prompts/judge.ts';
import { momentText } from '../../../../src/service/prompts/moment.ts';
import { filled } from '../../../../src/service/prompts/template.ts';
import { OWN_PERSONA, TEMPERAMENTS, userPrompt, type Persona } from '../../../../src/service/prompts/user.ts';
import { rubricsOf, type ServiceTask } from '../../../../src/service/taskFile/index.ts';
import { smallTask, taskOf, type JsonObject } from '../taskFile/support.ts';

const small = (changes: JsonObject = {}) => taskOf({ ...smallTask(), ...changes });
const LANGUAGES = ['english', 'chinese'] as const;

describe('spec vita §4: the time with its weekday', () => {
  test.each([
    ['2025-06-18 10:20:00', 'Wednesday', '星期三'],
    ['2025-06-22 00:00:00', 'Sunday', '星期日'],
    ['2025-06-22 23:59:59', 'Sunday', '星期日'],
    ['2024-02-29 12:00:00', 'Thursday', '星期四'],
    ['2025-12-31 23:59:59', 'Wednesday', '星期三'],
    ['2026-01-01 00:00:00', 'Thursday', '星期四'],
  ])('%s is a %s', (time, english, chinese) => {
    expect(LANGUAGES.map((language) => momentText(time, language))).toEqual([`${time} ${english}`, `${time} ${chinese}`]);
  });

  test('a time that cannot be read stays as it is', () => {
    expect(momentText('soon', 'english')).toBe('soon');
  });
});

describe('templates', () => {
  test('every placeholder is filled, once: what a value holds stays', () => {
    expect(filled('{a} {b} {a}', { a: '{b}', b: '{a}' })).toBe('{b} {a} {b}');
    expect(filled('{a}', { a: "$& $1 $' {a}" })).toBe("$& $1 $' {a}");
  });

  test('braces that are no name of a value stay', () => {
    expect(filled('{"a": {b}} {c} {} {constructor} {__proto__}', { a: '1' })).toBe('{"a": {b}} {c} {} {constructor} {__proto__}');
  });
});

describe.each(LANGUAGES)('in %s', (language) => {
  const task = small({ language });
  const isChinese = language === 'chinese';
  const moment = isChinese ? '2025-06-18 10:20:00 星期三' : '2025-06-18 10:20:00 Wednesday';

  test('spec vita §4: the assistant is told the time, its greeting and the stop mark', () => {
    const prompt = assistantPrompt(task, 'Hello there.');
    expect(prompt).toContain(moment);
    expect(prompt).toContain('Hello there.');
    expect(prompt).toContain(STOP_MARK);
    expect(prompt).not.toMatch(/\{\w+\}/);
    expect(/\p{Script=Han}/u.test(prompt)).toBe(isChinese);
    expect(prompt).not.toContain(task.instructions);
  });

  test('spec vita §4: the customer knows the instructions, the time, the stop mark and who they are', () => {
    const prompt = userPrompt(task, OWN_PERSONA);
    for (const part of ['Order lunch.', moment, STOP_MARK, '- name: Ann\n- age: 30\n']) expect(prompt).toContain(part);
    expect(prompt).not.toMatch(/\{\w+\}/);
  });

  test('what looks like a placeholder in instructions or a profile stays', () => {
    const user_scenario = { user_profile: { name: '{instructions}' } };
    const prompt = userPrompt(small({ language, instructions: 'Say {stop} at {time}, $& and {persona}.', user_scenario }), OWN_PERSONA);
    expect(prompt).toContain('Say {stop} at {time}, $& and {persona}.');
    expect(prompt).toContain('- name: {instructions}\n');
    expect(assistantPrompt(task, 'I write {stop} and {time}.')).toContain('I write {stop} and {time}.');
  });

  test('one of the own takes the place of the usual, with the same placeholders', () => {
    expect(assistantPrompt(task, 'Hi', 'At {time}: {greeting} {stop} {other}')).toMatch(/^At 2025-06-18 10:20:00 \S+: Hi ###STOP### \{other\}$/);
    expect(userPrompt(task, OWN_PERSONA, '{instructions}|{stop}|{stop}')).toBe('Order lunch.|###STOP###|###STOP###');
    expect(userPrompt(task, OWN_PERSONA, 'Be yourself.')).toBe('Be yourself.');
  });

  const home = { street: 'Mill Lane', number: 1 };
  const user_profile = { name: 'Ann', temperament: 'sunny', personality: 'sunnier', 性格: '开朗', home };
  const persons = small({ language, user_scenario: { user_profile } });
  const told = (persona: Persona) => userPrompt(persons, persona, '{persona}');

  test('the profile, its temperament with it', () => {
    const persona = told(OWN_PERSONA);
    expect(persona).toMatch(/^\n\S.*\n- name: Ann\n- temperament: sunny\n- personality: sunnier\n- 性格: 开朗\n- home: \{.*Mill Lane.*1\}\n$/);
  });

  test('spec vita §4: instruction only is without a person', () => {
    expect(told({ hasProfile: false, temperament: null })).toBe('');
    expect(userPrompt(persons, { hasProfile: false, temperament: null })).toContain('Order lunch.');
  });

  test("another temperament takes the place of the profile's", () => {
    for (const temperament of TEMPERAMENTS.map((each) => each[language])) {
      const persona = told({ hasProfile: true, temperament });
      expect(persona).toContain('- name: Ann\n');
      expect(persona).toContain('Mill Lane');
      expect(persona).not.toMatch(/sunn|开朗/);
      expect(persona.split(temperament)).toHaveLength(2);
    }
    const alone = told({ hasProfile: false, temperament: 'grim' });
    expect(alone).toContain('grim');
    expect(alone).not.toContain('Ann');
  });

  test('spec vita §5: a judge is asked about the time, the wish, the part of the conversation and the rubrics, in this order', () => {
    const messages: Message[] = [
      { role: 'assistant', content: 'Hello', calls: [] },
      { role: 'user', content: 'Lunch' },
      { role: 'assistant', content: 'Soup?', calls: [] },
    ];
    const states = openingStates(task, true).map((state, i) => (i === 1 ? { ...state, isMet: true, justification: 'see [2]' } : state));
    const question = judgeQuestion(task, messages, { from: 1, to: 3 }, states);
    const parts = question.split(/^# .*$/m).map((part) => part.trim());
    expect(parts).toHaveLength(5);
    expect(parts.slice(0, 4)).toEqual(['', moment, 'Order lunch.', '[2] user: Lunch\n[3] assistant: Soup?']);
    expect(JSON.parse(parts[4] as string)).toEqual([
      { rubric_idx: 1, rubric: 'Lunch is ordered.', justification: '', meetExpectation: false },
      { rubric_idx: 2, rubric: 'Nothing else is.', justification: 'see [2]', meetExpectation: true },
      { rubric_idx: 3, rubric: 'The address is asked for.', justification: '', meetExpectation: false },
    ]);
    expect(question).toMatch(isChinese ? /第 2 至 3 条，共 3 条/ : /messages 2 to 3 of 3/);
    expect(JUDGE_PROMPT[language]).toContain('"meetExpectation": true');
  });
});

describe('of the bundled tasks', () => {
  let tasks: readonly ServiceTask[] = [];
  beforeAll(async () => {
    tasks = (await Promise.all(bundledSets.map(bundledTasks))).flat();
  });

  test('neither side of a conversation is ever told the rubrics', () => {
    for (const task of tasks) {
      const prompts = [userPrompt(task, OWN_PERSONA), userPrompt(task, { hasProfile: false, temperament: 'calm' }), assistantPrompt(task, 'Hello')];
      for (const rubric of rubricsOf(task)) expect(prompts.every((prompt) => !prompt.includes(rubric)), `${task.id}: ${rubric}`).toBe(true);
    }
  });

  test('each temperament can be replaced, and nothing else goes with it', () => {
    for (const task of tasks) {
      const prompt = userPrompt(task, { hasProfile: true, temperament: 'calm' });
      for (const [name, value] of task.profile) expect(prompt.includes(value as string), `${task.id}: ${name}`).toBe(name !== 'temperament');
    }
  });

  test('prompts are in the language of the task', () => {
    for (const task of tasks) {
      const isChinese = task.language === 'chinese';
      expect(userPrompt(task, OWN_PERSONA).includes('说话方式'), task.id).toBe(isChinese);
      expect(assistantPrompt(task, '').includes('工作方式'), task.id).toBe(isChinese);
    }
  });
});
