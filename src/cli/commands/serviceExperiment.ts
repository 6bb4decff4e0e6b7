import type { Command } from 'commander';
import { runExperiment, total, type PlannedTrial, type Roles, type TrialProgress } from '../../agents/service/experiment.ts';
import type { AssistantSpeaker } from '../../agents/service/serviceRun.ts';
import { trialName } from '../../agents/service/trialName.ts';
import { failure, success, type Result } from '../../core/result.ts';
import { DEFAULT_LIMITS } from '../../service/conversation.ts';
import { EXIT_PAUSED, fail, orFail } from '../exit.ts';
import { claim, ExperimentFolder, keepPlan, planFrom, planIn, TrialFileError, trialsOfPlan, type ExperimentPlan } from '../experimentFolder.ts';
import { goOnLine, isGiven } from '../goOn.ts';
import { printReport } from '../metricsReport.ts';
import { costText } from '../progress.ts';
import { wholeNumber } from '../scenario.ts';
import { sayEstimate } from '../serviceEstimate.ts';
import {
  addAssistantOptions, addJudgeOptions, addUserOptions, Answering, assistantFrom, judgingFrom, MODEL_HELP, userFrom, type AssistantOptions,
  type JudgeOptions, type UserOptions,
} from '../serviceRoles.ts';
import { addTaskOption, type TaskOptions } from '../serviceTasks.ts';
import { StatusLine } from '../statusLine.ts';
import { addTermOptions, capsOf, type TermOptions } from '../terms.ts';
import { keptOf, setsOf, sourcesOf, trialsFound } from '../trialsIn.ts';

interface Options extends TaskOptions, AssistantOptions, UserOptions, JudgeOptions, TermOptions {
  readonly only?: readonly string[];
  readonly trials: number;
  readonly model?: readonly string[];
  readonly concurrency: number;
  readonly maxSteps: number;
  readonly maxErrors: number;
  readonly published?: true;
  readonly complexity?: true;
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
    .option('--published', 'name published figures beside')
    .option('--complexity', 'also how hard the tasks are')
    .option('--json', 'print the metrics as JSON')
    .addHelpText('after', HELP)
    .action(experiment);
}

async function experiment(folder: string, options: Options, command: Command): Promise<void> {
  const wanted = planFrom({ ...options, only: options.only && [...options.only], models: [...new Set(options.model ?? [])] });
  const given = Object.keys(wanted).filter((name) => isGiven(command, name === 'models' ? 'model' : name));
  const plan = orFail(await planIn(folder, wanted, given));
  const answering = plan && orFail(await Answering.open(options));
  const trials = answering && orFail(await trialsOfPlan(plan));
  const rolesOf = trials && orFail(await castOf(plan, answering));
  if (!plan || !answering || !trials || !rolesOf) return;
  const lacking = plan.models.includes(SOLUTION) ? trials.find(({ task }) => !task.solution) : undefined;
  if (lacking) return fail(failure('solution-missing', `task ${lacking.taskId} comes without a solution; choose tasks by --only`));
  const kept = await keepPlan(folder, plan);
  if (!kept.ok) return fail(kept);
  const release = orFail(await claim(folder));
  if (!release) return;
  sayEstimate(trials.map((trial) => ({ task: trial.task, ...rolesOf(trial) })), ` for all ${trials.length} trials`);
  try {
    const ends = await play(trials, rolesOf, plan, new ExperimentFolder(folder, answering.keys), options);
    if (ends.some(({ status }) => status !== 'done')) {
      process.stderr.write(goOnLine(['service', 'experiment', folder], command, ['prices', 'concurrency', 'json']));
      process.exitCode = EXIT_PAUSED;
    }
  } catch (error) {
    if (!(error instanceof TrialFileError)) throw error;
    fail(error.failure);
  } finally {
    await release();
  }
}

/** Rejects with a `TrialFileError` where a trial cannot be read or kept. */
async function play(
  trials: readonly PlannedTrial[],
  rolesOf: (trial: PlannedTrial) => Roles,
  plan: ExperimentPlan,
  store: ExperimentFolder,
  options: Options,
): Promise<readonly TrialProgress[]> {
  const interrupt = new AbortController();
  const stop = () => interrupt.abort();
  process.once('SIGINT', stop); // a second one ends the program at once
  const progress = new Progress(trials.length);
  try {
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
    progress.end();
    const found = { rollouts: await keptOf(trials, store), results: [] };
    printReport(trialsFound(found), setsOf(trials), { ...options, k: plan.trials }, sourcesOf(found), { failed: ends.filter(({ status }) => status === 'failed') });
    return ends;
  } finally {
    interrupt.abort(); // trials beside one that could not be kept
    process.removeListener('SIGINT', stop);
  }
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
    const key = trialName(progress.key);
    this.#trials.set(key, progress);
    if (progress.status === 'running') {
      if (!this.#begun.has(key)) this.#begun.set(key, performance.now());
      this.#status.show(this.#figures());
      return;
    }
    if (progress.status === 'waiting' || !this.#begun.has(key)) return; // where it came to in earlier runs
    if (progress.status === 'done') this.#took.push(performance.now() - (this.#begun.get(key) ?? this.#started));
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
