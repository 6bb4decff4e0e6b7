/** A service run from its file: each role as it was, unless an option says otherwise. */
import { ServiceRun, type AssistantSpeaker, type UserSpeaker } from '../agents/service/serviceRun.ts';
import type { Judging } from '../agents/service/trial.ts';
import { failure, success, type Result } from '../core/result.ts';
import type { Driver } from '../rollout/format.ts';
import type { ServiceRollout } from '../rollout/service/format.ts';
import { isUnfinished } from '../rollout/service/judgement.ts';
import { openService, type OpenedService } from './serviceFile.ts';
import {
  assistantFrom, judgingFrom, userFrom, type Answering, type AnswerOptions, type AssistantOptions, type JudgeOptions, type UserOptions,
} from './serviceRoles.ts';

export type ResumeOptions = AssistantOptions & UserOptions & JudgeOptions & AnswerOptions & { readonly model?: string };

export interface Begun {
  readonly service: ServiceRun;
  /** Null: nobody judges. */
  readonly judging: Judging | null;
}

/** `isUserNamed`: the customer is not the file's. Error codes: those of files, rollouts and models; `usage`. */
export async function resumedRun(path: string, options: ResumeOptions, isUserNamed: boolean, answering: Answering): Promise<Result<Begun>> {
  const opened = await openService(path);
  if (!opened.ok) return opened;
  const { rollout, conversation } = opened.value;
  const speakers = await speakersOf(opened.value, options, isUserNamed, answering);
  if (!speakers.ok) return speakers;
  const judging = await judgingOf(rollout, options, answering);
  if (!judging.ok) return judging;
  const { assistant, user } = speakers.value;
  return success({ service: ServiceRun.resumed(conversation, rollout, assistant, user), judging: judging.value });
}

async function speakersOf(
  { rollout, conversation }: OpenedService,
  options: ResumeOptions,
  isUserNamed: boolean,
  answering: Answering,
): Promise<Result<{ assistant: AssistantSpeaker; user: UserSpeaker }>> {
  if (conversation.turn === null) {
    // Nobody is asked any more: neither keys nor servers are needed, and nobody else is to be named in the file.
    const { assistant, user, settings } = rollout;
    return success({ assistant: { kind: 'person', driver: assistant, asked: settings?.assistant }, user: { kind: 'person', driver: user, asked: settings?.user } });
  }
  const assistant = await assistantOf(rollout, options, answering);
  if (!assistant.ok) return assistant;
  const user = await userOf(rollout, isUserNamed ? options : { ...options, user: rollout.user.name }, isUserNamed, answering);
  return user.ok ? success({ assistant: assistant.value, user: user.value }) : user;
}

async function assistantOf({ assistant, settings }: ServiceRollout, options: ResumeOptions, answering: Answering): Promise<Result<AssistantSpeaker>> {
  if (options.model === undefined) {
    if (assistant.kind === 'scripted') return success({ kind: 'solution' });
    if (assistant.kind === 'human') return success({ kind: 'person' });
    if (wasOnCassette(assistant, options)) return failure('usage', `${lackOfCassette('assistant', assistant)} or --model provider/model`);
  }
  const speaker = await assistantFrom(options.model ?? assistant.name, options, answering);
  if (!speaker.ok || speaker.value.kind !== 'model' || !settings?.assistant) return speaker;
  return success({ ...speaker.value, settings: recalled(speaker.value.settings, settings.assistant) });
}

async function userOf({ user, settings }: ServiceRollout, options: ResumeOptions, isNamed: boolean, answering: Answering): Promise<Result<UserSpeaker>> {
  if (!isNamed && user.kind === 'human') return success({ kind: 'person' });
  if (!isNamed && wasOnCassette(user, options)) return failure('usage', `${lackOfCassette('user', user)} or --user WHO`);
  const speaker = await userFrom(options, answering);
  if (!speaker.ok || speaker.value.kind !== 'model' || !settings?.user) return speaker;
  const { has_profile: hasProfile, temperament, ...asked } = settings.user;
  const persona = options.profile && options.temperament === undefined ? { hasProfile, temperament } : speaker.value.settings.persona;
  return success({ ...speaker.value, settings: { ...recalled(speaker.value.settings, asked), persona } });
}

/** Without --judge, the judge that stopped in the middle goes on in its manner. */
async function judgingOf({ judgements = [] }: ServiceRollout, options: ResumeOptions, answering: Answering): Promise<Result<Judging | null>> {
  const last = judgements.at(-1);
  if (options.judge !== undefined || !last || !isUnfinished(last)) return judgingFrom(options, answering);
  const { judge, window, with_rubrics: withRubrics, prompt } = last;
  if (wasOnCassette(judge, options)) return failure('usage', `${lackOfCassette('judge', judge)} or --judge WHO`);
  const judging = await judgingFrom({ ...options, judge: judge.kind === 'scripted' ? 'scripted' : judge.name }, answering);
  if (!judging.ok || !judging.value) return judging;
  const speaker = judging.value.judge;
  const own = speaker.kind === 'model' && prompt !== undefined ? { ...speaker, settings: { ...speaker.settings, prompt } } : speaker;
  return success({ judge: own, method: { window, withRubrics } });
}

/** Played from a recording, it is not to be called, and paid, unasked. */
function wasOnCassette({ kind }: Driver, { cassette }: ResumeOptions): boolean {
  return kind === 'cassette' && cassette === undefined;
}

function lackOfCassette(role: string, { name }: Driver): string {
  return `the ${role} was played from a cassette (${name}): say --cassette FILE,`;
}

type Asked = Extract<AssistantSpeaker, { kind: 'model' }>['settings'];

/** How a model was asked before, except where it is now to be asked otherwise. */
function recalled(now: Asked, { prompt, temperature, top_p, thinking }: NonNullable<NonNullable<ServiceRollout['settings']>['assistant']>): Asked {
  const before = {
    ...(temperature === undefined ? {} : { temperature }),
    ...(top_p === undefined ? {} : { topP: top_p }),
    ...(thinking === undefined ? {} : { thinking }),
  };
  return { ...(prompt === undefined ? {} : { prompt }), ...now, wishes: { ...before, ...now.wishes } };
}
