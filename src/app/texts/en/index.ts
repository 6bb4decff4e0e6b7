/** Every text of the page in English, the language that all others are measured by. */
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

export const english = {
  ...lab, ...play, ...timeline, ...transcript, ...hindsight, ...runs, ...share, ...compare, ...lessons, ...service, ...serviceTasks, ...serviceTools, ...serviceRoles, ...serviceRun, ...serviceJudge,
  ...serviceExperiments, ...offline,
} as const;
