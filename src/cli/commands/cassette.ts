import type { Command } from 'commander';
import { settingsFor } from '../../agents/connect.ts';
import { ModelRun } from '../../agents/modelRun.ts';
import { ScriptedClient } from '../../agents/scriptedClient.ts';
import { failure } from '../../core/result.ts';
import { noCaps } from '../../models/budget.ts';
import { Recording } from '../../models/recording.ts';
import { decodeRollout } from '../../rollout/file.ts';
import { Recorder } from '../../rollout/recorder.ts';
import { Simulation } from '../../startup/simulation.ts';
import { fail, orFail } from '../exit.ts';
import { readBytes } from '../files.ts';
import { encodeFor, written } from '../output.ts';

const MADE_WITH = 'scripted driver';

export function addCassette(parent: Command): void {
  parent
    .command('cassette')
    .description("make a cassette of a bot's rollout, for demos without a key; it is labelled as scripted")
    .requiredOption('--script <file>', 'the rollout to play back as if a model had driven')
    .requiredOption('--out <file>', 'the cassette; gzipped if the name ends in .gz')
    .action(cassette);
}

async function cassette({ script: path, out }: { script: string; out: string }): Promise<void> {
  const bytes = orFail(await readBytes(path));
  const script = bytes && orFail(decodeRollout(bytes, path));
  if (!script) return;
  const { preset, seed } = script;
  const label = `${preset.name}, seed ${seed}, by the script of ${script.driver.kind} ${script.driver.name}`;
  const recorder = new Recorder(await Simulation.create(preset, seed), { kind: 'scripted', name: label });
  const client = new Recording(new ScriptedClient(script), { label, madeWith: MADE_WITH });
  const endpoint = { family: 'custom', baseUrl: '' } as const;
  const settings = settingsFor(preset, { model: MADE_WITH }, seed);
  const run = new ModelRun(recorder, { client, endpoint, key: null, settings, price: null, driver: recorder.driver });
  while (!run.isOver && recorder.turnCount < script.turns.length) {
    const result = await run.playTurn({ caps: noCaps });
    if (result.kind === 'failed') return fail(failure('script-diverged', `turn ${recorder.turnCount + 1}: ${result.failure.message}`, path));
  }
  if (await written(out, encodeFor(out, client.cassette()))) process.stdout.write(`${out}: ${recorder.turnCount} turns, ${label}\n`);
}
