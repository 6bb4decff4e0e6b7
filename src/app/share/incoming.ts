/** Run links that somebody has sent. */
import { text } from '../texts.ts';
import { Challenge, type Arena, type Challenges } from './challenge.svelte.ts';
import { linkProblem } from './linkProblem.ts';

/** Where a run from a link goes. */
export interface Receiver extends Arena {
  readonly challenge: Challenges;
}

/** Opens the run, or takes up the challenge. Returns what is wrong with the link; then nothing else has changed. */
export async function openRunLink(receiver: Receiver, fragment: string): Promise<string | null> {
  const links = await import('../../rollout/link.ts').catch(() => null);
  if (!links) return text('shareProblemNotLoaded');
  const decoded = links.decodeRunLink(fragment);
  if (!decoded.ok) return linkProblem(decoded);
  const { run, challenge: isChallenge } = decoded.value;
  if (!isChallenge) return receiver.runs.openBare(run, text('shareOpenedName', { preset: run.head.preset.name, seed: run.head.seed }), null);
  const challenge = new Challenge(run, receiver);
  const problem = await challenge.setUp();
  if (problem === null) receiver.challenge.current = challenge;
  return problem;
}
