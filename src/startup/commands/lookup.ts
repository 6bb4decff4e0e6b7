/** Finding the task or employee that an argument names (spec §§6, 7). */
import type { EmployeeRow, TaskRow, TaskStatus, World } from '../world.ts';

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** A title can repeat: it means the task on the market, else planned, else active, else the oldest. */
const TITLE_PREFERENCE: readonly TaskStatus[] = ['market', 'planned', 'active'];

/** The task, or the text of the refusal. */
export function findTask(world: World, name: string): TaskRow | string {
  const byId = world.tasks.get(canonicalId(name));
  if (byId) return byId;
  if (world.preset.rules === 'classic') return UUID.test(name) ? `Task ${name} not found.` : `Invalid UUID: ${name}`;
  const titled = world.tasks.where('title', name).sort((a, b) => a.number - b.number);
  for (const status of TITLE_PREFERENCE) {
    const task = titled.find((candidate) => candidate.status === status);
    if (task) return task;
  }
  return titled[0] ?? `Task '${name}' not found.`;
}

export function findEmployee(world: World, name: string): EmployeeRow | string {
  const byId = world.employees.get(canonicalId(name));
  if (byId) return byId;
  if (world.preset.rules === 'classic') return `Employee ${name} not found.`;
  return world.employees.where('name', name)[0] ?? `Employee '${name}' not found.`;
}

/** Ids may be written in capitals and without dashes. */
function canonicalId(text: string): string {
  if (!isUuid(text)) return text;
  const hex = text.replaceAll('-', '').toLowerCase();
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}
