/** Worlds in the middle of a run. */
import { freshWorld, Simulation } from '../../../../src/startup/simulation.ts';
import type { World } from '../../../../src/startup/world.ts';
import { presetOf, withKnobs } from '../../../tools/company.ts';
import type { Dice } from '../../../tools/property.ts';

/** Enough to survive hasty decisions. */
export const RICH = { 'world.initial_funds_cents': 100_000_000 };

export function newWorld(preset: string, seed: number, knobs: Parameters<typeof withKnobs>[1] = {}): World {
  return freshWorld(presetOf(withKnobs(preset, knobs)), seed);
}

/** After some hasty decisions: planned tasks with and without teams, shared people, late and cancelled tasks. */
export function somewhere(dice: Dice, start: World, steps: number): World {
  const simulation = Simulation.inMemory(start);
  const world = simulation.hiddenWorld;
  const paper = world.preset.rules === 'paper';
  for (let step = 0; step < steps; step++) {
    const name = dice.pick(['accept', 'accept', 'assign', 'assign', 'dispatch', 'dispatch', 'resume', 'resume', 'resume', 'cancel']);
    const [active, planned] = [world.tasks.where('status', 'active'), world.tasks.where('status', 'planned')];
    const tasks = name === 'accept' ? world.tasks.where('status', 'market') : name === 'cancel' ? active : [...planned, ...active];
    if (name === 'resume') simulation.execute(['sim', 'resume']);
    else if (tasks.length > 0) {
      const person = dice.pick(world.employees.all());
      const who = name !== 'assign' ? [] : paper ? ['--employees', person.name] : ['--employee-id', person.id];
      simulation.execute(['task', name, '--task-id', dice.pick(tasks).id, ...who]);
    }
  }
  return world;
}
