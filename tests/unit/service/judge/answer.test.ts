import { describe, expect, test } from 'vitest';
import { readAnswer, type Reading } from '../../../../src/service/judge/answer.ts';
import { property, type Dice } from '../../../tools/property.ts';

const NOTHING_IGNORED = { unknown: 0, contradicted: 0, malformed: 0 };
const TWO = [
  { rubric_idx: 1, justification: 'ordered in [12]', meetExpectation: true },
  { rubric_idx: 3, justification: 'never paid', meetExpectation: false },
];
const json = JSON.stringify(TWO);

/** Places and verdicts. */
const verdicts = ({ updates }: Reading) => [...updates].map(([place, { isMet }]) => [place, isMet]);
const BOTH = [[0, true], [2, false]];

describe('spec vita §5: a JSON list with rubric_idx, justification, meetExpectation', () => {
  test('exactly that', () => {
    expect(readAnswer(json, 3)).toEqual({
      quality: 'exact',
      updates: new Map([[0, { isMet: true, justification: 'ordered in [12]' }], [2, { isMet: false, justification: 'never paid' }]]),
      ignored: NOTHING_IGNORED,
    });
    expect(readAnswer(' []\n', 3)).toEqual({ quality: 'exact', updates: new Map(), ignored: NOTHING_IGNORED });
  });

  test('an object instead of a list, one around it, and objects that are no such thing', () => {
    expect(verdicts(readAnswer(JSON.stringify(TWO[0]), 3))).toEqual([[0, true]]);
    expect(readAnswer(JSON.stringify({ results: TWO }), 3)).toMatchObject({ quality: 'exact' });
    expect(verdicts(readAnswer(JSON.stringify({ thoughts: 'hm', results: TWO }), 3))).toEqual(BOTH);
    expect(readAnswer('{"results": []}', 3)).toMatchObject({ quality: 'exact', updates: new Map() });
    expect(verdicts(readAnswer('{"rubric_idx": 2, "justification": ["a", "b"], "meetExpectation": true}', 3))).toEqual([[1, true]]);
    expect(readAnswer('{"verdict": "all fine"}', 3)).toMatchObject({ updates: new Map(), ignored: { malformed: 1 } });
  });

  test('without a justification there is none', () => {
    expect(readAnswer('[{"rubric_idx":1,"meetExpectation":true},{"rubric_idx":2,"meetExpectation":true,"justification":7}]', 3).updates).toEqual(
      new Map([[0, { isMet: true, justification: '' }], [1, { isMet: true, justification: '' }]]),
    );
  });
});

describe('spec vita §5: answers that are not quite JSON are repaired', () => {
  const pretty = JSON.stringify(TWO, null, 2);
  test.each<[string, string]>([
    ['in a fence', `\`\`\`json\n${pretty}\n\`\`\``],
    ['in a fence without a language, in prose', `My verdicts:\n\`\`\`\n${pretty}\n\`\`\`\nThat is all.`],
    ['in the last fence of two', `First\n\`\`\`json\n[{"rubric_idx": 2, "meetExpectation": true}]\n\`\`\`\nbut no:\n\`\`\`json\n${pretty}\n\`\`\``],
    ['in a fence that is never closed', `\`\`\`json\n${pretty}`],
    ['after prose', `This part changes two verdicts. ${json}`],
    ['before prose', `${json}\n\nNothing else changes.`],
    ['after prose that names a message', `Message [9] orders, so: ${json}`],
    ['before prose that names a message', `${json}\n\nThe order is in [12].`],
    ['after thoughts', `<think>\nIs {1} met? [Yes]\n</think>\n${json}`],
    ['with trailing commas', `${pretty.replaceAll('\n  }', ',\n  }').slice(0, -1)},\n]`],
    ['with single quotes', json.replaceAll('"', "'")],
    ['in Python', json.replaceAll('"', "'").replace('true', 'True').replace('false', 'False')],
    ['with keys without quotes', json.replace(/"(\w+)":/g, '$1:')],
    ['with comments', pretty.replace('[\n', '[ // two of them\n')],
    ['with a line break in a text', json.replace('never paid', 'never\npaid')],
    ['with a missing comma', json.replace('},{', '} {')],
    ['without the last bracket', json.slice(0, -1)],
    ['without the last brackets', json.slice(0, -2)],
    ['twice around', `[${json}]`],
  ])('%s', (_, text) => {
    const reading = readAnswer(text, 3);
    expect(verdicts(reading)).toEqual(BOTH);
    expect(reading).toMatchObject({ quality: 'repaired', ignored: NOTHING_IGNORED });
  });

  const CUTS: [string, string][] = [
    ['in a text', 'never'],
    ['in a key', '"justification":"never'],
    ['before a verdict', ',"meetExpectation":false'],
    ['between two', '{"rubric_idx":3'],
  ];

  test.each(CUTS)('cut off %s: what is whole counts', (_, where) => {
    const plain = json.replace(' in [12]', '');
    expect(verdicts(readAnswer(plain.slice(0, plain.lastIndexOf(where)), 3))).toEqual([[0, true]]);
  });

  test.each(CUTS)('cut off %s, after a reason that names a message in brackets', (_, where) => {
    expect(verdicts(readAnswer(json.slice(0, json.lastIndexOf(where)), 3))).toEqual([[0, true]]);
  });

  test('cut off anywhere, nothing is misread', () => {
    for (let end = 0; end < json.length; end++) {
      for (const [place, isMet] of verdicts(readAnswer(json.slice(0, end), 3))) expect(BOTH, json.slice(0, end)).toContainEqual([place, isMet]);
    }
  });

  test.each(['true', 'TRUE', ' yes ', 'Yes', '是', '"true"'])('the verdict %s as a word', (word) => {
    const said = word.replaceAll('"', '');
    expect(verdicts(readAnswer(JSON.stringify([{ rubric_idx: '2', justification: '', meetExpectation: said }]), 3))).toEqual([[1, true]]);
  });

  test.each(['false', 'No', '否'])('the verdict %s as a word', (word) => {
    expect(verdicts(readAnswer(JSON.stringify([{ rubric_idx: 2, meetExpectation: word }]), 3))).toEqual([[1, false]]);
  });
});

