/** A model server that drives by the script of a bot's rollout, and the page's model panel as its user sees it. */
import type { Locator, Page } from '@playwright/test';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longrun } from '../tools/cli.ts';
import type { Behaviour, SeenRequest } from '../tools/modelServer/index.ts';
import { expect } from './longrun.ts';

export const KEY = 'sk-test-planted-5A2Vq93kLxw81';

interface ScriptTurn {
  readonly sim_time: string;
  readonly commands: readonly { readonly command: string }[];
}

/** Answers as the bot of a run in Node would: by the time that the message of a turn names. */
export async function scriptOf(preset: string, seed: number, bot: string): Promise<(request: SeenRequest) => Behaviour> {
  const out = join(await mkdtemp(join(tmpdir(), 'longrun-e2e-')), 'script.json');
  const run = await longrun(['startup', 'run', '--preset', preset, '--seed', String(seed), '--bot', bot, '--out', out]);
  expect(run.code, run.stderr).toBe(0);
  const { started_at, turns } = JSON.parse(await readFile(out, 'utf8')) as { started_at: string; turns: readonly ScriptTurn[] };
  const starts = [started_at, ...turns.map(({ sim_time }) => sim_time)];
  const byTime = new Map(turns.map((turn, index) => [starts[index], turn]));
  return ({ lastText }) => {
    const time = /^Time: (\S+)/m.exec(lastText)?.[1];
    const commands = byTime.get(time ?? '')?.commands ?? [];
    return {
      piece: 200,
      reply: {
        text: `It is ${time}. <b>Not bold</b>.`,
        thinking: `What to do at ${time}?`,
        toolCalls: commands.map(({ command }) => ({ name: 'run_command', arguments: { command } })),
        usage: { prompt: 1000, completion: 100 },
      },
    };
  };
}

export class ModelPage {
  readonly page: Page;
  readonly panel: Locator;
  readonly transcript: Locator;
  readonly key: Locator;
  readonly model: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.getByRole('region', { name: 'Model', exact: true });
    this.transcript = page.getByRole('region', { name: 'The model at work' });
    this.key = this.panel.getByLabel(/^Key/);
    this.model = this.panel.getByRole('combobox', { name: 'Model' });
  }

  /** Chooses an OpenAI-compatible server, and lets the page connect to it. */
  async connect(url: string, key: string | null = KEY): Promise<void> {
    await this.page.getByRole('radio', { name: 'Model' }).check();
    await this.panel.getByLabel('Provider').selectOption('custom');
    await this.panel.getByLabel('Base URL').fill(`${url}/v1`);
    await this.panel.getByRole('button', { name: 'Allow and reload' }).click();
    await this.page.waitForEvent('load');
    await this.enter(key);
  }

  /** Unfolds the panel, which folds itself while a model plays. */
  async unfold(): Promise<void> {
    if (!(await this.model.isVisible())) await this.panel.locator('summary').first().click();
  }

  /** What a reload does not bring back. */
  async enter(key: string | null = KEY, model = 'small'): Promise<void> {
    await expect(this.model).toBeEnabled();
    if (key !== null) await this.key.fill(key);
    await this.model.fill(model);
  }
}
