import type { Command } from 'commander';
import type { Trajectory } from '../../agents/service/judgeRun.ts';
import { isJudged, judgeTrajectory, spentOnJudgements, type Judging } from '../../agents/service/trial.ts';
import type { JsonObject } from '../../core/json.ts';
import { failure } from '../../core/result.ts';
import { nothingSpent } from '../../models/budget.ts';
import { decodeJson } from '../../rollout/file.ts';
import type { Judgement } from '../../rollout/service/judgement.ts';
import { judgementLines } from '../../rollout/service/report.ts';
import { claimsOf, serviceRollout } from '../../rollout/service/record.ts';
import { taskOf } from '../../rollout/service/results/format.ts';
import { isResultsFile, readResults } from '../../rollout/service/results/read.ts';
import { writeResults } from '../../rollout/service/results/write.ts';
import { fail, orFail } from '../exit.ts';
import { exists, readBytes } from '../files.ts';
import { goOnLine } from '../goOn.ts';
import { encodeFor, written } from '../output.ts';
import { attend, type Attended } from '../playService.ts';
import { wholeNumber } from '../scenario.ts';
import { openRollout, readServiceJson, warnOfKeys } from '../serviceFile.ts';
import {
  addJudgeOptions, Answering, JUDGE_OPTIONS, judgingFrom, MODEL_HELP, type AnswerOptions, type JudgeOptions,
} from '../serviceRoles.ts';
import { addTermOptions, capsOf, type TermOptions } from '../terms.ts';

interface Options extends JudgeOptions, AnswerOptions, TermOptions {
  readonly out?: string;
  readonly simulation?: string;
  readonly times: number;
  readonly json?: true;
}

const HELP = `
Neither the assistant nor the customer is called. The new judgement stands in the file after the
old ones, which stay. Run the same command again to go on where a judge stopped: what this judge
has judged in this manner is not judged again, unless --times asks for more.

${MODEL_HELP}`;

export function addServiceJudge(parent: Command): void {
  const command = parent
    .command('judge')
    .description('judge a conversation again, from its file')
    .argument('<file>', "a service rollout, or a results file of the original program (.json, .json.gz)");
  addTermOptions(addJudgeOptions(command), 'calls of the judge')
    .option('--out <file>', 'where to, instead of into the file itself')
    .option('--simulation <id>', 'of a results file, only this one')
    .option('--times <n>', 'until this judge has judged so often in this manner', wholeNumber(1, 1000), 1)
    .option('--cassette <file>', "replay a judge's recorded answers, offline")
    .option('--record <file>', "record the judge's answers as a cassette")
    .option('--json', 'print the judgements as JSON')
    .addHelpText('after', HELP)
    .action(judge);
}

async function judge(file: string, options: Options, command: Command): Promise<void> {
  if (options.judge === undefined) return fail(failure('usage', 'say who judges: --judge provider/model, or --judge scripted'));
  const { out = file, record } = options;
  if (out !== file && (await exists(out))) {
    return fail(failure('file-exists', `there is a file already; go on with it by longrun service judge ${out}, or take another name`, out));
  }
  const answering = orFail(await Answering.open(options));
  const judging = answering && orFail(await judgingFrom(options, answering));
  const bytes = judging && orFail(await readBytes(file));
  const json = bytes && orFail(decodeJson(bytes, file));
  if (!answering || !judging || !bytes || !json) return;
  const desk = { file, out, judging, keys: [...answering.keys], options };
  const isDone = await (isResultsFile(json) ? judgeResults(bytes, desk) : judgeRollout(json, desk));
  const cassette = answering.recorded();
  if (cassette && record !== undefined) await written(record, encodeFor(record, cassette, desk.keys));
  if (isDone === false) process.stderr.write(goOnLine(['service', 'judge', out, ...(options.out === undefined ? [] : ['--out', out])], command, TO_GO_ON));
}

const TO_GO_ON = [...JUDGE_OPTIONS, 'simulation', 'times', 'prices', 'cassette', 'json'];

/** What is judged by whom, and where to. */
interface Desk {
  readonly file: string;
  readonly out: string;
  readonly judging: Judging;
  /** Never to be written. */
  readonly keys: readonly string[];
  readonly options: Options;
}

