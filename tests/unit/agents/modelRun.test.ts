import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { settingsFor } from '../../../src/agents/connect.ts';
import { nextEpisode } from '../../../src/agents/episode.ts';
import { driverOf } from '../../../src/agents/modelCall.ts';
import { ModelRun, spentIn, type Connection } from '../../../src/agents/modelRun.ts';
import { noCaps } from '../../../src/models/budget.ts';
import { LiveClient } from '../../../src/models/client.ts';
import { readCassette } from '../../../src/models/cassetteFormat.ts';
import { Replaying } from '../../../src/models/replaying.ts';
import { decodeRollout, encodeRollout } from '../../../src/rollout/file.ts';
import type { Rollout, Turn } from '../../../src/rollout/format.ts';
import { Recorder } from '../../../src/rollout/recorder.ts';
import { replayRollout } from '../../../src/rollout/replay.ts';
import { verifyRollout } from '../../../src/rollout/verify.ts';
import type { Preset } from '../../../src/startup/preset.ts';
import { Simulation } from '../../../src/startup/simulation.ts';
import { KEY, nodePlatform, serve } from '../models/support.ts';
import type { Script } from '../../tools/modelServer/index.ts';
import { botRollout, presetNamed, scriptOf } from '../../tools/scriptedModel.ts';

const paper = quick(presetNamed('paper'));
const script = await botRollout(paper, 'greedy', 30);

/** Retries without the waits. */
function quick(preset: Preset): Preset {
  return { ...preset, agent: { ...preset.agent, retry_backoff_seconds: 0.001 } };
}

async function connect(preset: Preset, told: Script, model = 'small'): Promise<Connection & { requests: readonly unknown[] }> {
  const server = await serve(told, { key: KEY });
  const ref = { endpoint: { family: 'anthropic', baseUrl: `${server.url}/v1` } as const, model };
  const client = new LiveClient(nodePlatform());
  return { client, endpoint: ref.endpoint, key: KEY, settings: settingsFor(preset, ref, 1), price: { input: 1, cachedInput: null, output: 5 }, driver: driverOf(ref), requests: server.requests };
}

async function begin(preset: Preset, connection: Connection): Promise<ModelRun> {
  return new ModelRun(new Recorder(await Simulation.create(preset, 1), connection.driver), connection);
}

/** As after a crash: the file is all there is. */
async function reopened({ recorder, connection }: ModelRun): Promise<ModelRun> {
  const file = decodeRollout(encodeRollout(recorder.finish(), { gzip: true }), 'run.json.gz');
  if (!file.ok) throw new Error(file.message);
  const { recorder: fresh, divergence } = await replayRollout(file.value);
  expect(divergence).toBeNull();
  return new ModelRun(fresh, connection);
}

const caps = noCaps;
const comparable = ({ turns }: Rollout): Turn[] => turns.map(({ elapsed_ms: _elapsed, ...turn }) => turn);

