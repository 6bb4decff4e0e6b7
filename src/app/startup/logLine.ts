/** A log entry in words. */
import type { LogEntry } from '../../../workers/startup/messages.ts';
import { money } from '../format.ts';
import { text } from '../texts.ts';

export type Tone = 'plain' | 'good' | 'warning' | 'bad';

export function logLine(entry: LogEntry): string {
  switch (entry.kind) {
    case 'payroll':
      return text('logPayroll', { funds: money(entry.fundsCents) });
    case 'started':
      return text('logStarted', { task: entry.task });
    case 'milestone':
      return text('logMilestone', { task: entry.task, percent: entry.percent });
    case 'on_time':
      return text('logOnTime', { task: taskOf(entry), amount: money(entry.fundsDeltaCents) });
    case 'late':
      return entry.fundsDeltaCents === 0
        ? text('logLate', { task: taskOf(entry) })
        : text('logLatePenalty', { task: taskOf(entry), amount: money(-entry.fundsDeltaCents) });
    case 'cancelled':
      return text('logCancelled', { task: entry.task });
    case 'bankruptcy':
      return text('logBankruptcy', { funds: money(entry.fundsCents) });
    case 'horizon_end':
      return text('logHorizonEnd');
    case 'refused':
      return text('logRefused', { command: entry.command, reason: entry.reason });
  }
}

export function toneOf({ kind }: LogEntry): Tone {
  switch (kind) {
    case 'late':
    case 'bankruptcy':
      return 'bad';
    case 'cancelled':
    case 'refused':
      return 'warning';
    case 'on_time':
      return 'good';
    case 'payroll':
    case 'started':
    case 'milestone':
    case 'horizon_end':
      return 'plain';
  }
}

export function isProblem(entry: LogEntry): boolean {
  const tone = toneOf(entry);
  return tone === 'bad' || tone === 'warning';
}

function taskOf({ task, client }: { task: string; client: string | null }): string {
  return client === null ? task : text('taskForClient', { task, client });
}
