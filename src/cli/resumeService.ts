/** A service run from its file: each role as it was, unless an option says otherwise. */
import { ServiceRun, type AssistantSpeaker, type UserSpeaker } from '../agents/service/serviceRun.ts';
import type { Judging } from '../agents/service/trial.ts';
import { success, type Result } from '../core/result.ts';
import type { ServiceRollout } from '../rollout/service/format.ts';
import { openService } from './serviceFile.ts';
import {
  assistantFrom, judgingFrom, userFrom, type Answering, type AssistantOptions, type JudgeOptions, type UserOptions,
} from './serviceRoles.ts';

export type ResumeOptions = AssistantOptions & UserOptions & JudgeOptions & { readonly model?: string };

export interface Begun {
  readonly service: ServiceRun;
  /** Null: nobody judges. */
  readonly judging: Judging | null;
}

/** `isUserNamed`: the customer is not the file's. Error codes: those of files, rollouts and models. */
export async function resumedRun(path: string, options: ResumeOptions, isUserNamed: boolean, answering: Answering): Promise<Result<Begun>> {
  const opened = await openService(path);
  if (!opened.ok) return opened;
  const { rollout, conversation } = opened.value;
  const assistant = await assistantOf(rollout, options, answering);
  if (!assistant.ok) return assistant;
  const user = await userOf(rollout, isUserNamed ? options : { ...options, user: rollout.user.name }, isUserNamed, answering);
  if (!user.ok) return user;
  const judging = await judgingFrom(options, answering);
  if (!judging.ok) return judging;
  return success({ service: ServiceRun.resumed(conversation, rollout, assistant.value, user.value), judging: judging.value });
}

async function assistantOf({ assistant, settings }: ServiceRollout, options: ResumeOptions, answering: Answering): Promise<Result<AssistantSpeaker>> {
  if (options.model === undefined && assistant.kind === 'scripted') return success({ kind: 'solution' });
  if (options.model === undefined && assistant.kind === 'human') return success({ kind: 'person' });
  const speaker = await assistantFrom(options.model ?? assistant.name, options, answering);
  if (!speaker.ok || speaker.value.kind !== 'model' || !settings?.assistant) return speaker;
  return success({ ...speaker.value, settings: recalled(speaker.value.settings, settings.assistant) });
}

async function userOf({ user, settings }: ServiceRollout, options: ResumeOptions, isNamed: boolean, answering: Answering): Promise<Result<UserSpeaker>> {
  if (!isNamed && user.kind === 'human') return success({ kind: 'person' });
  const speaker = await userFrom(options, answering);
  if (!speaker.ok || speaker.value.kind !== 'model' || !settings?.user) return speaker;
  const { has_profile: hasProfile, temperament, ...asked } = settings.user;
  const persona = options.profile && options.temperament === undefined ? { hasProfile, temperament } : speaker.value.settings.persona;
  return success({ ...speaker.value, settings: { ...recalled(speaker.value.settings, asked), persona } });
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