/** False: it is paused; null: it cannot be judged. Both have been said. */
async function judgeRollout(json: JsonObject, desk: Desk): Promise<boolean | null> {
  const { file, out, keys } = desk;
  const rollout = orFail(readServiceJson(json, file));
  const opened = rollout && orFail(await openRollout(rollout, file));
  if (!rollout || !opened) return null;
  const { conversation } = opened;
  const keep = (judgements: readonly Judgement[]) => {
    return written(out, encodeFor(out, serviceRollout(conversation, { ...claimsOf(rollout), judgements: [...judgements] }), keys));
  };
  const isDone = await judgeOne({ trajectory: conversation, name: file, judgements: rollout.judgements ?? [], others: () => [], keep }, desk);
  conversation.close();
  return isDone;
}

async function judgeResults(bytes: Uint8Array, desk: Desk): Promise<boolean | null> {
  const { file, out, keys, options: { out: given, simulation: wanted } } = desk;
  const read = orFail(readResults(bytes, file, keys));
  if (!read) return null;
  warnOfKeys(read.removed, file);
  const { results } = read;
  const isOurs = results.simulations.some(({ judgements, stateMet }) => judgements.length > 0 || stateMet !== null);
  const ids = results.simulations.map(({ id }) => id);
  const problem =
    given === undefined && !isOurs
      ? failure('usage', 'a results file of others is not written over, since not all that it holds would be kept: say --out FILE', file)
      : wanted !== undefined && !ids.includes(wanted)
        ? failure('simulation-unknown', `there is no simulation ${wanted}; there are ${ids.join(', ') || 'none'}`, file)
        : null;
  if (problem) {
    fail(problem);
    return null;
  }
  const all: (readonly Judgement[])[] = results.simulations.map(({ judgements }) => judgements);
  for (const [place, simulation] of results.simulations.entries()) {
    if (wanted !== undefined && simulation.id !== wanted) continue;
    const subject: Subject = {
      trajectory: { task: taskOf(results, simulation), messages: simulation.messages },
      name: simulation.id,
      judgements: simulation.judgements,
      others: () => all.flatMap((judgements, i) => (i === place ? [] : judgements)),
      keep: (judgements) => {
        all[place] = judgements;
        const simulations = results.simulations.map((each, i) => ({ ...each, judgements: all[i] ?? [] }));
        return written(out, writeResults({ ...results, simulations }, { gzip: out.endsWith('.gz'), liveKeys: keys }));
      },
    };
    if (!(await judgeOne(subject, desk))) return false;
  }
  return true;
}

interface Subject {
  readonly trajectory: Trajectory;
  readonly name: string;
  readonly judgements: readonly Judgement[];
  /** Of what else is in the file: caps count them, too. */
  readonly others: () => readonly Judgement[];
  readonly keep: (judgements: readonly Judgement[]) => Promise<boolean>;
}

/** False: it is paused, which has been said. */
async function judgeOne({ trajectory, name, judgements: old, others, keep }: Subject, { file, out, judging, options }: Desk): Promise<boolean> {
  let judgements = old;
  const complete = (some: readonly Judgement[]) => some.filter((judgement) => isJudged([judgement], judging));
  const attended: Attended = {
    messages: trajectory.messages.length,
    get judgements() {
      return judgements;
    },
    spent: nothingSpent,
    keep: () => keep(judgements),
  };
  let isDone = out === file || (await keep(judgements));
  while (isDone && complete(judgements).length < options.times) {
    const earlier = spentOnJudgements(complete([...others(), ...judgements]));
    isDone = await attend(attended, capsOf(options), (trial) => {
      return judgeTrajectory(trajectory, judgements, judging, { ...trial, spentElsewhere: () => earlier }, (all) => (judgements = all));
    });
  }
  const { task, messages } = trajectory;
  const judgement = (isDone ? complete(judgements) : judgements).at(-1);
  if (judgement && options.json) process.stdout.write(`${JSON.stringify({ name, task: task.id, ...judgement })}\n`);
  else if (judgement) process.stdout.write(`${name}: ${judgementLines(task, messages, judgement).join('\n')}\n`);
  return isDone;
}