describe('spec vita §5: what cannot be used is ignored, and counted', () => {
  const of = (index: unknown, meetExpectation: unknown = true) => ({ rubric_idx: index, justification: '', meetExpectation });
  const read = (...entries: unknown[]) => readAnswer(JSON.stringify(entries), 3);

  test('rubrics that there are not', () => {
    expect(read(of(0), of(4), of(99), of(-1), of('99'), of(2))).toEqual({
      quality: 'exact',
      updates: new Map([[1, { isMet: true, justification: '' }]]),
      ignored: { unknown: 5, contradicted: 0, malformed: 0 },
    });
  });

  test('entries without an index or a verdict', () => {
    const entries = [of('x'), of(1.5), of(null), of([1]), of(''), of(true), of(1, 'perhaps'), of(1, null), of(1, 1), {}, 7, 'met', null, [1], of(3)];
    expect(read(...entries)).toMatchObject({ updates: new Map([[2, { isMet: true }]]), ignored: { unknown: 0, malformed: entries.length - 1 } });
  });

  test('both met and unmet in one answer is neither, however often', () => {
    expect(read(of(1), of(1, false), of(2), of(2))).toMatchObject({ updates: new Map([[1, { isMet: true }]]), ignored: { contradicted: 1 } });
    expect(read(of(1), of(1, false), of(1, false), of(1))).toMatchObject({ updates: new Map(), ignored: { contradicted: 1 } });
  });

  test.each(['   ', 'true', '7', '"[]"', '{', '\u0000', '{"a":'.repeat(9)])('nothing usable: %j', (text) => {
    expect(readAnswer(text, 3).updates.size).toBe(0);
  });

  test.each(['', 'I cannot tell.', 'null', '[1, 2]', '["met"]', '[', '```json\n```', '<p></p>'])('nothing parsable: %j is unreadable', (text) => {
    expect(readAnswer(text, 3)).toEqual({ quality: 'unreadable', updates: new Map(), ignored: NOTHING_IGNORED });
  });

  test('thousands of entries', () => {
    const entries = Array.from({ length: 20_000 }, (_, i) => of(i % 5000));
    expect(read(...entries)).toMatchObject({ quality: 'exact', ignored: { unknown: 20_000 - 12 } });
    const reading = readAnswer(`Here: ${JSON.stringify(entries).slice(0, -1)},`, 5000);
    expect(reading).toMatchObject({ quality: 'repaired', ignored: { unknown: 4, contradicted: 0 } });
    expect(reading.updates.size).toBe(4999);
  });

  test('with no rubrics there is nothing to change', () => {
    expect(readAnswer(json, 0)).toMatchObject({ updates: new Map(), ignored: { unknown: 2 } });
  });
});

const PIECES = [
  ...'[]{}:,"\'`\\/\n \u0000 ', '```', '```json', 'rubric_idx', '"rubric_idx":', 'justification', '"meetExpectation":',
  'true', 'false', 'null', 'None', '是', '“', '1', '0', '-1', '99', '1e400',
  '__proto__', 'constructor', '//', '/*', '\ud800', '{"rubric_idx":1,"meetExpectation":true}', json,
];

/** A good answer broken somewhere, or no answer at all. */
function garbage(dice: Dice): string {
  const noise = () => dice.many(0, 30, () => dice.pick(PIECES)).join('');
  if (dice.chance(0.4)) return noise();
  let text = json;
  for (let i = dice.whole(1, 5); i > 0; i--) {
    const at = dice.whole(0, text.length);
    text = text.slice(0, at) + (dice.chance(0.5) ? dice.pick(PIECES) : '') + text.slice(at + dice.whole(0, 4));
  }
  return text;
}

property('garbage never throws, is read alike each time, and changes no place that there is not', (dice) => {
  for (let i = 0; i < 3000; i++) {
    const text = garbage(dice);
    const rubrics = dice.whole(0, 4);
    const reading = readAnswer(text, rubrics);
    expect(readAnswer(text, rubrics), text).toEqual(reading);
    for (const [place, { isMet, justification }] of reading.updates) {
      expect(Number.isInteger(place) && place >= 0 && place < rubrics, text).toBe(true);
      expect([typeof isMet, typeof justification], text).toEqual(['boolean', 'string']);
    }
    if (reading.quality === 'unreadable') expect([reading.updates.size, reading.ignored], text).toEqual([0, NOTHING_IGNORED]);
  }
});

const STARTS = ['[{"a":"', `[{"a":'`, '[', '```json [{'];
const LONG = STARTS.flatMap((start) => ['\\"', `\\'`, '\\', ' ', '`'].map((piece) => [start, piece] as const));

test.each(LONG)('%s and %j a hundred thousand times is nothing', (start, piece) => {
  expect(readAnswer(start + piece.repeat(100_000), 3).updates.size).toBe(0);
});

test.each(['[{', '{"a":[', '[', '{', '"', '```json [{', '\\', "'", '}', ']', '[{}'])('%s a hundred thousand times is nothing', (piece) => {
  expect(readAnswer(piece.repeat(100_000), 3).updates.size).toBe(0);
});
