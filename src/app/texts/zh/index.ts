/** Every text of the page in Simplified Chinese. A name too few or too many is a type error. */
import type { TextName } from '../../language.svelte.ts';
import { compare } from './compare.ts';
import { hindsight } from './hindsight.ts';
import { lab } from './lab.ts';
import { lessons } from './lessons.ts';
import { offline } from './offline.ts';
import { play } from './play.ts';
import { runs } from './runs.ts';
import { service } from './service.ts';
import { serviceExperiments } from './serviceExperiments.ts';
import { serviceJudge } from './serviceJudge.ts';
import { serviceRoles } from './serviceRoles.ts';
import { serviceRun } from './serviceRun.ts';
import { serviceTasks } from './serviceTasks.ts';
import { serviceTools } from './serviceTools.ts';
import { share } from './share.ts';
import { timeline } from './timeline.ts';
import { transcript } from './transcript.ts';

export { engineWords } from './engineWords.ts';

const all = {
  ...lab, ...play, ...timeline, ...transcript, ...hindsight, ...runs, ...share, ...compare, ...lessons, ...service, ...serviceTasks, ...serviceTools, ...serviceRoles, ...serviceRun, ...serviceJudge,
  ...serviceExperiments, ...offline,
} as const;

// The type checker lets a spread bring names that nobody asked for, so these are forbidden by name.
export const chinese: Record<TextName, string> & Record<Exclude<keyof typeof all, TextName>, never> = all;
