/** Run links: whole runs in a URL's fragment, exact to the last sign, and refused where they are not. */
import { deflateSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { BotRun } from '../../../src/agents/botRun.ts';
import { canonicalJson, type Json } from '../../../src/core/json.ts';
import { sha256Hex } from '../../../src/core/hash.ts';
import { bareTurn, replayBare, type BareRun } from '../../../src/rollout/bare.ts';
import { decodeRunLink, encodeRunLink, LINK_MAX, type LinkedRun } from '../../../src/rollout/link.ts';
import { isRunLink } from '../../../src/rollout/linkPrefix.ts';
import { fromBase64, pack, TEXT_BYTES_MAX, toBase64 } from '../../../src/rollout/linkBytes.ts';
import { Recorder } from '../../../src/rollout/recorder.ts';
import { botByName } from '../../../src/startup/bots/index.ts';
import { presetByName } from '../../../src/startup/presets.ts';
import { Simulation } from '../../../src/startup/simulation.ts';
import { property, type Dice } from '../../tools/property.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

function presetNamed(name: string) {
  const preset = presetByName(name);
  if (!preset.ok) throw new Error(preset.message);
  return preset.value;
}

function linkOf(run: BareRun, challenge = false): string {
  const link = encodeRunLink({ run, challenge });
  if (!link.ok) throw new Error(link.message);
  return link.value;
}

function linked(fragment: string): LinkedRun {
  const read = decodeRunLink(fragment);
  if (!read.ok) throw new Error(read.message);
  return read.value;
}

async function played(preset: string, bot: string, turns = Infinity): Promise<BareRun> {
  const found = botByName(bot);
  if (!found.ok) throw new Error(found.message);
  const head = { preset: presetNamed(preset), seed: 1, driver: { kind: 'bot' as const, name: bot } };
  const recorder = new Recorder(await Simulation.create(head.preset, head.seed), head.driver, { clock: () => 5 });
  const run = new BotRun(found.value, recorder);
  while (recorder.turnCount < turns && run.playTurn());
  recorder.simulation.close();
  return { head, turns: recorder.turns.map(bareTurn), openLines: [] };
}

/** What a link keeps of a run: of a hash but the last two digits, of the details who drove and whether by force. */
function kept({ head, turns, openLines }: BareRun): BareRun {
  return {
    head,
    turns: turns.map(({ lines, hash, details: { driver, forced } }, i) => ({
      lines,
      hash: i < turns.length - 1 ? hash.slice(0, 2) : hash,
      details: { ...(driver && { driver }), ...(forced && { forced }) },
    })),
    openLines,
  };
}

/** A fragment whose checksum is right, whatever its payload. */
function sealed(payload: string, version = 1): string {
  const checked = `${version}.${payload}`;
  return `#/run=${checked}.${sha256Hex(checked).slice(0, 8)}`;
}

function sealedText(text: string, hashes: readonly number[] = []): string {
  return sealed(toBase64(new Uint8Array([0, hashes.length, ...hashes, ...pack(utf8(text))])));
}

const short = await played('paper', 'greedy', 12);
const link = linkOf(short);

describe.each([
  ['paper', 'greedy', 600],
  ['paper', 'careful', 4500],
  ['medium', 'throughput', 2900],
  ['fast-test', 'random', 2000],
])('the run of %s by %s', async (preset, bot, most) => {
  const run = await played(preset, bot);

  test('comes out of its link as it went in, and verifies', async () => {
    const read = linked(linkOf(run));
    expect(read).toEqual({ run: kept(run), challenge: false });
    const replay = await replayBare(read.run);
    expect(replay.divergence).toBeNull();
    expect(replay.recorder.turns.map(({ hash }) => hash)).toEqual(run.turns.map(({ hash }) => hash));
    replay.recorder.simulation.close();
  });

  test(`makes a link of less than ${most} characters`, () => {
    expect(linkOf(run).length).toBeLessThan(most);
  });
});

test('a link made by an earlier Longrun stays readable: the dictionary is part of the format', () => {
  const early = '#/run=1.ABIlZkkbchq_ZTd7ttnarcMo6D8jVFKkFwGLg0r8BQVa8BCdHvCFnQHRYWQCDhczMGkOJi3Ii1ZquBtq9VBztqGhJR0cDgA.1a165e7c';
  expect(linked(early).run).toEqual(kept({ ...short, turns: short.turns.slice(0, 3) }));
});

test('a link holds no timings, token counts or exchanges', () => {
  const usage = { prompt_tokens: 4711 } as never;
  const exchange = { messages: ['sk-secret'] } as never;
  const turns = short.turns.map((turn) => ({ ...turn, details: { ...turn.details, elapsed_ms: 12, usage, exchange } }));
  expect(linkOf({ ...short, turns })).toBe(link);
});

test('a challenge says so', () => {
  expect(linked(linkOf(short, true))).toEqual({ run: kept(short), challenge: true });
});

const WORDS = [
  'yc-bench', 'task', 'accept', '--task-id', 'Task-1', 'Task-12', 'Task-1234567890123', 'TTask-1', 'Task-1Task-1', 'Emp_3', 'sim resume', '`', '~1',
  '^2', '"', '""', "'", '\\', '\n', '\r', '\t', '\0', '\x04', '\u007f', ' ', '  ', '漢字', '🦊', '\ud83e', '\udd8a', '\u2028', '\ufeff', 'é', '{"a":1}',
  '0fa03e05-5e31-8c73-a633-066374116557', '68f9d369-804a-8b5a-8206-cc1688f763b0', '0fa03e05-5e31-8c73-a633-0663741165571',
];

function someLine(dice: Dice): string {
  const separator = dice.pick(['', ' ']);
  return dice.pick(['yc-bench ', 'yc-bench ', 'yc-bench', '']) + dice.many(0, 6, () => dice.pick(WORDS)).join(separator);
}

function someRun(dice: Dice): BareRun {
  const driver = () => ({ kind: dice.pick(['human', 'bot', 'model', 'scripted', 'cassette'] as const), name: dice.pick(WORDS) });
  const drivers = [driver(), driver()];
  const hex = (length: number) => Array.from({ length }, () => dice.whole(0, 15).toString(16)).join('');
  const details = () => ({
    ...(dice.chance(0.3) && { driver: dice.pick(drivers) }),
    ...(dice.chance(0.1) && { forced: true as const }),
  });
  const branch = () => ({ turn: dice.whole(0, 9), reason: dice.pick(['fork', 'undo'] as const), driver: driver(), abandoned_turns: dice.whole(0, 9) });
  return {
    head: {
      preset: presetNamed(dice.pick(['paper', 'classic', 'fast-test'])),
      seed: dice.pick([0, 1, 7, Number.MAX_SAFE_INTEGER]),
      driver: driver(),
      ...(dice.chance(0.3) && { episode: dice.whole(2, 9) }),
      ...(dice.chance(0.3) && { lineage: dice.many(1, 3, branch) }),
    },
    turns: dice.many(0, 30, () => ({ lines: dice.many(0, 5, () => someLine(dice)), hash: hex(32), details: details() })),
    openLines: dice.many(0, 3, () => someLine(dice)),
  };
}

property('any run comes out of its link as it went in', (dice) => {
  for (let i = 0; i < 150; i++) {
    const run = someRun(dice);
    const challenge = dice.chance(0.5);
    const made = linkOf(run, challenge);
    expect(made).toMatch(/^#\/run=[\w.-]+$/);
    expect(linked(made)).toEqual({ run: kept(run), challenge });
    expect(linkOf(linked(made).run, challenge)).toBe(made);
  }
});

property('a preset that differs comes out exactly', (dice) => {
  for (let i = 0; i < 40; i++) {
    const { agent, ...base } = presetNamed(dice.pick(['paper', 'classic', 'medium', 'high-reward']));
    const preset = {
      ...base,
      name: dice.pick([base.name, 'short of cash', '預設']),
      agent: dice.chance(0.5) ? agent : { ...agent, system_prompt: dice.pick(WORDS) },
      world: {
        ...base.world,
        initial_funds_cents: dice.whole(0, 1e9),
        task_progress_milestones: dice.pick([[], [0.25, 0.5]]),
        dist: { ...base.world.dist, domain_count: dice.pick([{ type: 'constant', value: 2 }, base.world.dist.domain_count] as const) },
      },
    } as typeof base & { agent: typeof agent };
    const made = linkOf({ ...short, head: { ...short.head, preset } });
    expect(canonicalJson(linked(made).run.head.preset as unknown as Json)).toBe(canonicalJson(preset as unknown as Json));
    expect(made.length).toBeLessThan(link.length + 350);
  }
});

describe('a link that is not whole is refused, with what to do', () => {
  test('cut off anywhere', () => {
    for (let length = 0; length < link.length; length++) {
      expect(decodeRunLink(link.slice(0, length)), `first ${length}`).toMatchObject({ ok: false, code: 'link-damaged' });
    }
  });

  property('with any sign changed, added or left out', (dice) => {
    for (let i = 0; i < 2000; i++) {
      const at = dice.whole('#/run='.length, link.length - 1);
      const sign = dice.pick([...'aZ09-_.%&=# é\n']);
      const changed = link.slice(0, at) + dice.pick([sign, sign + link[at], '']) + link.slice(at + 1);
      if (changed !== link) expect(decodeRunLink(changed), changed).toMatchObject({ ok: false, code: 'link-damaged' });
    }
  });

  test('says that it was cut off and what to do', () => {
    const message = 'the link is not whole: it was cut off or changed on the way. Copy it again in one piece, or ask for the run as a file.';
    expect(decodeRunLink(link.slice(0, -20))).toEqual({ ok: false, code: 'link-damaged', message });
  });
});

describe('a link forged so that its checksum is right', () => {
  property('never throws', (dice) => {
    const [payload = ''] = link.slice('#/run=1.'.length).split('.');
    for (let i = 0; i < 400; i++) {
      const bytes = dice.chance(0.5) ? fromBase64(payload) : new Uint8Array(dice.whole(1, 300));
      for (let change = dice.whole(1, 8); change > 0; change--) bytes[dice.whole(0, bytes.length - 1)] = dice.whole(0, 255);
      expect(decodeRunLink(sealed(toBase64(bytes)))).toHaveProperty('ok');
    }
  });

  property('holds another run, which is found to diverge', async (dice) => {
    const turn = dice.pick([...short.turns.keys()].filter((i) => short.turns[i]!.lines.length > 1));
    const turns = short.turns.map((each, i) => (i === turn ? { ...each, lines: ['yc-bench sim resume'] } : each));
    const { recorder, divergence } = await replayBare(linked(linkOf({ ...short, turns })).run);
    expect(divergence).toMatchObject({ path: 'hash' });
    recorder.simulation.close();
  });

  const about = (more: object) => `${JSON.stringify({ preset: 'paper', seed: 1, driver: { kind: 'bot', name: 'x' }, ...more })}\n`;

  test.each([
    ['nothing', sealed(''), 'link-damaged', 'does not hold a run'],
    ['no JSON', sealedText('{\n'), 'link-damaged', 'does not hold a run'],
    ['no seed', sealedText(about({ seed: -1 })), 'link-damaged', 'does not hold a run'],
    ['a part that none has', sealedText(about({ key: 'sk-1' })), 'link-damaged', 'does not hold a run'],
    ['a line that never ends', sealedText(`${about({})}sim resume`), 'link-damaged', 'does not hold a run'],
    ['a text that is none', sealedText(`${about({})}"yc-bench\n`), 'link-damaged', 'does not hold a run'],
    ['a turn without a hash', sealedText(`${about({})}sim resume\n\n`), 'link-damaged', 'a hash for every turn'],
    ['a hash without a turn', sealedText(about({}), [1]), 'link-damaged', 'a hash for every turn'],
    ['a preset that nobody knows', sealedText(about({ preset: 'papr' })), 'link-preset-unknown', "there is no preset 'papr'"],
    ['a preset that is none', sealedText(about({ preset: 7 })), 'link-preset-invalid', 'no preset'],
    ['a difference out of range', sealedText(about({ preset: ['paper', { world: { num_employees: 0 } }] })), 'link-preset-invalid', 'world.num_employees: must be a whole number'],
    ['a preset with a part that none has', sealedText(about({ preset: JSON.parse('["paper",{"__proto__":{"a":1}}]') })), 'link-preset-invalid', '__proto__: unknown key'],
    ['a newer version', sealed('AAAA', 2), 'link-version', 'reads version 1'],
    ['a megabyte', sealed('A'.repeat(1_000_000)), 'link-damaged', 'longer than any'],
  ])('holding %s is named', (_, forged, code, message) => {
    const read = decodeRunLink(forged);
    expect(read).toMatchObject({ ok: false, code });
    expect(read.ok ? '' : read.message).toContain(message);
  });

  test('cannot blow up: neither zeros by the million, nor names repeated by the million', () => {
    const zeros = deflateSync(new Uint8Array(20_000_000), { level: 9 });
    const bomb = sealed(toBase64(new Uint8Array([0, 0, ...zeros])));
    expect(bomb.length).toBeLessThan(LINK_MAX);
    expect(decodeRunLink(bomb)).toMatchObject({ ok: false, code: 'link-damaged' });
    const names = linked(sealedText(`${about({})}~1${'`'.repeat(500_000)}\n`)).run.openLines;
    expect(names[0]?.length).toBeLessThan(TEXT_BYTES_MAX * 20);
  });
});

describe('a run that no link can hold is refused with the way out', () => {
  test('too many characters for browsers', () => {
    const openLines = Array.from({ length: 2000 }, (_, i) => `yc-bench scratchpad append --content ${sha256Hex(String(i))}`);
    const refused = encodeRunLink({ run: { ...short, openLines }, challenge: false });
    expect(refused).toMatchObject({ ok: false, code: 'link-too-long' });
    expect(refused.ok ? '' : refused.message).toMatch(/would have \d+ characters; browsers can be trusted with 32000\. Save the run as a file/);
  });

  test('too many lines to unpack, however well they pack', () => {
    const openLines = ['yc-bench scratchpad write --content ' + 'a'.repeat(TEXT_BYTES_MAX)];
    expect(encodeRunLink({ run: { ...short, openLines }, challenge: false })).toMatchObject({ ok: false, code: 'link-too-long' });
  });

  test('a turn without a hash', () => {
    const turns = [{ ...short.turns[0]!, hash: 'no' }];
    expect(encodeRunLink({ run: { ...short, turns }, challenge: false })).toMatchObject({ ok: false, code: 'link-holds-no-hash', where: 'turn 1' });
  });
});

test('a run link is told from other fragments by its beginning', () => {
  expect(['#/run=', '/run=1.', '#/run=broken'].map(isRunLink)).toEqual([true, true, true]);
  expect(['', '#', '#/startup?preset=paper', '#/runs', '#/startup?x=/run='].map(isRunLink)).toEqual([false, false, false, false, false]);
});
