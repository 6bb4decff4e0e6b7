/** Starting again after a bankruptcy: the same world, with the scratchpad carried over (spec §8). */
import { Recorder, type Clock } from '../rollout/recorder.ts';
import { Simulation, toLine } from '../startup/simulation.ts';

/** The notes are written by a turn of the new run's own, so that its rollout re-scores by itself. */
export async function nextEpisode(ended: Recorder, clock: Clock | null): Promise<Recorder> {
  const { preset, seed, scratchpad } = ended.simulation;
  const recorder = new Recorder(await Simulation.create(preset, seed), ended.driver, { clock: clock ?? undefined, episode: ended.episode + 1 });
  if (scratchpad !== '') {
    recorder.run(toLine(['scratchpad', 'write', '--content', scratchpad]));
    recorder.endTurn({ driver: { kind: 'scripted', name: 'notes of the episode before' } });
  }
  return recorder;
}
