import { resolve } from 'node:path';
import type { Command } from 'commander';
import { driverOfAssistant, driverOfUser, ServiceRun, type AssistantSpeaker } from '../../agents/service/serviceRun.ts';
import { playTrial } from '../../agents/service/trial.ts';
import { failure, success, type Result } from '../../core/result.ts';
import { printable } from '../../rollout/report.ts';
import { judgementLines, stateText } from '../../rollout/service/report.ts';
import { Conversation, DEFAULT_LIMITS } from '../../service/conversation.ts';
import type { Message } from '../../service/message.ts';
import { checkState } from '../../service/stateCheck.ts';
import { EXIT_NOT_CONFORMING, fail, orFail } from '../exit.ts';
import { exists, freeName } from '../files.ts';
import { goOnLine, isGiven } from '../goOn.ts';
import { encodeFor, written } from '../output.ts';
import { attend, attendedRun } from '../playService.ts';
import { wholeNumber } from '../scenario.ts';
import { resumedRun, type Begun } from '../resumeService.ts';
import { sayEstimate } from '../serviceEstimate.ts';
import {
  addAssistantOptions, addJudgeOptions, addUserOptions, Answering, assistantFrom, JUDGE_OPTIONS, judgingFrom, MODEL_HELP, userFrom,
  type AnswerOptions, type AssistantOptions, type JudgeOptions, type UserOptions,
} from '../serviceRoles.ts';
import { addRolloutOption, type ConversationOptions } from '../serviceWorld.ts';
import { taskNamed } from '../serviceTasks.ts';
import { addTermOptions, capsOf, type TermOptions } from '../terms.ts';

interface RunOptions extends ConversationOptions, AssistantOptions, UserOptions, JudgeOptions, AnswerOptions, TermOptions {
  readonly solution?: true;
  readonly model?: string;
  readonly resume?: string;
  readonly maxSteps: number;
  readonly maxErrors: number;
  readonly json?: true;
}

/** What a run needs again when it goes on. */
const NOT_IN_ROLLOUT = ['baseUrl', 'userBaseUrl', ...JUDGE_OPTIONS, 'prices', 'cassette', 'db', 'json'];

const HELP = `
The assistant is a model, or --solution: the solution that comes with a task. A run with models is
written to --out after every message and every window of the judge. At a cap, after Ctrl-C, or when
a provider fails for good it pauses, and exits with 4; --resume FILE goes on where it stopped.
Exit code 1: the world did not end as the task wants, though its own solution was played.

${MODEL_HELP}`;

export function addServiceRun(parent: Command): void {
  const command = addRolloutOption(parent.command('run').description('let an assistant serve a customer to the end, and judge it'))
    .argument('[task]', 'its id; with --resume it comes from the file')
    .option('--solution', 'the assistant walks the solution that comes with the task')
    .option('--model <provider/model>', 'the assistant is a model');
  addTermOptions(addJudgeOptions(addUserOptions(addAssistantOptions(command))), 'calls of models')
    .option('--max-steps <n>', 'end the conversation after so many steps', wholeNumber(1, 1e6), DEFAULT_LIMITS.steps)
    .option('--max-errors <n>', 'end it after so many errors of tools', wholeNumber(1, 1e6), DEFAULT_LIMITS.errors)
    .option('--resume <file>', 'go on with a rollout; --model, --user and --judge may name others')
    .option('--cassette <file>', 'replay recorded answers of all models, offline; name the models as they were recorded')
    .option('--record <file>', "record the models' answers as a cassette")
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(run);
}