describe('a model plays, over real HTTP', () => {
  test('what the script wants is done and recorded, and the rollout re-scores', async () => {
    const connection = await connect(paper, scriptOf(script));
    const run = await begin(paper, connection);
    while (run.recorder.turnCount < 30) expect(await run.playTurn({ caps })).toEqual({ kind: 'played' });
    const rollout = run.recorder.finish();
    expect(rollout.turns.map(({ hash }) => hash)).toEqual(script.turns.map(({ hash }) => hash));
    expect(rollout.turns[0]).toMatchObject({
      usage: { prompt_tokens: 1000, completion_tokens: 100, cost_usd: 0.0015 },
      exchange: { text: 'Turn 1.', thinking: 'thoughts of turn 1', provider: { family: 'anthropic', model: 'small' } },
    });
    expect((await verifyRollout(rollout)).verdict).toBe('match');
    expect(run.spent).toMatchObject({ turns: 30, tokens: 33_000 });
    expect(connection.requests).toHaveLength(30);
  });

  test('stopped and resumed from its file after every turn, it is the same run, and nothing is paid twice', async () => {
    const straight = await begin(paper, await connect(paper, scriptOf(script)));
    while (straight.recorder.turnCount < 12) await straight.playTurn({ caps });
    const connection = await connect(paper, scriptOf(script));
    let run = await begin(paper, connection);
    while (run.recorder.turnCount < 12) {
      await run.playTurn({ caps });
      run = await reopened(run);
    }
    expect(comparable(run.recorder.finish())).toEqual(comparable(straight.recorder.finish()));
    expect(run.spent).toEqual(straight.spent);
    expect(connection.requests).toHaveLength(12);
  });

  test('cancelled in the middle of an answer, nothing has changed and the turn can be tried again', async () => {
    let slow = true;
    const connection = await connect(paper, (request) => ({ ...scriptOf(script)(request), ...(slow ? { stallAfter: 3 } : {}) }));
    const run = await begin(paper, connection);
    const stop = new AbortController();
    const hash = run.recorder.simulation.hash();
    const result = await run.playTurn({ caps, signal: stop.signal, onDelta: () => stop.abort() });
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 'cancelled' } });
    expect([run.recorder.turnCount, run.recorder.simulation.hash()]).toEqual([0, hash]);
    slow = false;
    expect(await run.playTurn({ caps })).toEqual({ kind: 'played' });
  });

  test('each retry is visible in the run', async () => {
    const connection = await connect(paper, (request) => (request.index < 2 ? { status: 529, error: 'busy' } : scriptOf(script)(request)));
    const run = await begin(paper, connection);
    await run.playTurn({ caps });
    expect(run.recorder.turns[0]?.exchange?.retries).toMatchObject([{ code: 'overloaded' }, { code: 'overloaded' }]);
  });

  test('a failure for good pauses the run; it goes on once the cause is gone', async () => {
    const connection = await connect(paper, scriptOf(script));
    const run = await begin(paper, { ...connection, key: 'a wrong key that is long' });
    expect(await run.playTurn({ caps })).toMatchObject({ kind: 'failed', failure: { code: 'bad-key' } });
    run.connection = connection;
    expect(await run.playTurn({ caps })).toEqual({ kind: 'played' });
  });

  test('a cap pauses before a call is made, and a higher one lets it go on', async () => {
    const connection = await connect(paper, scriptOf(script));
    const run = await begin(paper, connection);
    const low = { ...noCaps, tokens: 2000 };
    expect(await run.playTurn({ caps: low })).toEqual({ kind: 'played' });
    expect(await run.playTurn({ caps: low })).toEqual({ kind: 'played' });
    expect(await run.playTurn({ caps: low })).toMatchObject({ kind: 'capped', exceeded: { cap: 'tokens', limit: 2000, spent: 2200 } });
    expect(connection.requests).toHaveLength(2);
    expect(await run.playTurn({ caps: { ...noCaps, tokens: 5000 } })).toEqual({ kind: 'played' });
  });

  test('another model takes over in mid-run, and the rollout says so', async () => {
    const run = await begin(paper, await connect(paper, scriptOf(script)));
    await run.playTurn({ caps });
    run.connection = await connect(paper, scriptOf(script), 'large');
    await run.playTurn({ caps });
    const { driver, turns } = run.recorder.finish();
    expect([driver.name, turns[0]?.driver, turns[1]?.driver?.name]).toEqual(['anthropic/small', undefined, 'anthropic/large']);
  });

  test('spec §8: a model that only talks has time moved for it after five turns', async () => {
    const opening = (script.turns[0]?.commands ?? []).filter(({ command }) => !command.endsWith('sim resume'));
    const toolCalls = opening.map(({ command }) => ({ name: 'run_command', arguments: { command } }));
    const run = await begin(paper, await connect(paper, ({ index }) => ({ reply: index === 0 ? { toolCalls } : { text: 'Let me think.' } })));
    for (let i = 0; i < 5; i++) await run.playTurn({ caps });
    const { turns } = run.recorder;
    expect(turns.map(({ forced }) => forced ?? false)).toEqual([false, false, false, false, true]);
    expect(turns[4]?.commands).toMatchObject([{ command: 'yc-bench sim resume', exit: 0 }]);
    expect((await verifyRollout(run.recorder.finish())).verdict).toBe('match');
  });

  test('spec §8: an episode after a bankruptcy keeps the scratchpad', async () => {
    const classic = { ...presetNamed('nightmare'), loop: { ...presetNamed('nightmare').loop, auto_advance_after_turns: 1 } };
    const note = { text: '', toolCalls: [{ name: 'run_command', arguments: { command: 'yc-bench scratchpad write --content "work first"' } }] };
    const connection = await connect(classic, ({ index }) => ({ reply: index === 0 ? note : { text: 'idle' } }));
    const run = await begin(classic, connection);
    while (!run.isOver) await run.playTurn({ caps });
    expect(run.recorder.simulation.terminalReason).toBe('bankruptcy');
    const second = await nextEpisode(run.recorder, null);
    expect([second.episode, second.simulation.scratchpad]).toEqual([2, 'work first']);
    const again = new ModelRun(second, connection);
    await again.playTurn({ caps });
    expect(second.turns[1]?.exchange?.user).toContain('This is episode 2');
    const rollout = second.finish();
    expect(rollout.episode).toBe(2);
    expect((await verifyRollout(rollout)).verdict).toBe('match');
    expect(spentIn(rollout.turns).turns).toBe(1);
  });
});

describe('the cassettes that come with Longrun replay offline', () => {
  const list = JSON.parse(readFileSync('presets/cassettes/index.json', 'utf8')) as { file: string; preset: string; seed: number; label: string }[];

  test.each(list)('$label', async ({ file, preset: name, seed, label }) => {
    const cassette = readCassette(JSON.parse(readFileSync(`presets/cassettes/${file}`, 'utf8')));
    if (!cassette.ok) throw new Error(cassette.message);
    expect([label, cassette.value.made_with]).toEqual([expect.stringContaining('scripted driver'), 'scripted driver']);
    const preset = presetNamed(name);
    const model = cassette.value.entries[0]?.request.model ?? '';
    const run = new ModelRun(new Recorder(await Simulation.create(preset, seed), { kind: 'cassette', name: label }), {
      client: new Replaying(cassette.value),
      endpoint: { family: 'custom', baseUrl: '' },
      key: null,
      settings: settingsFor(preset, { model }, seed),
      price: null,
      driver: { kind: 'cassette', name: label },
    });
    while (!run.isOver && run.recorder.turnCount < cassette.value.entries.length) expect(await run.playTurn({ caps })).toEqual({ kind: 'played' });
    expect((await verifyRollout(run.recorder.finish())).verdict).toBe('match');
  });
});
