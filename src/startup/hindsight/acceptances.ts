/** What accepted tasks listed before they were accepted: acceptance changes the work (spec §6), so it takes running the commands again. */
import { DOMAINS, type Domain } from '../domains.ts';
import { isCommand, Simulation } from '../simulation.ts';
import { EFFECTIVE_TEAM_SIZE } from '../work.ts';
import type { RequirementRow, World } from '../world.ts';

export type PerDomain = Readonly<Record<Domain, number>>;

export interface Acceptance {
  readonly taskId: string;
  /** By domain name, as the market listed it. */
  readonly listed: readonly RequirementRow[];
  /** Units an hour of the team that it was started with, when nothing else takes their time; null if it never was. */
  readonly rates: PerDomain | null;
}

/** In order of acceptance, from the world at the start and every line since. */
export function acceptancesOf(start: World, lines: readonly string[]): Acceptance[] {
  const simulation = Simulation.inMemory(start);
  const world = simulation.hiddenWorld;
  const market = new Map(world.tasks.where('status', 'market').map(({ id }) => [id, world.requirementsOf(id)]));
  const acceptances = new Map<string, Acceptance>();
  for (const line of lines) {
    const { accepts } = world.company;
    const isStart = isCommand(line, 'task', 'dispatch');
    if (simulation.runLine(line).exit !== 0) continue;
    if (world.company.accepts > accepts) {
      const taken = world.tasks.where('status', 'planned').at(-1);
      const replacement = world.tasks.where('status', 'market').at(-1);
      if (taken) acceptances.set(taken.id, { taskId: taken.id, listed: market.get(taken.id) ?? [], rates: null });
      if (replacement) market.set(replacement.id, world.requirementsOf(replacement.id));
    }
    const begun = isStart ? world.tasks.where('status', 'active').at(-1) : undefined;
    const acceptance = begun && acceptances.get(begun.id);
    if (acceptance) acceptances.set(begun.id, { ...acceptance, rates: ratesOf(world, begun.id) });
  }
  return [...acceptances.values()];
}

function ratesOf(world: World, taskId: string): PerDomain {
  const team = world.team(taskId);
  const counted = world.preset.rules === 'paper' ? EFFECTIVE_TEAM_SIZE : team.length;
  const rate = (domain: Domain) => {
    const rates = team.map(({ id }) => world.skills.need(id, domain).rate).sort((a, b) => b - a);
    return rates.slice(0, counted).reduce((sum, each) => sum + each, 0);
  };
  return Object.fromEntries(DOMAINS.map((domain) => [domain, rate(domain)])) as PerDomain;
}
