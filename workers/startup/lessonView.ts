/** What a lesson's checks read off a run. The commands are run again beside it, since some of it is known only on the way. */
import { creditedHours } from '../../src/core/calendar.ts';
import type { History } from '../../src/rollout/history.ts';
import { monthlyPayroll } from '../../src/startup/commands/company.ts';
import type { LessonTask, LessonView, Payday } from '../../src/startup/lessons/view.ts';
import { splitWords } from '../../src/startup/shellWords.ts';
import { freshWorld, isCommand, Simulation } from '../../src/startup/simulation.ts';
import { FATE_OF } from '../../src/startup/taskFate.ts';
import { isAdversarial } from '../../src/startup/trust.ts';
import type { TaskRow, World } from '../../src/startup/world.ts';

const readers = new WeakMap<History, LessonReader>();

/** The run so far. `guess`: the client that the user submits as suspect; of no other client is anything hidden told. */
export function lessonView(history: History, guess: string | null): LessonView {
  const reader = readers.get(history) ?? new LessonReader(history);
  readers.set(history, reader);
  return reader.read(guess);
}

/** Reads every command once: a page that asks after each costs little. */
class LessonReader {
  readonly #history: History;
  readonly #simulation: Simulation;
  /** Units of work, by task: as the market lists it. */
  readonly #listed = new Map<string, number>();
  readonly #hours = new Map<string, { all: number; shared: number }>();
  readonly #trust = new Map<string, NonNullable<LessonTask['trust']>>();
  readonly #highestTrust = new Map<string, number>();
  readonly #commands = new Map<string, number>();
  readonly #amounts = new Map<string, number>();
  readonly #paydays: { time: number; paidCents: number; fundsAfterCents: number }[] = [];
  readonly #startFunds: number;
  readonly #startPayroll: number;
  #funds: number;
  #lines = 0;
  #entries = 0;

  constructor(history: History) {
    const { preset, seed } = history.recorder.simulation;
    this.#history = history;
    this.#simulation = Simulation.inMemory(freshWorld(preset, seed));
    const world = this.#simulation.hiddenWorld;
    for (const { id } of world.tasks.where('status', 'market')) this.#listed.set(id, unitsOf(world, id).required);
    this.#startFunds = this.#funds = world.company.funds_cents;
    this.#startPayroll = monthlyPayroll(world);
  }

