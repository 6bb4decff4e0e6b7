/** What a model is told: the system prompt, the messages of each turn, and the tool it has. */
import type { JsonObject } from '../core/json.ts';
import { isObject } from '../core/json.ts';
import type { Tool } from '../models/types.ts';
import type { Preset } from '../startup/preset.ts';

export const RUN_COMMAND: Tool = {
  name: 'run_command',
  description:
    'Runs one yc-bench command line and returns its exit code and output. Several calls in one answer run in the order given.',
  parameters: {
    type: 'object',
    properties: { command: { type: 'string', description: 'For example: yc-bench market browse --limit 10' } },
    required: ['command'],
    additionalProperties: false,
  },
};

/** The rules as a player needs them; a preset or the user can put another text in its place. */
export function defaultSystemPrompt(preset: Preset): string {
  return preset.rules === 'paper' ? `${OPENING}\n\n${PAPER_RULES}\n\n${CLOSING}` : `${OPENING}\n\n${CLASSIC_RULES}\n\n${CLOSING}`;
}

const OPENING = `You run a small AI company as its chief executive. Time is simulated and moves only when you say so. Your score is the money in the account when the horizon ends; if the account ever falls below zero the company is bankrupt and the run is over.

You act through one tool, run_command, which takes a single yc-bench command line and answers with JSON.

Look around
  yc-bench company status                  money, prestige, payroll, time, task counts
  yc-bench employee list                   who works here, what they earn, what they are on
  yc-bench market browse [--domain D] [--reward-min-cents N] [--limit N] [--offset N]
  yc-bench task list [--status S]          tasks you took on
  yc-bench task inspect --task-id T        one task: work required, done, deadline, team
  yc-bench finance ledger                  every payment
  yc-bench report monthly                  revenue and cost by month
Act
  yc-bench task accept --task-id T         take a task; its deadline starts now
  yc-bench task dispatch --task-id T       start work once a team is assigned
  yc-bench task cancel --task-id T         give up, at a cost in prestige
  yc-bench sim resume                      let time pass until the next event
Remember
  yc-bench scratchpad read|write|append|clear [--content "…"]
                                           notes that stay in front of you when old messages are dropped
Any command takes --help.

How it works
- There are four domains of work: research, inference, data_environment, training. A task needs an amount of work in one or more of them.
- Employees work on weekdays from 9 to 18. Somebody on several active tasks splits their time evenly over them.
- A task is done when every domain's work is done. On time, it pays its reward, adds prestige in its domains, makes the people on it more skilled and raises their salaries for good. Late, it pays nothing and costs prestige.
- Salaries are paid on the first weekday of each month. Every raise makes each later month dearer.
- A task asks for prestige in each of its domains. Better paid work asks for more.
- The market refills whenever you accept something.`;

const PAPER_RULES = `Also
  yc-bench client list                     clients, their specialties, their trust in you
  yc-bench client history                  successes and failures by client
  yc-bench task assign --task-id T --employees Emp_1,Emp_4
- Skill rates (work per hour in each domain) are listed. In a domain only the four best people on a task count; others add cost, not speed.
- A late task also costs a share of its advertised reward.
- Trust grows with each task done on time for a client, slowly falls with time and with work for others. It unlocks tasks that ask for it and makes a client's tasks smaller.
- Some clients are not what they seem: after you accept, the work turns out far larger while the deadline stays. Inspect a task after accepting it, and keep track of who did this.
- Resuming with no active task is refused.`;

const CLASSIC_RULES = `Also
  yc-bench task assign --task-id T --employee-id E     one employee at a time
  yc-bench market browse --required-prestige-lte N     only tasks within reach
- Tasks and employees are addressed by their ids.
- Skill rates are hidden: tier and salary are hints, and how fast tasks progress tells the rest.
- Everybody on a task adds to its speed, learns from it, and gets a raise from it.
- Resuming with no active task lets time, and payrolls, run on.`;

const CLOSING = `Each turn, make the calls you need; several in one answer are fine. Keep plans, suspicions and lessons in the scratchpad: only your latest messages stay visible.`;

/** The system prompt of a call: the rules, and the notes as they stand. */
export function systemPrompt(rules: string, scratchpad: string): string {
  const notes = scratchpad === '' ? '(empty)' : scratchpad;
  return `${rules}\n\nYour scratchpad:\n${notes}`;
}

export function firstMessage(status: JsonObject, preset: Preset, episode: number): string {
  const years = preset.sim.horizon_years;
  const again = episode > 1 ? ` This is episode ${episode}: the company before this one went bankrupt. Your scratchpad is as you left it.` : '';
  return `You take over ${preset.sim.company_name} for ${years === 1 ? 'one year' : `${years} years`}.${again}\n\n${stateText(status)}\n\nNothing is under way yet. Choose work, put people on it, and let time run.`;
}

export interface TurnNews {
  readonly status: JsonObject;
  /** What the last `sim resume` woke up for, own or forced. */
  readonly wakeEvents: readonly JsonObject[];
  /** True if the rule resumed because the model had not for too long. */
  readonly forced: boolean;
  /** How many turns have passed without a resume. */
  readonly idleTurns: number;
  readonly idleLimit: number;
}

export function turnMessage({ status, wakeEvents, forced, idleTurns, idleLimit }: TurnNews): string {
  const parts = [stateText(status)];
  if (forced) parts.push(`Time was moved for you: ${idleLimit} turns had passed without a successful sim resume.`);
  if (wakeEvents.length > 0) parts.push(`Since your last turn:\n${wakeEvents.map((event) => `- ${eventText(event)}`).join('\n')}`);
  parts.push(needsAction(status));
  if (idleTurns > 0) parts.push(`Turns without a successful sim resume: ${idleTurns}; at ${idleLimit} time is moved for you.`);
  return parts.join('\n\n');
}

function stateText(status: JsonObject): string {
  const { sim_time, horizon_end, funds_cents, monthly_payroll_cents, next_payroll, risk, tasks, prestige } = status;
  const runway = isObject(risk) ? risk['months_runway'] : null;
  return [
    `Time: ${show(sim_time)} (horizon ${show(horizon_end)})`,
    `Funds: ${show(funds_cents)} cents; monthly payroll ${show(monthly_payroll_cents)} cents, next on ${show(next_payroll)}; runway ${show(runway)} months`,
    `Tasks: ${pairs(tasks)}`,
    `Prestige: ${pairs(prestige)}`,
  ].join('\n');
}

function needsAction({ tasks }: JsonObject): string {
  const { active, planned } = isObject(tasks) ? tasks : {};
  if (planned !== undefined && Number(planned) > 0) return `${show(planned)} task(s) accepted but not dispatched: assign a team and dispatch, or cancel.`;
  if (active !== undefined && Number(active) === 0) return 'Nothing is active: accept, assign and dispatch before you resume.';
  return 'Work is under way. Take on more if there are free hands, or resume.';
}

function eventText(event: JsonObject): string {
  const { type, bankrupt: _bankrupt, handled: _handled, ...rest } = event;
  return `${show(type)}: ${pairs(rest)}`;
}

function pairs(record: unknown): string {
  return isObject(record) ? Object.entries(record).map(([key, value]) => `${key} ${show(value)}`).join(', ') : '-';
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