async function run(id: string | undefined, options: RunOptions, command: Command): Promise<void> {
  const { resume, record, db } = options;
  const objection = objectionTo(id, options, command);
  if (objection !== null) return fail(failure('usage', objection));
  const answering = orFail(await Answering.open(options));
  const begun = answering && (resume === undefined ? orFail(await begin(id ?? '', options, answering)) : orFail(await resumedRun(resume, options, isGiven(command, 'user'), answering)));
  if (!answering || !begun) return;
  const { service, judging } = begun;
  const { conversation, assistant, user } = service;
  const usesModels = [assistant, user, judging?.judge].some((speaker) => speaker?.kind === 'model');
  const out = options.out ?? resume ?? (usesModels ? await freeName(`longrun-${conversation.task.id}`) : undefined);
  if (out !== resume && out !== undefined && (await exists(out))) {
    return fail(failure('file-exists', 'there is a file already; go on with it by --resume, or take another name', out));
  }
  if (resume === undefined && options.cassette === undefined) sayEstimate([{ task: conversation.task, assistant, user, judging }]);
  const isOver = await attend(attendedRun(service, out, answering.keys), capsOf(options), (trial) => playTrial(service, judging, trial));
  const cassette = answering.recorded();
  if (cassette && record !== undefined) await written(record, encodeFor(record, cassette, [...answering.keys]));
  if (!isOver) process.stderr.write(goOnLine(['service', 'run', '--resume', out ?? ''], command, NOT_IN_ROLLOUT));
  if (isOver || options.json) print(service, isOver, options);
  if (!isOver) return;
  if (out !== undefined) process.stderr.write(`rollout in ${out}\n`);
  if (db !== undefined) await written(db, conversation.world.database.export());
}

/** What is wrong with the options together; null if nothing is. */
function objectionTo(id: string | undefined, options: RunOptions, command: Command): string | null {
  const { resume, solution, model, record, out, db } = options;
  if (resume === undefined && (id === undefined || (solution === undefined) === (model === undefined))) {
    return 'name a task, and say who serves the customer: --solution or --model provider/model (or go on with --resume FILE)';
  }
  const ofFile = ['solution', 'record', 'tasks', 'seed', 'maxSteps', 'maxErrors'].some((name) => isGiven(command, name));
  if (resume !== undefined && (id !== undefined || ofFile)) {
    return '--resume takes task, seed and limits from its file, and a record is of a whole run: leave the task, --tasks, --seed, --max-steps, --max-errors, --solution and --record out';
  }
  const files = [out, db, record].flatMap((path) => (path === undefined ? [] : [resolve(path)]));
  return new Set(files).size < files.length ? '--out, --db and --record name different files' : null;
}

async function begin(id: string, options: RunOptions, answering: Answering): Promise<Result<Begun>> {
  const task = await taskNamed(id, options);
  if (!task.ok) return task;
  if (options.solution && !task.value.solution) return failure('solution-missing', `task ${id} comes without a solution`);
  const assistant: Result<AssistantSpeaker> = options.model === undefined ? success({ kind: 'solution' }) : await assistantFrom(options.model, options, answering);
  if (!assistant.ok) return assistant;
  const user = await userFrom(options, answering);
  if (!user.ok) return user;
  const judging = await judgingFrom(options, answering);
  if (!judging.ok) return judging;
  const limits = { ...DEFAULT_LIMITS, steps: options.maxSteps, errors: options.maxErrors };
  const conversation = await Conversation.open(task.value, options.seed, limits);
  return success({ service: new ServiceRun(conversation, assistant.value, user.value), judging: judging.value });
}

function print(service: ServiceRun, isOver: boolean, options: RunOptions): void {
  const { conversation, assistant, user } = service;
  const { task, world, messages, termination } = conversation;
  const verdict = checkState(world.tables, task);
  const drivers = { assistant: driverOfAssistant(assistant), user: driverOfUser(user) };
  if (isOver && drivers.assistant.kind === 'scripted' && !verdict.isMet) process.exitCode = EXIT_NOT_CONFORMING;
  const { judgements = [] } = service.remarks;
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ task: task.id, ...drivers, messages: messages.map(asJson), termination, state: verdict, judgements })}\n`);
    return;
  }
  process.stdout.write(`${messages.map(lineOf).join('\n')}\n\nended: ${termination}\nstate: ${stateText(verdict)}\n`);
  for (const judgement of judgements) process.stdout.write(`\n${judgementLines(task, messages, judgement).join('\n')}\n`);
}

/** Without the changes, which hold numbers that JSON has no word for. */
function asJson(message: Message) {
  if (message.role !== 'tool') return message;
  const { changes: _, ...rest } = message;
  return rest;
}

function lineOf(message: Message): string {
  const lines = (text: string, indent: string) => text.split('\n').map(printable).join(`\n${indent}`);
  if (message.role === 'tool') return `    ${lines(message.content, '    ')}`;
  if (message.role === 'user') return `user: ${lines(message.content, '')}`;
  const calls = message.calls.map(({ name, arguments: given }) => `${printable(name)} ${JSON.stringify(given)}`);
  return [...(message.content === '' ? [] : [`assistant: ${lines(message.content, '')}`]), ...calls].join('\n');
}
