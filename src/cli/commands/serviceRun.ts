import type { Command } from 'commander';
import { driverOfAssistant, driverOfUser, ServiceRun, type AssistantSpeaker, type UserSpeaker } from '../../agents/service/serviceRun.ts';
import { serviceRolePlans } from '../../agents/service/plan.ts';
import { playTrial, type Judging } from '../../agents/service/trial.ts';
import { failure, success, type Result } from '../../core/result.ts';
import { estimateRun } from '../../models/estimate.ts';
import { printable } from '../../rollout/report.ts';
import { judgementLines, stateText } from '../../rollout/service/report.ts';
import { Conversation, DEFAULT_LIMITS } from '../../service/conversation.ts';
import type { Message } from '../../service/message.ts';
import { checkState } from '../../service/stateCheck.ts';
import { EXIT_NOT_CONFORMING, fail, orFail } from '../exit.ts';
import { exists, freeName } from '../files.ts';
import { encodeFor, written } from '../output.ts';
import { attend, attendedRun } from '../playService.ts';
import { wholeNumber } from '../scenario.ts';
import { resumedRun, type Begun } from '../resumeService.ts';
import {
  addAssistantOptions, addJudgeOptions, addUserOptions, Answering, assistantFrom, judgingFrom, MODEL_HELP, userFrom, type AnswerOptions,
  type AssistantOptions, type JudgeOptions, type UserOptions,
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
  const { resume, solution, model, record } = options;
  const wrong = (message: string) => fail(failure('usage', message));
  if (resume === undefined && (id === undefined || (solution === undefined) === (model === undefined))) {
    return wrong('name a task, and say who serves the customer: --solution or --model provider/model (or go on with --resume FILE)');
  }
  if (resume !== undefined && (id !== undefined || solution || record !== undefined)) return wrong('--resume takes the task from its file, and goes with neither --solution nor --record');
  const answering = orFail(await Answering.open(options));
  const begun = answering && (resume === undefined ? orFail(await begin(id ?? '', options, answering)) : orFail(await resumedRun(resume, options, command.getOptionValueSource('user') === 'cli', answering)));
  if (!answering || !begun) return;
  const { service, judging } = begun;
  const usesModels = [service.assistant, service.user, judging?.judge].some((speaker) => speaker?.kind === 'model');
  const out = options.out ?? resume ?? (usesModels ? await freeName(`longrun-${service.conversation.task.id}`) : undefined);
  if (resume === undefined && usesModels && out !== undefined && (await exists(out))) {
    return fail(failure('file-exists', 'there is a file already; go on with it by --resume, or take another name', out));
  }
  if (usesModels && resume === undefined && options.cassette === undefined) sayEstimate(service, judging);
  const isOver = await attend(attendedRun(service, out, answering.keys), capsOf(options), (trial) => playTrial(service, judging, trial));
  const cassette = answering.recorded();
  if (cassette && record !== undefined) await written(record, encodeFor(record, cassette, [...answering.keys]));
  if (!isOver) {
    process.stderr.write(`go on with: longrun service run --resume ${out ?? ''}\n`);
    return;
  }
  print(service, options);
  if (out !== undefined) process.stderr.write(`rollout in ${out}\n`);
  if (options.db !== undefined) await written(options.db, service.conversation.world.database.export());
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

function sayEstimate({ conversation, assistant, user }: ServiceRun, judging: Judging | null): void {
  const priceOf = (speaker: AssistantSpeaker | UserSpeaker | Judging['judge'] | undefined) => (speaker?.kind === 'model' ? { price: speaker.caller.price } : null);
  const terms = { assistant: priceOf(assistant), user: priceOf(user), judge: priceOf(judging?.judge) };
  const { roles, promptTokens, completionTokens, costUsd } = estimateRun(serviceRolePlans(conversation.task, terms, judging?.method.window ?? null));
  const cost = costUsd === null ? 'cost unknown (no price for a model)' : `about $${costUsd.toFixed(2)}`;
  const calls = roles.map((role) => `${role.role} ${role.calls} calls`).join(', ');
  process.stderr.write(`estimate, rough: ${calls}; ${promptTokens} tokens in, ${completionTokens} out, ${cost}\n`);
}

function print(service: ServiceRun, options: RunOptions): void {
  const { conversation, assistant, user } = service;
  const { task, world, messages, termination } = conversation;
  const verdict = checkState(world.tables, task);
  if (assistant.kind === 'solution' && !verdict.isMet) process.exitCode = EXIT_NOT_CONFORMING;
  const { judgements = [] } = service.remarks;
  if (options.json) {
    const drivers = { assistant: driverOfAssistant(assistant), user: driverOfUser(user) };
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
