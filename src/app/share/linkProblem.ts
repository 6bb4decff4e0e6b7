/** What is wrong with a run link, in the reader's language; the failures of src/rollout/link.ts are in English. */
import { describeFailure, type Failure } from '../../core/result.ts';
import { text, type TextName } from '../texts.ts';

const WORDS: Readonly<Record<string, TextName>> = {
  'link-damaged': 'shareProblemDamaged',
  'link-version': 'shareProblemVersion',
  'link-preset-unknown': 'shareProblemPresetUnknown',
  'link-preset-invalid': 'shareProblemPresetInvalid',
  'link-too-long': 'shareProblemTooLong',
  'link-holds-no-hash': 'shareProblemNoHash',
};

/** What each key of a preset must be is said in the engine's own words, below. */
export function linkProblem(failure: Failure): string {
  const name = WORDS[failure.code];
  if (name === undefined) return describeFailure(failure);
  const [, ...details] = failure.message.split('\n');
  return text(name, { details: details.join('\n') }).trim();
}
