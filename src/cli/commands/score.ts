import { basename } from 'node:path';
import type { Command } from 'commander';
import { describeFailure, type Result } from '../../core/result.ts';
import { reportLines, type Report } from '../../rollout/report.ts';
import { scoreFile } from '../../rollout/score.ts';
import type { Preset } from '../../startup/preset.ts';
import { EXIT_DIVERGED, EXIT_USAGE, orFail } from '../exit.ts';
import { readBytes } from '../files.ts';
import { loadPreset } from '../scenario.ts';
import { StatusLine } from '../statusLine.ts';

interface ScoreOptions {
  readonly preset?: string;
  readonly json?: true;
}

const HELP = `
Nothing of the recorded outcome is trusted: every command is run again, every answer and every
state hash compared. Exit code: 0 everything matches, 3 something does not (the first difference
is printed), 2 a file is no rollout. With several files the highest code counts.`;

export function addScore(parent: Command): void {
  parent
    .command('score')
    .description('re-simulate rollouts and verify them')
    .argument('<file...>', "rollouts (.json, .json.gz) or result files of the original program")
    .option('--preset <name|file>', "what an original's result was made with, if not paper")
    .option('--json', 'print one JSON object a file')
    .addHelpText('after', HELP)
    .action(score);
}

async function score(files: readonly string[], options: ScoreOptions): Promise<void> {
  const preset = options.preset === undefined ? undefined : orFail(await loadPreset(options.preset));
  if (preset === null) return;
  let exitCode = 0;
  for (const file of files) {
    const report = await scoreOne(file, preset);
    exitCode = Math.max(exitCode, !report.ok ? EXIT_USAGE : report.value.verdict === 'match' ? 0 : EXIT_DIVERGED);
    process.stdout.write(options.json ? `${JSON.stringify(asJson(file, report))}\n` : '');
    if (!options.json) printReport(file, report);
  }
  process.exitCode = exitCode;
}

async function scoreOne(file: string, preset: Preset | undefined): Promise<Result<Report>> {
  const bytes = await readBytes(file);
  if (!bytes.ok) return bytes;
  const status = new StatusLine();
  const onTurn = (done: number, total: number) => status.show(`${basename(file)}: turn ${done} of ${total}`);
  const report = await scoreFile(bytes.value, file, { preset, onTurn });
  status.clear();
  return report;
}

function printReport(file: string, report: Result<Report>): void {
  if (report.ok) process.stdout.write(`${reportLines(report.value, file).join('\n')}\n`);
  else process.stderr.write(`longrun: ${describeFailure(report)}\n`);
}

function asJson(file: string, report: Result<Report>) {
  if (!report.ok) return { file, verdict: 'unreadable', code: report.code, message: report.message };
  const { verdict, recomputed, unchecked } = report.value;
  const divergence = report.value.verdict === 'diverged' ? report.value.divergence : null;
  return { file, verdict, divergence, outcome: recomputed.outcome, unchecked };
}
