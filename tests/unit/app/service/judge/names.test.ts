import { expect, test } from 'vitest';
import { flipText, judgeName, kappaText, mannerText, spanText, verdictKind } from '../../../../../src/app/service/judge/names.ts';
import type { JudgeName } from '../../../../../workers/service/judgeLabView.ts';

const JUDGE: JudgeName = { kind: 'model', name: 'custom/strict', window: { size: 10, overlap: 2 }, withRubrics: true, hasOwnPrompt: false };

test('a judge is told by who it is and how it judges', () => {
  expect([judgeName(JUDGE), mannerText(JUDGE)]).toEqual(['custom/strict', '10 messages, 2 repeated']);
  expect(mannerText({ ...JUDGE, window: null, withRubrics: false, hasOwnPrompt: true })).toBe('Everything at once · without rubrics · own prompt');
  expect(judgeName({ kind: 'cassette', name: 'Anthropic' })).toBe('Anthropic, recorded');
  expect(judgeName({ kind: 'scripted', name: 'names and numbers' })).toBe('Script: names and numbers');
  const file: JudgeName = { ...JUDGE, kind: 'file', name: 'sliding_window, 10', window: null };
  expect([judgeName(file), mannerText(file)]).toEqual(['The file’s verdict', 'sliding_window, 10']);
});

test('messages are counted from 1', () => {
  expect([spanText({ from: 8, to: 18 }), spanText({ from: 20, to: 21 })]).toEqual(['9–18', '21']);
  expect(flipText({ span: { from: 8, to: 18 }, from: true, to: false })).toBe('✗ 9–18');
});

test('what is undefined is a dash, and nothing else', () => {
  expect([null, 1, -0.2, 0].map((kappa) => kappaText({ kappa }))).toEqual(['–', '1.00', '−0.20', '0.00']);
  expect([true, false, null].map(verdictKind)).toEqual(['met', 'unmet', 'none']);
});
