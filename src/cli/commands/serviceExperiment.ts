import type { Command } from 'commander';
import { plannedTrials, runExperiment, total, type PlannedTrial, type Roles, type TrialProgress } from '../../agents/service/experiment.ts';
import { serviceRolePlans } from '../../agents/service/plan.ts';
import type { AssistantSpeaker } from '../../agents/service/serviceRun.ts';
import { failure, success, type Result } from '../../core/result.ts';
import { estimateRun } from '../../models/estimate.ts';
import { trialOfRollout } from '../../rollout/service/trial.ts';
import { bundledSets } from '../../service/bundled.ts';
import { DEFAULT_LIMITS } from '../../service/conversation.ts';
import { classShares } from '../../service/metrics/errorLabels.ts';
import { summarise } from '../../service/metrics/summary.ts';
import type { Trial } from '../../service/metrics/trial.ts';
import type { ServiceTask } from '../../service/taskFile/index.ts';
import { EXIT_PAUSED, fail, orFail } from '../exit.ts';
import { ExperimentFolder, planFrom, planIn, type ExperimentPlan } from '../experimentFolder.ts';
import { metricsLines, sharesLine } from '../metricsLines.ts';
import { costText } from '../progress.ts';
import { wholeNumber } from '../scenario.ts';
import {
  addAssistantOptions, addJudgeOptions, addUserOptions, Answering, assistantFrom, judgingFrom, MODEL_HELP, userFrom, type AssistantOptions,
  type JudgeOptions, type UserOptions,
} from '../serviceRoles.ts';
import { addTaskOption, readTasks, type TaskOptions } from '../serviceTasks.ts';
import { StatusLine } from '../statusLine.ts';
import { addTermOptions, capsOf, type TermOptions } from '../terms.ts';

interface Options extends TaskOptions, AssistantOptions, UserOptions, JudgeOptions, TermOptions {
  readonly only?: readonly string[];
  readonly trials: number;
  readonly model?: readonly string[];
  readonly concurrency: number;
  readonly maxSteps: number;
  readonly maxErrors: number;
  readonly json?: true;
}

const SOLUTION = 'solution';

const HELP = `
Every trial is a rollout in the folder, written after every message: run the command again with the
folder alone to go on after a crash, Ctrl-C or a cap (exit code 4), or to try failed trials again.

  longrun service experiment out --model solution --user at-once --judge scripted --trials 2
  longrun service experiment out

needs no key: everybody in it is a script.

${MODEL_HELP}`;

export function addServiceExperiment(parent: Command): void {
  const list = (value: string, before: readonly string[] = []) => [...before, ...value.split(',').map((name) => name.trim()).filter(Boolean)];
  const command = addTaskOption(parent.command('experiment').description('tasks by trials by models, and what they amount to'))
    .argument('<folder>', 'where its plan and its rollouts stand')
    .option('--only <ids>', 'of the tasks, only these, joined by commas', list)
    .option('--trials <n>', 'of each task by each model', wholeNumber(1, 1000), 4)
    .option('--model <provider/model>', `an assistant; may be given several times; "${SOLUTION}" walks the tasks' own`, list);
  addTermOptions(addJudgeOptions(addUserOptions(addAssistantOptions(command))), 'calls of models in all')
    .option('--concurrency <n>', 'trials at a time', wholeNumber(1, 64), 2)
    .option('--max-steps <n>', 'end a conversation after so many steps', wholeNumber(1, 1e6), DEFAULT_LIMITS.steps)
    .option('--max-errors <n>', 'end it after so many errors of tools', wholeNumber(1, 1e6), DEFAULT_LIMITS.errors)
    .option('--json', 'print the metrics as JSON')
    .addHelpText('after', HELP)
    .action(experiment);
}

async function experiment(folder: string, options: Options): Promise<void> {
  const plan = orFail(await planIn(folder, options.model ? planFrom({ ...options, only: options.only && [...options.only], models: [...new Set(options.model)] }) : null));
  const answering = plan && orFail(await Answering.open(options));
  const tasks = answering && orFail(await tasksOf(plan));
  const rolesOf = tasks && orFail(await castOf(plan, answering));
  if (!plan || !answering || !tasks || !rolesOf) return;
  const trials = plannedTrials(tasks, plan.models, plan.trials);
  const lacking = plan.models.includes(SOLUTION) ? tasks.find(({ task }) => !task.solution) : undefined;
  if (lacking) return fail(failure('solution-missing', `task ${lacking.task.id} comes without a solution; choose tasks by --only`));
  sayEstimate(trials, rolesOf);
  const store = new ExperimentFolder(folder, answering.keys);
  const interrupt = new AbortController();
  const stop = () => interrupt.abort();
  process.once('SIGINT', stop);
  const progress = new Progress(trials.length);
  const ends = await runExperiment(trials, {
    store,
    rolesOf,
    concurrency: options.concurrency,
    caps: capsOf(options),
    limits: { ...DEFAULT_LIMITS, steps: plan.maxSteps, errors: plan.maxErrors },
    signal: interrupt.signal,
    now: () => performance.now(),
    onProgress: (now) => progress.tell(now),
  });
  process.removeListener('SIGINT', stop);
  progress.end();
  await report(trials, ends, store, options);
  if (ends.some(({ status }) => status !== 'done')) {
    process.stderr.write(`go on with: longrun service experiment ${folder}\n`);
    process.exitCode = EXIT_PAUSED;
  }
}

