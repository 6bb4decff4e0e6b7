import type { Command } from 'commander';
import type { Trajectory } from '../../agents/service/judgeRun.ts';
import { judgeTrajectory, type Judging } from '../../agents/service/trial.ts';
import type { JsonObject } from '../../core/json.ts';
import { failure } from '../../core/result.ts';
import { nothingSpent } from '../../models/budget.ts';
import { decodeJson } from '../../rollout/file.ts';
import type { Judgement } from '../../rollout/service/judgement.ts';
import { judgementLines } from '../../rollout/service/report.ts';
import { claimsOf, serviceRollout } from '../../rollout/service/record.ts';
import { taskOf, type Results } from '../../rollout/service/results/format.ts';
import { isResultsFile, readResults } from '../../rollout/service/results/read.ts';
import { writeResults } from '../../rollout/service/results/write.ts';
import { fail, orFail } from '../exit.ts';
import { readBytes } from '../files.ts';
import { encodeFor, written } from '../output.ts';
import { attend, type Attended } from '../playService.ts';
import { openServiceJson } from '../serviceFile.ts';
import { addJudgeOptions, Answering, judgingFrom, MODEL_HELP, type AnswerOptions, type JudgeOptions } from '../serviceRoles.ts';
import { addTermOptions, capsOf, type TermOptions } from '../terms.ts';

interface Options extends JudgeOptions, AnswerOptions, TermOptions {
  readonly out?: string;
  readonly simulation?: string;
  readonly json?: true;
}

const HELP = `
Neither the assistant nor the customer is called. The new judgement stands in the file after the
old ones, which stay. Run the same command again to go on where a judge stopped.

${MODEL_HELP}`;

export function addServiceJudge(parent: Command): void {
  const command = parent
    .command('judge')
    .description('judge a conversation again, from its file')
    .argument('<file>', "a service rollout, or a results file of the original program (.json, .json.gz)");
  addTermOptions(addJudgeOptions(command), 'calls of the judge')
    .option('--out <file>', 'where to, instead of into the file itself')
    .option('--simulation <id>', 'of a results file, only this one')
    .option('--cassette <file>', "replay a judge's recorded answers, offline")
    .option('--record <file>', "record the judge's answers as a cassette")
    .option('--json', 'print the judgements as JSON')
    .addHelpText('after', HELP)
    .action(judge);
}

async function judge(file: string, options: Options): Promise<void> {
  if (options.judge === undefined) return fail(failure('usage', 'say who judges: --judge provider/model, or --judge scripted'));
  const answering = orFail(await Answering.open(options));
  const judging = answering && orFail(await judgingFrom(options, answering));
  const bytes = judging && orFail(await readBytes(file));
  if (!answering || !judging || !bytes) return;
  const json = orFail(decodeJson(bytes, file));
  if (!json) return;
  if (isResultsFile(json)) await judgeResults(bytes, file, judging, answering, options);
  else await judgeRollout(json, file, judging, answering, options);
  const cassette = answering.recorded();
  if (cassette && options.record !== undefined) await written(options.record, encodeFor(options.record, cassette, [...answering.keys]));
}

async function judgeRollout(json: JsonObject, file: string, judging: Judging, answering: Answering, options: Options): Promise<void> {
  const opened = orFail(await openServiceJson(json, file));
  if (!opened) return;
  const { conversation, rollout } = opened;
  const out = options.out ?? file;
  await judgeOne(conversation, rollout.judgements ?? [], judging, options, (judgements) => {
    return written(out, encodeFor(out, serviceRollout(conversation, { ...claimsOf(rollout), judgements }), [...answering.keys]));
  });
  conversation.close();
}

async function judgeResults(bytes: Uint8Array, file: string, judging: Judging, answering: Answering, options: Options): Promise<void> {
  const read = orFail(readResults(bytes, file, [...answering.keys]));
  if (!read) return;
  if (read.removed.length > 0) process.stderr.write(`${file}: what looks like keys was taken out: ${read.removed.slice(0, 5).join(', ')}\n`);
  const { results } = read;
  const chosen = results.simulations.filter(({ id }) => options.simulation === undefined || id === options.simulation);
  if (chosen.length === 0) {
    return fail(failure('simulation-unknown', `there is no simulation ${options.simulation ?? ''}; there are ${results.simulations.map(({ id }) => id).join(', ')}`, file));
  }
  const out = options.out ?? file;
  let current = results;
  for (const simulation of chosen) {
    const trajectory = { task: taskOf(results, simulation), messages: simulation.messages };
    if (!options.json) process.stdout.write(`${simulation.id}: `);
    const isDone = await judgeOne(trajectory, simulation.judgements, judging, options, (judgements) => {
      current = withJudgements(current, simulation.id, judgements);
      return written(out, writeResults(current, { gzip: out.endsWith('.gz'), liveKeys: [...answering.keys] }));
    });
    if (!isDone) return;
  }
}

/** False: it is paused, which has been said. */
async function judgeOne(
  trajectory: Trajectory,
  old: readonly Judgement[],
  judging: Judging,
  options: Options,
  keep: (judgements: Judgement[]) => Promise<boolean>,
): Promise<boolean> {
  let judgements = [...old];
  const subject: Attended = {
    messages: trajectory.messages.length,
    get judgements() {
      return judgements;
    },
    spent: nothingSpent,
    keep: () => keep(judgements),
  };
  const isDone = await attend(subject, capsOf(options), (trial) => judgeTrajectory(trajectory, old, judging, trial, (all) => (judgements = all)));
  const judgement = judgements.at(-1);
  if (judgement) process.stdout.write(options.json ? `${JSON.stringify({ task: trajectory.task.id, ...judgement })}\n` : `${judgementLines(trajectory.task, trajectory.messages, judgement).join('\n')}\n`);
  return isDone;
}

function withJudgements(results: Results, id: string, judgements: readonly Judgement[]): Results {
  return { ...results, simulations: results.simulations.map((simulation) => (simulation.id === id ? { ...simulation, judgements } : simulation)) };
}
