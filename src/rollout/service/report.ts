/** What scoring a conversation found, in words for page and terminal alike. */
import { redact } from '../../models/secrets.ts';
import type { StateVerdict } from '../../service/stateCheck.ts';
import { printable, show } from '../report.ts';
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
    ...unchecked.map((sentence) => `  not checked: ${sentence}`),
  ];
}

export function stateText({ isMet, states }: StateVerdict): string {
  const problems = states.map(({ missing, extra, different }) => `${missing.length} missing, ${extra.length} extra, ${different.length} different`);
  return isMet ? 'as expected' : `not as expected (${problems.join('; or ')})`;
}

function divergenceText({ message, tool, path, expected, got }: NonNullable<ServiceReport['divergence']>): string {
  const where = message === null ? '' : `message ${message}${tool === null ? '' : ` (${printable(tool)})`}, `;
  return `${where}${path}: expected ${show(expected)}, got ${show(got)}`;
}
