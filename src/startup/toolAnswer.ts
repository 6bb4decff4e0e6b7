/** The agent's one tool, `run_command(command)`, and what it returns (spec §7). */
import type { CommandAnswer } from './simulation.ts';

export interface ToolAnswer {
  readonly ok: boolean;
  readonly exit_code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Always null, as in the recordings: an agent asks `company status` for the time. */
  readonly sim_time: null;
  readonly command: string;
}

export function toolAnswer(command: string, answer: CommandAnswer): ToolAnswer {
  const understood = answer.exit !== 2;
  const text = 'json' in answer ? JSON.stringify(answer.json, null, 2) : answer.text;
  return {
    ok: answer.exit === 0,
    exit_code: answer.exit,
    stdout: understood ? `${text}\n` : '',
    stderr: understood ? '' : text,
    sim_time: null,
    command,
  };
}
