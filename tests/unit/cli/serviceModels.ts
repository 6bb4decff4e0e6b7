/** What the tests of service commands share: a folder, a model server that plays all roles, and all that was written or printed. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { ServiceRollout } from '../../../src/rollout/service/format.ts';
import { bundledTasks } from '../../../src/service/bundled.ts';
import { STOP_MARK } from '../../../src/service/message.ts';
import { longrun, type CliRun } from '../../tools/cli.ts';
import { startModelServer, type ModelServer, type Script } from '../../tools/modelServer/index.ts';
import { asked, judging, rolesScript, says, solver, verdicts, type Part } from '../../tools/serviceRoles.ts';

export const KEY = 'sk-planted-0123456789abcdefghij';
export const TASK = 'lr-delivery-2';
export const task = (await bundledTasks('delivery')).find(({ id }) => id === TASK)!;

/** With the solution: 9 calls of the assistant, 3 of the customer, and of the judge one for each window. */
export const parts: Readonly<Record<'assistant' | 'user' | 'judge', Part>> = {
  assistant: solver(task),
  user: says('I need lunch for six.', 'Yes, please.', `Thank you. ${STOP_MARK}`),
  judge: judging((from) => verdicts([from === 1 ? 1 : 2, true, 'seen'])),
};

export class Bench {
  readonly folder = mkdtempSync(join(tmpdir(), 'longrun-service-'));
  readonly output: string[] = [];
  told: Script = rolesScript(parts);
  server!: ModelServer;
  #seen = 0;

  constructor() {
    beforeAll(async () => {
      await longrun(['--version']); // may have to build
      this.server = await startModelServer({ script: (request) => this.told(request), key: KEY });
    });
    beforeEach(() => {
      this.told = rolesScript(parts);
    });
    afterAll(async () => {
      await this.server.close();
      rmSync(this.folder, { recursive: true });
    });
  }

  file(name: string): string {
    return join(this.folder, name);
  }

  async run(command: string, args: readonly string[], options: Parameters<typeof longrun>[1] = {}): Promise<CliRun> {
    const result = await longrun(['service', command, ...args], { environment: { OPENAI_API_KEY: KEY }, ...options });
    this.output.push(result.stdout, result.stderr);
    return result;
  }

  /** Where the roles are played. */
  get at() {
    const url = `${this.server.url}/v1`;
    return { assistant: ['--base-url', url], user: ['--user-base-url', url], judge: ['--judge-base-url', url] } as const;
  }

  /** All three are models. */
  get models(): string[] {
    const { assistant, user, judge } = this.at;
    return ['--model', 'openai/assistant', ...assistant, '--user', 'openai/user', ...user, '--judge', 'openai/judge', ...judge];
  }

  /** Who was asked since this was last called. */
  asked(): string[] {
    const requests = this.server.requests.slice(this.#seen);
    this.#seen += requests.length;
    return asked({ requests });
  }

  json(name: string): unknown {
    const bytes = readFileSync(this.file(name));
    return JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()) as unknown;
  }

  rollout(name: string): ServiceRollout {
    return this.json(name) as ServiceRollout;
  }

  /** Every file of the folder as text, and all that was printed. */
  everything(): string[] {
    const names = readdirSync(this.folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(this.file(name)).isFile());
    expect(names.length).toBeGreaterThan(3);
    return [...this.output, ...names, ...names.map((name) => (name.endsWith('.gz') ? gunzipSync(readFileSync(this.file(name))) : readFileSync(this.file(name))).toString())];
  }
}

/** What may differ between two runs of the same: how long calls took, how the server numbers them, and what is a sum of it all. */
export function timeless(rollout: ServiceRollout): unknown {
  return JSON.parse(JSON.stringify(rollout).replaceAll(/call_\d+_/g, 'call_'), (key, value: unknown) => (key === 'elapsed_ms' || key === 'digest' ? 0 : value));
}

/** Plays along until a role's turn, of which it never hears the end. */
export function stallingAt(role: keyof typeof parts, turn: number): Script {
  let isStalled = false;
  const calls = { assistant: 0, user: 0, judge: 0 };
  return (request) => {
    const own = calls[request.model as keyof typeof parts]++;
    if (request.model !== role || own !== turn || isStalled) return rolesScript(parts)(request);
    isStalled = true;
    return { stallAfter: 0 };
  };
}