/** Error codes: those of tasks; `task-unknown`. */
async function tasksOf({ tasks: given, only }: ExperimentPlan): Promise<Result<{ set: string; task: ServiceTask }[]>> {
  const found: { set: string; task: ServiceTask }[] = [];
  for (const set of given === undefined ? bundledSets : [given]) {
    const tasks = await readTasks(set);
    if (!tasks.ok) return tasks;
    found.push(...tasks.value.map((task) => ({ set, task })));
  }
  const unknown = only?.find((id) => !found.some(({ task }) => task.id === id));
  if (unknown !== undefined) return failure('task-unknown', `there is no task ${unknown}; there are ${found.map(({ task }) => task.id).join(', ')}`);
  return success(only ? found.filter(({ task }) => only.includes(task.id)) : found);
}

/** Error codes: those of models and prompts. */
async function castOf(plan: ExperimentPlan, answering: Answering): Promise<Result<(trial: PlannedTrial) => Roles>> {
  const assistants = new Map<string, AssistantSpeaker>([[SOLUTION, { kind: 'solution' }]]);
  for (const model of plan.models.filter((name) => name !== SOLUTION)) {
    const assistant = await assistantFrom(model, plan as AssistantOptions, answering);
    if (!assistant.ok) return assistant;
    assistants.set(model, assistant.value);
  }
  const user = await userFrom(plan as UserOptions & AssistantOptions, answering);
  if (!user.ok) return user;
  const judging = await judgingFrom(plan as JudgeOptions, answering);
  if (!judging.ok) return judging;
  return success(({ model }) => ({ assistant: assistants.get(model) ?? { kind: 'person' }, user: user.value, judging: judging.value }));
}

function sayEstimate(trials: readonly PlannedTrial[], rolesOf: (trial: PlannedTrial) => Roles): void {
  const plans = trials.flatMap((trial) => {
    const { assistant, user, judging } = rolesOf(trial);
    const [a, u, j] = [assistant, user, judging?.judge].map((speaker) => (speaker?.kind === 'model' ? { price: speaker.caller.price } : null));
    return serviceRolePlans(trial.task, { assistant: a ?? null, user: u ?? null, judge: j ?? null }, judging?.method.window ?? null);
  });
  if (plans.length === 0) return;
  const { calls, promptTokens, completionTokens, costUsd } = estimateRun(plans);
  const cost = costUsd === null ? 'cost unknown (no price for a model)' : `about $${costUsd.toFixed(2)}`;
  process.stderr.write(`estimate for all ${trials.length} trials, rough: ${calls} calls, ${promptTokens} tokens in, ${completionTokens} out, ${cost}\n`);
}

/** One live line on a terminal; elsewhere a line when a trial ends. */
class Progress {
  readonly #all: number;
  readonly #trials = new Map<string, TrialProgress>();
  readonly #status = new StatusLine();
  readonly #started = performance.now();
  /** Milliseconds that each finished trial took. */
  readonly #took: number[] = [];
  readonly #begun = new Map<string, number>();

  constructor(all: number) {
    this.#all = all;
  }

  tell(progress: TrialProgress): void {
    const { model, taskId, trial } = progress.key;
    const name = `${model} ${taskId} trial ${trial}`;
    this.#trials.set(name, progress);
    if (!this.#begun.has(name)) this.#begun.set(name, performance.now());
    if (progress.status === 'running') {
      this.#status.show(this.#figures());
      return;
    }
    if (progress.status === 'done') this.#took.push(performance.now() - (this.#begun.get(name) ?? this.#started));
    this.#status.clear();
    const reason = progress.reason === '' ? '' : `: ${progress.reason}`;
    process.stderr.write(`${name} ${progress.status}, ${progress.messages} messages${reason}\n`);
  }

  end(): void {
    this.#status.clear();
  }

  #figures(): string {
    const all = [...this.#trials.values()];
    const done = all.filter(({ status }) => status === 'done').length;
    const spent = total(all);
    return `${done} of ${this.#all} trials  ${spent.tokens} tokens  ${costText(spent)}  ${this.#left(done)}`;
  }

  /** From what the finished ones took; nothing before one is. */
  #left(done: number): string {
    if (this.#took.length === 0) return '';
    const elapsed = performance.now() - this.#started;
    const minutes = ((elapsed / this.#took.length) * (this.#all - done)) / 60_000;
    return `about ${minutes < 1 ? '1 minute' : `${Math.ceil(minutes)} minutes`} left, from ${this.#took.length} trials`;
  }
}

async function report(trials: readonly PlannedTrial[], ends: readonly TrialProgress[], store: ExperimentFolder, { json }: Options): Promise<void> {
  const found: Trial[] = [];
  for (const { task, ...key } of trials) {
    const rollout = await store.load(key);
    if (rollout) found.push(trialOfRollout(rollout, task, key));
  }
  const k = Math.max(...trials.map(({ trial }) => trial), 1);
  const summaries = summarise(found, { k, seed: 'bootstrap' });
  if (json) {
    const plain = summaries.map(({ sets, ...summary }) => ({ ...summary, sets: Object.fromEntries(sets) }));
    process.stdout.write(`${JSON.stringify({ k, trials: found, failed: ends.filter(({ status }) => status === 'failed'), summaries: plain })}\n`);
    return;
  }
  process.stdout.write(`${summaries.map((summary) => metricsLines(summary, k).join('\n')).join('\n\n')}\n`);
  if (found.some(({ labels }) => labels.length > 0)) process.stdout.write(`${sharesLine(classShares(found))}\n`);
}
