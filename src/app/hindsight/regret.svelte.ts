/** Planners measured against the run that is shown: how far they are, and what they answered. */
import { describeFailure } from '../../core/result.ts';
import type { BareRun } from '../../rollout/bare.ts';
import type { Continuation } from '../../startup/hindsight/continuation.ts';
import { RegretStudy, type Stretch } from '../../startup/hindsight/regret.ts';
import type { Planner } from '../../../workers/planner/host.ts';
import type { TimelineView } from '../../../workers/startup/timeline.ts';
import type { StartupRuns } from '../startup/runs.svelte.ts';
import { PlannerPool } from './plannerPool.ts';

/** What one planner has answered so far. */
export interface Finding {
  readonly planner: Planner;
  /** The oracle's budget. */
  readonly nodes: number;
  /** How it would go on from the end of which turn; in order of turns. */
  readonly plans: readonly { readonly turn: number; readonly plan: Continuation }[];
  readonly stretches: readonly Stretch[];
}

export interface Terms {
  readonly planners: readonly Planner[];
  /** How many turns each planner values; null for all. */
  readonly budget: number | null;
  readonly nodes: number;
}

export class Regret {
  findings = $state.raw<readonly Finding[]>([]);
  /** Evaluations. */
  progress = $state.raw<{ readonly done: number; readonly total: number } | null>(null);
  isRunning = $state(false);
  isCancelled = $state(false);
  problem = $state.raw<string | null>(null);
  /** What the run did when. */
  timeline = $state.raw<TimelineView | null>(null);
  readonly #runs: StartupRuns;
  #pool: PlannerPool | null = null;

  constructor(runs: StartupRuns) {
    this.#runs = runs;
  }

  /** Findings appear as they come. */
  async compute(terms: Terms): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    this.isCancelled = false;
    this.problem = null;
    this.progress = null;
    this.findings = [];
    const run = await this.#load();
    if (run && !this.isCancelled) await this.#evaluate(run, terms);
    this.isRunning = false;
  }

  /** What has been found stays. */
  cancel(): void {
    if (!this.isRunning) return;
    this.isCancelled = true;
    this.#pool?.close();
  }

  async #load(): Promise<BareRun | null> {
    const { shownSource } = this.#runs;
    const [run, timeline] = await Promise.all([
      this.#runs.ask((host) => host.bare(shownSource)),
      this.#runs.ask((host) => host.timeline(shownSource)),
    ]);
    if (run && !run.ok) this.problem = describeFailure(run);
    if (!run?.ok || !timeline?.ok) return null;
    this.timeline = timeline.value;
    return run.value;
  }

  async #evaluate({ head, turns }: BareRun, { planners, budget, nodes }: Terms): Promise<void> {
    const most = Math.min(turns.length + 1, budget ?? Infinity);
    const pool = new PlannerPool({ head, turns });
    this.#pool = pool;
    this.progress = { done: 0, total: most * planners.length };
    this.findings = planners.map((planner) => ({ planner, nodes, plans: [], stretches: [] }));
    await Promise.all(planners.map((planner) => this.#study(pool, planner, nodes, new RegretStudy(turns.length, most))));
    this.problem = pool.problem;
    pool.close();
    this.#pool = null;
  }

  async #study(pool: PlannerPool, planner: Planner, nodes: number, study: RegretStudy): Promise<void> {
    for (let round = study.round(); round.length > 0; round = study.round()) {
      const plans = await Promise.all(round.map(async (turn) => {
        const plan = await pool.value(turn, planner, nodes);
        if (plan) this.#note(planner, study, turn, plan);
        return plan;
      }));
      if (plans.includes(null)) return;
    }
  }

  #note(planner: Planner, study: RegretStudy, turn: number, plan: Continuation): void {
    study.note(turn, plan.finalFundsCents);
    this.findings = this.findings.map((finding) => {
      if (finding.planner !== planner) return finding;
      const plans = [...finding.plans, { turn, plan }].sort((a, b) => a.turn - b.turn);
      return { ...finding, plans, stretches: study.stretches() };
    });
    if (this.progress) this.progress = { ...this.progress, done: this.progress.done + 1 };
  }
}
