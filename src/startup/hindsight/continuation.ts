/** What becomes of a world when somebody plays it on to its end: by the normal road, so that anybody can replay it. */
import type { Instant } from '../../core/calendar.ts';
import { Simulation, type CommandAnswer } from '../simulation.ts';
import type { TaskRow, World } from '../world.ts';

/** A task that was set going. */
export interface Start {
  readonly title: string;
  /** Null under the classic rules, which have no clients. */
  readonly client: string | null;
  /** Names, by employee number. */
  readonly team: readonly string[];
  readonly startedAt: Instant;
  readonly deadline: Instant;
  /** Null if it was open at the end; then `onTime` is null too. */
  readonly finishedAt: Instant | null;
  readonly onTime: boolean | null;
  readonly rewardCents: number;
}

export interface FundsPoint {
  readonly time: Instant;
  readonly fundsCents: number;
}

export interface Continuation {
  /** A bot's name, or `oracle`. */
  readonly planner: string;
  readonly finalFundsCents: number;
  /** `gave_up`: the planner stopped, or could not go on, before the end. */
  readonly endedBy: 'bankruptcy' | 'horizon_end' | 'gave_up';
  /** At the start, after each change, and at the end; at most `MOST_POINTS`. */
  readonly funds: readonly FundsPoint[];
  /** The commands that changed the world, as words without `yc-bench`: executed in turn they lead to the same end. */
  readonly moves: readonly (readonly string[])[];
  readonly starts: readonly Start[];
}

export const MOST_POINTS = 200;

/** Whether `a` is to be preferred: one that comes to an end to one that does not, then the richer. */
export function isBetter(a: Continuation, b: Continuation): boolean {
  const [aEnds, bEnds] = [a.endedBy !== 'gave_up', b.endedBy !== 'gave_up'];
  return aEnds === bEnds ? a.finalFundsCents > b.finalFundsCents : aEnds;
}

const MOVES: readonly string[] = ['task accept', 'task assign', 'task dispatch', 'task cancel', 'sim resume'];

interface Started {
  readonly taskId: string;
  readonly at: Instant;
}

/** A continuation in the making, on a copy of its own. */
export class Attempt {
  readonly #simulation: Simulation;
  readonly #origin: FundsPoint & { readonly entries: number };
  readonly #moves: (readonly string[])[] = [];
  readonly #started: Started[] = [];

  constructor(world: World, past?: Attempt) {
    this.#simulation = Simulation.inMemory(world);
    const { sim_time: time, funds_cents: fundsCents } = world.company;
    this.#origin = past ? past.#origin : { time, fundsCents, entries: world.ledger.size };
    if (!past) return;
    this.#moves.push(...past.#moves);
    this.#started.push(...past.#started);
  }

  /** To be read only. */
  get world(): World {
    return this.#simulation.hiddenWorld;
  }

  get isOver(): boolean {
    return this.#simulation.terminalReason !== null;
  }

  /** The same up to here; what one does from here on does not touch the other. */
  fork(): Attempt {
    return new Attempt(this.world, this);
  }

  execute(argv: readonly string[]): CommandAnswer {
    const answer = this.#simulation.execute(argv);
    const name = argv.slice(0, 2).join(' ');
    if (answer.exit !== 0 || !MOVES.includes(name)) return answer;
    this.#moves.push(argv);
    if (name === 'task dispatch') this.#noteStart();
    return answer;
  }

  result(planner: string): Continuation {
    const { funds_cents, terminal_reason } = this.world.company;
    return {
      planner,
      finalFundsCents: funds_cents,
      endedBy: terminal_reason ?? 'gave_up',
      funds: thinned(this.#fundsPoints()),
      moves: [...this.#moves],
      starts: this.#started.map((started) => this.#start(started)),
    };
  }

  /** The task that has just become active: the last to do so. */
  #noteStart(): void {
    const task = this.world.tasks.where('status', 'active').at(-1);
    if (task) this.#started.push({ taskId: task.id, at: this.world.now });
  }

  #start({ taskId, at }: Started): Start {
    const { world } = this;
    const { title, client_id, deadline, completed_at, status, reward_funds_cents }: TaskRow = world.tasks.need(taskId);
    return {
      title,
      client: client_id === null ? null : world.clients.need(client_id).name,
      team: world.team(taskId).map(({ name }) => name),
      startedAt: at,
      deadline: deadline ?? at,
      finishedAt: completed_at,
      onTime: status === 'completed_success' ? true : status === 'completed_fail' ? false : null,
      rewardCents: reward_funds_cents,
    };
  }

  /** One for each instant at which the funds changed. */
  #fundsPoints(): FundsPoint[] {
    const { world } = this;
    let { fundsCents } = this.#origin;
    const points = new Map<Instant, number>([[this.#origin.time, fundsCents]]);
    for (let number = this.#origin.entries + 1; number <= world.ledger.size; number++) {
      const { occurred_at, amount_cents } = world.ledger.need(number);
      fundsCents += amount_cents;
      points.set(occurred_at, fundsCents);
    }
    points.set(world.now, world.company.funds_cents);
    return [...points].map(([time, cents]) => ({ time, fundsCents: cents }));
  }
}

/** Evenly, with the first and the last. */
function thinned(points: readonly FundsPoint[]): FundsPoint[] {
  if (points.length <= MOST_POINTS) return [...points];
  const step = (points.length - 1) / (MOST_POINTS - 1);
  return Array.from({ length: MOST_POINTS }, (_, i) => points[Math.round(i * step)] as FundsPoint);
}
