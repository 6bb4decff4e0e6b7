/** A service run at the terminal: played and judged with progress, saved after every message and every window. */
import { spentOnJudgements, type TrialEnd, type TrialOptions } from '../agents/service/trial.ts';
import { sum, type ServiceRun } from '../agents/service/serviceRun.ts';
import type { Caps, Spent } from '../models/budget.ts';
import type { Judgement } from '../rollout/service/judgement.ts';
import { EXIT_PAUSED } from './exit.ts';
import { encodeFor, written } from './output.ts';
import { costText } from './progress.ts';
import { StatusLine } from './statusLine.ts';

/** What is played or judged, and grows. */
export interface Attended {
  readonly messages: number;
  readonly judgements: readonly Judgement[];
  readonly spent: Spent;
  /** False, with the reason said, if it could not be kept. */
  keep(): Promise<boolean>;
}

/** `keys`: in use, never to be written. */
export function attendedRun(run: ServiceRun, out: string | undefined, keys: ReadonlySet<string>): Attended {
  return {
    get messages() {
      return run.conversation.messages.length;
    },
    get judgements() {
      return run.remarks.judgements ?? [];
    },
    get spent() {
      return run.spent();
    },
    keep: async () => out === undefined || (await written(out, encodeFor(out, run.rollout(), [...keys]))),
  };
}

/** With progress, Ctrl-C, and everything kept after each message and window. False: it is paused, which has been said. */
export async function attend(subject: Attended, caps: Caps, work: (options: TrialOptions) => Promise<TrialEnd>): Promise<boolean> {
  const interrupt = new AbortController();
  const stop = () => interrupt.abort();
  process.once('SIGINT', stop); // a second one ends the program at once
  const status = new StatusLine();
  const say = (text: string) => {
    status.clear();
    process.stderr.write(`${text}\n`);
  };
  const show = (note = '') => {
    const { messages, judgements } = subject;
    const { windows = [] } = judgements.at(-1) ?? {};
    const spent = sum(subject.spent, spentOnJudgements(judgements));
    const figures = `message ${messages}${windows.length > 0 ? `  window ${windows.length}` : ''}  ${spent.tokens} tokens  ${costText(spent)}`;
    if (process.stderr.isTTY) status.show(`${figures}  ${note}`, true);
    else if (note === '' && spent.turns > 0) process.stderr.write(`${figures}\n`);
  };
  let isKept = await subject.keep(); // so that there is something to go on with whatever happens
  if (!isKept) return false;
  const end = await work({
    caps,
    save: async () => {
      isKept &&= await subject.keep();
      if (!isKept) interrupt.abort();
      show();
    },
    now: () => performance.now(),
    signal: interrupt.signal,
    onDelta: (delta) => show(delta.type === 'tool-call' ? delta.name : delta.type),
    onRetry: ({ attempt, waitMs, failure: reason }) => say(`${reason.message} Trying again in ${Math.ceil(waitMs / 1000)} s (${attempt}).`),
  });
  process.removeListener('SIGINT', stop);
  status.clear();
  if (!isKept) return false;
  if (end.kind === 'over') return true;
  say(`paused: ${pauseText(end)}`);
  process.exitCode = EXIT_PAUSED;
  return false;
}

function pauseText(end: Exclude<TrialEnd, { kind: 'over' }>): string {
  if (end.kind === 'waiting') return `it is the ${end.for}'s turn, and a person's`;
  if (end.kind === 'capped') return end.exceeded.message;
  const { code, message, advice } = end.failure;
  return code === 'cancelled' ? 'interrupted' : `${end.by}: ${message} ${advice}`;
}
