/** What scoring a conversation found, in words for page and terminal alike. */
import { redact } from '../../models/secrets.ts';
import type { ServiceTask } from '../../service/taskFile/types.ts';
import { addressedToJudge } from '../../service/judge/addressed.ts';
import type { Ignored, Reading } from '../../service/judge/answer.ts';
import type { Message } from '../../service/message.ts';
import type { StateVerdict } from '../../service/stateCheck.ts';
import { printable, show } from '../report.ts';
import { scoreOf, stepsOf, type Judgement } from './judgement.ts';
import type { ServiceReport } from './verify.ts';

export function serviceReportLines({ verdict, divergence, task, recomputed, state, unchecked }: ServiceReport, name: string): string[] {
  const { seed, engine_version, edition, assistant, user, messages, termination } = recomputed;
  const calls = messages.filter(({ role }) => role === 'tool').length;
  const verdicts = {
    match: `verified: ${messages.length} messages, ${calls} tool calls recomputed, all equal`,
    edited: 'edited: every answer and state recomputes to the same, but the file was changed after it was written (its digest is wrong)',
    diverged: `DIFFERENT: ${divergence ? divergenceText(divergence) : ''}`,
  };
  return [
    `${name}: ${verdicts[verdict]}`,
    `  task       ${printable(task.id)} (${task.domains.join(', ')}; ${task.language}), seed ${printable(seed)}, edition ${edition}, engine version ${engine_version}`,
    `  assistant  ${assistant.kind} ${printable(redact(assistant.name))}`,
    `  user       ${user.kind} ${printable(redact(user.name))}`,
    `  ended      ${termination ?? 'not yet'}`,
    `  state      ${stateText(state)}`,
    ...(recomputed.judgements ?? []).map((judgement) => `  ${judgementLine(judgement)}`),
    ...unchecked.map((sentence) => `  not checked: ${sentence}`),
  ];
}

export function stateText({ isMet, states }: StateVerdict): string {
  const problems = states.map(({ missing, extra, different }) => `${missing.length} missing, ${extra.length} extra, ${different.length} different`);
  return isMet ? 'as expected' : `not as expected (${problems.join('; or ')})`;
}

/** Who judged, how, and the verdict. */
export function judgementLine(judgement: Judgement): string {
  const { failure } = judgement;
  const score = scoreOf(judgement);
  const verdict = score ? `${score.isSuccess ? 'success' : 'no success'}, ${score.met} of ${score.rubrics} met` : `no verdict (${failure?.message})`;
  return `judge ${judgeText(judgement)}: ${verdict}`;
}

/** Who judges, and how. */
export function judgeText({ judge, window, with_rubrics }: Judgement): string {
  const method = `${window ? `windows of ${window.size}, ${window.overlap} repeated` : 'everything at once'}${with_rubrics ? '' : ', without rubrics'}`;
  return `${judge.kind} ${printable(redact(judge.name))}, ${method}`;
}

/** The same, then each rubric, and what the judge's answers and the trajectory were worth. */
export function judgementLines(task: ServiceTask, messages: readonly Message[], judgement: Judgement): string[] {
  const readings = stepsOf(task, judgement).map(({ reading }) => reading);
  const ignored = (name: keyof Ignored) => readings.reduce((total, reading) => total + reading.ignored[name], 0);
  const ofQuality = (quality: Reading['quality']) => readings.filter((reading) => reading.quality === quality).length;
  const oddities = [
    [ofQuality('repaired'), 'answers mended'],
    [ofQuality('unreadable'), 'answers unreadable'],
    [ignored('unknown'), 'verdicts on rubrics that there are not'],
    [ignored('contradicted'), 'contradictions'],
    [ignored('malformed'), 'malformed entries'],
    [addressedToJudge(messages).length, 'messages that speak to the judge'],
  ] as const;
  // What no verdict was given on is neither.
  const mark = (isMet: boolean) => (judgement.failure ? '·' : isMet ? '✓' : '✗');
  return [
    judgementLine(judgement),
    ...judgement.rubrics.map(({ rubric, is_met, justification }) => `  ${mark(is_met)} ${printable(rubric)}${justification === '' ? '' : `: ${printable(justification)}`}`),
    ...oddities.flatMap(([count, what]) => (count > 0 ? [`  ${count} ${what}`] : [])),
  ];
}

function divergenceText({ message, tool, path, expected, got }: NonNullable<ServiceReport['divergence']>): string {
  const where = message === null ? '' : `message ${message}${tool === null ? '' : ` (${printable(tool)})`}, `;
  return `${where}${path}: expected ${show(expected)}, got ${show(got)}`;
}
