/** Rollouts to test with: a short scripted run, made by the real recorder. */
import { Recorder } from '../../src/rollout/recorder.ts';
import type { Rollout } from '../../src/rollout/format.ts';
import { presetByName } from '../../src/startup/presets.ts';
import { Simulation } from '../../src/startup/simulation.ts';

const LINES = [
  'yc-bench company status',
  'yc-bench market browse --limit 3',
  'yc-bench task accept --task-id Task-10',
  'yc-bench task assign --task-id Task-10 --employees Emp_4,Emp_6,Emp_7,Emp_8',
  'yc-bench task dispatch --task-id Task-10',
  'yc-bench sim resume',
  'yc-bench scratchpad append --content "Vanguard was late by 185h; don\'t"',
  'yc-bench sim resume',
  'yc-bench task accept',
  'ls -la',
];

export async function shortRollout(clock: (() => number) | null = null): Promise<Rollout> {
  const preset = presetByName('paper');
  if (!preset.ok) throw new Error(preset.message);
  const simulation = await Simulation.create(preset.value, 1);
  const recorder = new Recorder(simulation, { kind: 'scripted', name: 'short' }, { clock: clock ?? undefined });
  for (const line of LINES) {
    recorder.run(line);
    if (line.endsWith('sim resume')) recorder.endTurn();
  }
  return recorder.finish();
}