  read(guess: string | null): LessonView {
    const { recorder } = this.#history;
    const commands = [...recorder.turns.flatMap((turn) => turn.commands), ...recorder.openCommands];
    for (const { command } of commands.slice(this.#lines)) this.#run(command);
    this.#lines = commands.length;
    const world = this.#simulation.hiddenWorld;
    const accepted = world.tasks.all().filter(({ accepted_order }) => accepted_order !== null);
    const suspect = world.clients.all().find(({ name }) => name === guess);
    return {
      isOver: recorder.isOver,
      isOwn: recorder.turns.every(({ driver = recorder.driver }) => driver.kind === 'human'),
      startFundsCents: this.#startFunds,
      fundsCents: world.company.funds_cents,
      startPayrollCents: this.#startPayroll,
      payrollCents: monthlyPayroll(world),
      commands: Object.fromEntries(this.#commands),
      tasks: accepted.sort((a, b) => (a.accepted_order ?? 0) - (b.accepted_order ?? 0)).map((task) => this.#taskOf(world, task)),
      paydays: this.#paydays.map((payday): Payday => ({ ...payday })),
      clients: world.clients
        .all()
        .map(({ name, trust }) => ({ name, trust, highestTrust: this.#highestTrust.get(name) ?? trust }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
      guess: suspect ? { client: suspect.name, isRight: isAdversarial(suspect) } : null,
    };
  }

  #run(line: string): void {
    const world = this.#simulation.hiddenWorld;
    const { now } = world;
    const accepts = world.company.accepts;
    const open = [...world.tasks.where('status', 'planned'), ...world.tasks.where('status', 'active')];
    const active = world.activeTasks().map(({ id }) => ({ id, isShared: isShared(world, id) }));
    const trustBefore = new Map(open.map(({ id, client_id }) => [id, trustOf(world, client_id)]));
    if (this.#simulation.runLine(line).exit !== 0) return;
    this.#count(line);
    if (world.company.accepts > accepts) {
      const replacement = world.tasks.where('status', 'market').at(-1);
      if (replacement) this.#listed.set(replacement.id, unitsOf(world, replacement.id).required);
    }
    if (isCommand(line, 'sim', 'resume')) this.#credit(active, creditedHours(now, world.now, world.working).toNumber());
    this.#readLedger(world);
    for (const { name, trust } of world.clients.all()) this.#highestTrust.set(name, Math.max(trust, this.#highestTrust.get(name) ?? 0));
    for (const { id, client_id } of open) {
      const [before, after] = [trustBefore.get(id) ?? null, trustOf(world, client_id)];
      if (before !== null && after !== null && world.tasks.need(id).completed_at !== null) this.#trust.set(id, { before, after });
    }
  }

  #count(line: string): void {
    const words = splitWords(line);
    const name = words.ok ? words.value.slice(1, 3).join(' ') : '';
    this.#commands.set(name, (this.#commands.get(name) ?? 0) + 1);
  }

  #credit(active: readonly { readonly id: string; readonly isShared: boolean }[], hours: number): void {
    for (const { id, isShared: shared } of active) {
      const before = this.#hours.get(id) ?? { all: 0, shared: 0 };
      this.#hours.set(id, { all: before.all + hours, shared: before.shared + (shared ? hours : 0) });
    }
  }

  #readLedger(world: World): void {
    for (; this.#entries < world.ledger.size; this.#entries++) {
      const { occurred_at, category, amount_cents, ref_type, ref_id } = world.ledger.need(this.#entries + 1);
      const time = occurred_at / 1000;
      this.#funds += amount_cents;
      if (ref_type === 'task') this.#amounts.set(ref_id, (this.#amounts.get(ref_id) ?? 0) + amount_cents);
      if (category !== 'monthly_payroll') continue;
      // A payroll is an entry a person.
      let payday = this.#paydays.at(-1);
      if (payday?.time !== time) this.#paydays.push((payday = { time, paidCents: 0, fundsAfterCents: 0 }));
      payday.paidCents -= amount_cents;
      payday.fundsAfterCents = this.#funds;
    }
  }

  #taskOf(world: World, task: TaskRow): LessonTask {
    const { id, title, client_id, status } = task;
    const { required, done } = unitsOf(world, id);
    const { all: hours, shared: sharedHours } = this.#hours.get(id) ?? { all: 0, shared: 0 };
    return {
      id,
      title,
      client: client_id === null ? null : world.clients.need(client_id).name,
      requiredTrust: task.required_trust,
      rewardCents: task.reward_funds_cents,
      fundsDeltaCents: this.#amounts.get(id) ?? 0,
      listed: this.#listed.get(id) ?? required,
      required,
      done,
      deadline: (task.deadline ?? 0) / 1000,
      fate: FATE_OF[status],
      teamSize: world.team(id).length,
      hours,
      sharedHours,
      trust: this.#trust.get(id) ?? null,
    };
  }
}

/** Somebody of its team has another task under way. */
function isShared(world: World, taskId: string): boolean {
  return world.team(taskId).some(({ id }) => world.activeTasksOf(id).length > 1);
}

function trustOf(world: World, clientId: string | null): number | null {
  return clientId === null ? null : world.clients.need(clientId).trust;
}

/** Over all domains. */
function unitsOf(world: World, taskId: string): { required: number; done: number } {
  const rows = world.requirementsOf(taskId);
  const sum = (value: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + value(row), 0);
  return { required: sum(({ required_qty }) => required_qty), done: sum(({ completed_qty }) => completed_qty) };
}
