/** The tasks under way, as the page lists them. */
import { progressPercent } from '../../src/startup/work.ts';
import type { TaskRow, World } from '../../src/startup/world.ts';
import type { OpenTask, Outlook, TaskCounts } from './messages.ts';

/** Active tasks first, then planned ones, each in order of acceptance. */
export function openTasks(world: World): OpenTask[] {
  return [...world.activeTasks(), ...world.tasks.where('status', 'planned')].map((task) => ({
    id: task.id,
    title: task.title,
    client: task.client_id === null ? null : world.clients.need(task.client_id).name,
    domains: world.requirementsOf(task.id).map(({ domain }) => domain),
    rewardCents: task.reward_funds_cents,
    progress: progressPercent(world, task) / 100,
    deadline: (task.deadline ?? 0) / 1000,
    team: world.team(task.id).map(({ name }) => name),
    outlook: outlookOf(world, task),
  }));
}

export function countTasks(world: World): TaskCounts {
  const count = (status: TaskRow['status']) => world.tasks.where('status', status).length;
  return {
    planned: count('planned'),
    active: count('active'),
    onTime: count('completed_success'),
    late: count('completed_fail'),
    cancelled: count('cancelled'),
  };
}

function outlookOf(world: World, task: TaskRow): Outlook {
  if (task.status === 'planned') return 'planned';
  const deadline = task.deadline ?? Infinity;
  if (world.now > deadline) return 'late';
  const completion = world.events.get(task.id, 'task_completed');
  if (!completion) return 'stalled';
  return completion.due_at > deadline ? 'will_be_late' : 'on_track';
}
