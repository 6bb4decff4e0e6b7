/** The oracle's policy: at every moment it sets going what pays most for the hands it takes, knowing all that is hidden. */
import { creditedHours, dateParts, instantOf } from '../../core/calendar.ts';
import { MOST_TASKS_A_MONTH } from '../bots/prospect.ts';
import type { World } from '../world.ts';
import type { Attempt } from './continuation.ts';
import { bestPlan, largestTeam } from './plan.ts';
import { Scene, type Job, type Person } from './scene.ts';
import type { Weights } from './weights.ts';

/** Acts at one moment and lets time pass to the next. False if the world is over or cannot go on. */
export function playOn(attempt: Attempt, weights: Weights): boolean {
  if (attempt.isOver) return false;
  const { world } = attempt;
  if (weights.cancelling === 1) cancelHopeless(attempt);
  setToWork(attempt, weights);
  if (world.preset.rules === 'paper' && world.activeTasks().length === 0) {
    // An idle company must count on the nights too, or at least keep the clock running.
    setToWork(attempt, { ...weights, nights: 1, largestTeam: 4, practice: 0 });
    if (world.activeTasks().length === 0) keepTheClockRunning(attempt, weights);
  }
  return attempt.execute(['sim', 'resume']).exit === 0 && !attempt.isOver;
}

function setToWork(attempt: Attempt, weights: Weights): void {
  const { world } = attempt;
  const { rules } = world.preset;
  const isSomebodyFree = () => world.employees.all().some(({ id }) => world.activeTasksOf(id).length === 0);
  while (isSomebodyFree() && startedThisMonth(world) < MOST_TASKS_A_MONTH[rules]) {
    const plan = bestPlan(new Scene(world, weights), largestTeam(rules, weights.largestTeam));
    if (!plan || !undertake(attempt, plan.job, plan.team)) return;
  }
}

/** Accepts the task if it is on the market, adds the team and starts it. False if something was refused. */
function undertake(attempt: Attempt, { task: { id, status } }: Job, team: readonly Person[]): boolean {
  const task = ['--task-id', id];
  const { rules } = attempt.world.preset;
  const commands: string[][] = status === 'market' ? [['task', 'accept', ...task]] : [];
  if (rules === 'classic') commands.push(...team.map(({ row }) => ['task', 'assign', ...task, '--employee-id', row.id]));
  else if (team.length > 0) commands.push(['task', 'assign', ...task, '--employees', team.map(({ row }) => row.name).join(',')]);
  commands.push(['task', 'dispatch', ...task]);
  return commands.every((argv) => attempt.execute(argv).exit === 0);
}

/** Bots count from payday to payday; a calendar month can be counted from any point of a run. */
function startedThisMonth(world: World): number {
  if (MOST_TASKS_A_MONTH[world.preset.rules] === Infinity) return 0;
  const { year, month } = dateParts(world.now);
  const start = instantOf(year, month, 1);
  return world.tasks.all().filter(({ accepted_at }) => accepted_at !== null && accepted_at >= start).length;
}

/** Gives up active tasks that would be late even if every night counted. */
function cancelHopeless(attempt: Attempt): void {
  const { world } = attempt;
  for (const task of world.activeTasks()) {
    const team = world.team(task.id);
    const left = creditedHours(world.now, Math.max(world.now, task.deadline ?? 0), world.working).toNumber();
    const isHopeless = world.requirementsOf(task.id).some(({ domain, required_qty, completed_qty }) => {
      const rate = team.reduce((sum, { id }) => sum + world.skills.need(id, domain).rate / world.activeTasksOf(id).length, 0);
      return required_qty - completed_qty > rate * left;
    });
    if (isHopeless) attempt.execute(['task', 'cancel', '--task-id', task.id]);
  }
}

/**
 * The paper's clock runs only while a task is active. When nothing can be finished in time any more, something that will
 * not be finished before the horizon brings the run to its end; failing that, the task that costs least when it is late.
 */
function keepTheClockRunning(attempt: Attempt, weights: Weights): void {
  const { world } = attempt;
  const { bench, jobs } = new Scene(world, weights);
  const credited = creditedHours(world.now, world.company.horizon_end, world.working).toNumber();
  let cheapest: { job: Job; team: Person[] } | null = null;
  for (const job of jobs) {
    const { task, domains, units, team } = job;
    const slowest = team.length > 0 ? null : bench.find(({ rates }) => domains.some((domain, i) => (units[i] as number) > (rates[domain] as number) * credited));
    if (slowest && undertake(attempt, job, [slowest])) return;
    if (!cheapest || task.reward_funds_cents < cheapest.job.task.reward_funds_cents) cheapest = { job, team: team.length > 0 ? [] : bench.slice(0, 1) };
  }
  if (cheapest) undertake(attempt, cheapest.job, cheapest.team);
}
