/** Runs the real command line as a user does. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const launcher = fileURLToPath(new URL('../../src/cli/launch.mjs', import.meta.url));

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface CliOptions {
  readonly input?: string;
  /** Where it runs; here by default. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Sends a signal once stderr holds a text. */
  readonly kill?: { readonly at: string; readonly signal: NodeJS.Signals };
}

export function longrun(args: readonly string[], { input = '', folder, environment = {}, kill }: CliOptions = {}): Promise<CliRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [launcher, ...args], { cwd: folder, env: { ...process.env, ...environment } });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => (stdout += String(chunk)));
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk);
      if (kill && !child.killed && stderr.includes(kill.at)) child.kill(kill.signal);
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.end(input);
  });
}
