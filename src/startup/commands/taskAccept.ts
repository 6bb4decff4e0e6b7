import { addBusinessHours, formatInstant, type Instant } from '../../core/calendar.ts';
import { Decimal } from '../../core/decimal.ts';
import { replaceTask } from '../market.ts';
import { creptQuantity, isAdversarial, reducedQuantity } from '../trust.ts';
import { defineCommand, refusal } from './command.ts';
import { pythonFloat, taskName } from './format.ts';
import { findTask } from './lookup.ts';
import type { TaskRow, World } from '../world.ts';

export const taskAccept = defineCommand({
  group: 'task',
  name: 'accept',
  summary: 'Take a task from the market; its deadline starts to run.',
  options: { task: { flag: '--task-id', kind: 'text', required: true, help: 'the task' } },
  run(world, { task: name }) {
    const task = findTask(world, name);
    if (typeof task === 'string') return refusal(task);
    const objection = objectionTo(world, task, name);
    if (objection !== null) return refusal(objection);

    setQuantities(world, task, reducedQuantity);
    const deadline = deadlineFor(world, task);
    setQuantities(world, task, (knobs, client, quantity) =>
      isAdversarial(client) ? creptQuantity(knobs, client, quantity) : quantity,
    );
    const accepted_order = world.company.accepts + 1;
    world.updateCompany({ accepts: accepted_order });
    world.tasks.update(task, { status: 'planned', accepted_at: world.now, deadline, accepted_order });
    const replacement = replaceTask(world, task);
    return {
      task_id: taskName(world, task),
      status: 'planned',
      accepted_at: formatInstant(world.now),
      deadline: formatInstant(deadline),
      replacement_task_id: taskName(world, replacement),
    };
  },
});

function objectionTo(world: World, task: TaskRow, name: string): string | null {
  if (task.status !== 'market') return `Task ${name} is not in market status (current: ${task.status}).`;
  for (const { domain } of world.requirementsOf(task.id)) {
    const { level } = world.prestige.need(domain);
    if (level < task.required_prestige) {
      return `Company prestige in ${domain} (${pythonFloat(level)}) does not meet task requirement (${task.required_prestige}).`;
    }
  }
  const client = task.client_id === null ? null : world.clients.need(task.client_id);
  if (client && client.trust < task.required_trust) {
    return `Client trust with ${client.name} (${pythonFloat(client.trust)}) does not meet task requirement (${task.required_trust}).`;
  }
  return null;
}

function setQuantities(world: World, task: TaskRow, change: typeof reducedQuantity): void {
  const { preset } = world;
  if (preset.rules === 'classic' || task.client_id === null) return;
  const client = world.clients.need(task.client_id);
  for (const requirement of world.requirementsOf(task.id)) {
    const required_qty = change(preset.world, client, requirement.required_qty);
    if (required_qty !== requirement.required_qty) world.requirements.update(requirement, { required_qty });
  }
}

/** From the largest single domain's quantity, in business days of full length from now (spec §4). */
function deadlineFor(world: World, task: TaskRow): Instant {
  const { deadline_min_biz_days, deadline_qty_per_day } = world.preset.world;
  const largest = Math.max(...world.requirementsOf(task.id).map(({ required_qty }) => required_qty));
  const days = Math.max(deadline_min_biz_days, Math.trunc(largest / deadline_qty_per_day));
  const hoursPerDay = world.working.endHour - world.working.startHour;
  return addBusinessHours(world.now, new Decimal(days * hoursPerDay), world.working);
}
