/** The parts that the first view of the page does without: loaded once they are shown, or while its user looks around. */
import { LazyPart } from './parts/lazyPart.svelte.ts';

export const runReport = new LazyPart(async () => (await import('./startup/RunReport.svelte')).default);
export const playPanel = new LazyPart(async () => (await import('./play/PlayPanel.svelte')).default);
export const timelinePanel = new LazyPart(async () => (await import('./timeline/TimelinePanel.svelte')).default);
export const transcriptPanel = new LazyPart(async () => (await import('./transcript/TranscriptPanel.svelte')).default);
export const hindsightPanel = new LazyPart(async () => (await import('./hindsight/HindsightPanel.svelte')).default);
export const lessonsPage = new LazyPart(async () => (await import('./lessons/LessonsPage.svelte')).default);
export const lessonCoach = new LazyPart(async () => (await import('./lessons/LessonCoach.svelte')).default);
export const servicePage = new LazyPart(async () => (await import('./service/ServicePage.svelte')).default);
export const judgePage = new LazyPart(async () => (await import('./service/judge/JudgePage.svelte')).default);
export const experimentsPage = new LazyPart(async () => (await import('./service/experiments/ExperimentsPage.svelte')).default);
export const runsPage = new LazyPart(async () => (await import('./runs/RunsPage.svelte')).default);
export const comparePage = new LazyPart(async () => (await import('./compare/ComparePage.svelte')).default);
export const challengeBanner = new LazyPart(async () => (await import('./share/ChallengeBanner.svelte')).default);
// What the share dialog imports by itself.
const linkCodec = new LazyPart(() => import('../rollout/link.ts'));
const qrCodes = new LazyPart(() => import('./share/qr.ts'));

/** Most wanted first. */
const AHEAD = [
  runReport, timelinePanel, playPanel, transcriptPanel, hindsightPanel, lessonsPage, lessonCoach, runsPage, servicePage, judgePage, experimentsPage,
  comparePage, linkCodec, qrCodes, challengeBanner,
];

/** Where a browser does not say when it is idle. */
const LATER_MS = 300;

/** Loads them one after the other, each when the page has nothing else to do. */
export async function prefetchWhenIdle(): Promise<void> {
  for (const part of AHEAD) {
    await idle();
    // Without a network the others would fail too. Each is tried again once it is shown.
    if (!(await part.load())) return;
  }
}

function idle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve);
    else setTimeout(resolve, LATER_MS);
  });
}
