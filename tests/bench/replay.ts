/**
 * What the bench times, the same in Node and in a worker: making the world of a recording and
 * running its commands, with a state hash after every `sim resume`.
 */
import { presetByName } from '../../src/startup/presets.ts';
import { Simulation } from '../../src/startup/simulation.ts';

/** One replay, in milliseconds. `argvs` are the commands of `paper-default-s1-greedy`. */
export async function timeReplay(argvs: readonly (readonly string[])[]): Promise<number> {
  const preset = presetByName('paper');
  if (!preset.ok) throw new Error(preset.message);
  const start = performance.now();
  const simulation = await Simulation.create(preset.value, 1);
  for (const argv of argvs) {
    simulation.execute(argv);
    if (argv[0] === 'sim') simulation.hash();
  }
  const elapsed = performance.now() - start;
  simulation.close();
  return elapsed;
}
