import type { Command } from 'commander';
import { BotRun } from '../../agents/botRun.ts';
import { Recorder } from '../../rollout/recorder.ts';
import { BOTS } from '../../startup/bots/index.ts';
import type { Bot } from '../../startup/bots/bot.ts';
import type { Preset } from '../../startup/preset.ts';
import { Simulation } from '../../startup/simulation.ts';
import { orFail } from '../exit.ts';
import { presetOf, wholeNumber } from '../scenario.ts';
import { StatusLine } from '../statusLine.ts';

interface BotsOptions {
  readonly preset: string;
  readonly seeds: number;
  readonly json?: true;
}

export function addBots(parent: Command): void {
  parent
    .command('bots')
    .description('what every bot earns on the first seeds of a preset, as a Markdown table')
    .requiredOption('--preset <name|file>', 'a preset or a .toml file')
    .option('--seeds <n>', 'seeds 1 to n', wholeNumber(1, 10_000), 10)
    .option('--json', 'print JSON')
    .action(bots);
}

async function bots(options: BotsOptions): Promise<void> {
  const preset = orFail(await presetOf(options));
  if (!preset) return;
  const seeds = Array.from({ length: options.seeds }, (_, i) => i + 1);
  const status = new StatusLine();
  const rows: { bot: string; funds_cents: number[] }[] = [];
  for (const bot of BOTS) {
    const funds_cents: number[] = [];
    for (const seed of seeds) {
      status.show(`${preset.name}, ${bot.name}, seed ${seed}`);
      funds_cents.push(await finalFunds(preset, seed, bot));
    }
    rows.push({ bot: bot.name, funds_cents });
  }
  status.clear();
  if (options.json) process.stdout.write(`${JSON.stringify({ preset: preset.name, seeds, rows })}\n`);
  else process.stdout.write(`${markdownTable(preset.name, seeds, rows)}\n`);
}

async function finalFunds(preset: Preset, seed: number, bot: Bot): Promise<number> {
  const simulation = await Simulation.create(preset, seed);
  const run = new BotRun(bot, new Recorder(simulation, { kind: 'bot', name: bot.name }));
  while (run.playTurn());
  simulation.close();
  return simulation.hiddenWorld.company.funds_cents;
}

/** Thousands of dollars; a run that went bankrupt ends below zero. */
function markdownTable(preset: string, seeds: readonly number[], rows: readonly { bot: string; funds_cents: number[] }[]): string {
  const thousands = (cents: number) => (cents / 100_000).toFixed(0);
  return [
    `| ${preset}, k$ | ${seeds.join(' | ')} | median |`,
    `|---|${seeds.map(() => '--:').join('|')}|--:|`,
    ...rows.map(({ bot, funds_cents }) => `| ${bot} | ${funds_cents.map(thousands).join(' | ')} | ${thousands(median(funds_cents))} |`),
  ].join('\n');
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}
