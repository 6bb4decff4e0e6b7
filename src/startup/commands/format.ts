/** How answers spell things. */
import { formatInstant, type Instant } from '../../core/calendar.ts';
import type { JsonObject } from '../../core/json.ts';
import type { TaskRow, World } from '../world.ts';

/** A whole number as Python prints a float: `1.0`. */
export function pythonFloat(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

/** A list of texts as Python prints it: `['a', 'b']`. */
export function pythonList(items: readonly string[]): string {
  return `[${items.map((item) => `'${item}'`).join(', ')}]`;
}

export function instantOrNull(instant: Instant | null): string | null {
  return instant === null ? null : formatInstant(instant);
}

/** What a task is called: its title under the paper's rules, its id under the classic ones. */
export function taskName(world: World, task: TaskRow): string {
  return world.preset.rules === 'paper' ? task.title : task.id;
}

/** `{client_name}` under the paper's rules, nothing under the classic ones. */
export function clientName(world: World, task: TaskRow): JsonObject {
  return task.client_id === null ? {} : { client_name: world.clients.need(task.client_id).name };
}
