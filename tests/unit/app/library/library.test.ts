/** Runs are kept: through reloads, a full or denied storage, two tabs, and second thoughts. */
import { openDB } from 'idb';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { databaseStorage } from '../../../../src/app/library/database.ts';
import type { StoredRun } from '../../../../src/app/library/changes.ts';
import { bareTurn, type BareTurn } from '../../../../src/rollout/bare.ts';
import type { ModelSetup } from '../../../../workers/startup/messages.ts';
import { property } from '../../../tools/property.ts';
import { shortRollout } from '../../../tools/rollouts.ts';
import { addTurn, Browser, full, head, KEY, play, quiet, standing, turn, turns, turnsOf } from './browser.ts';

const setup: ModelSetup = {
  endpoint: { family: 'openai', baseUrl: 'https://api.openai.com/v1' },
  model: 'some',
  price: null,
  caps: { turns: null, tokens: null, costUsd: null, seconds: null },
  rules: `Say ${KEY}`,
  driver: { kind: 'model', name: 'openai/some' },
};

describe('keeping', () => {
  test('a run is listed at once, and after a reload has every turn and what it has come to', async () => {
    const browser = new Browser();
    const { library } = browser.open();
    const id = play(library, 'first', 30);
    expect(library.runs.map(({ name }) => name)).toEqual(['first']);
    library.write(id, { openLines: ['yc-bench company status'] });
    await quiet(library);
    const { library: later } = browser.open();
    await later.ready;
    const loaded = await later.load(id);
    expect(loaded).toMatchObject({ ok: true, value: { head, openLines: ['yc-bench company status'], turns: turns(1, 30) } });
    expect(later.runs).toEqual(library.runs);
    expect(later.runs[0]?.standing).toEqual(standing(30));
  });

  test('news that come while a transaction is under way go into the next one, together and in order', async () => {
    const browser = new Browser();
    const { library } = browser.open();
    await library.ready;
    const id = play(library, 'fast', 200);
    await quiet(library);
    expect(browser.writes.length).toBeLessThan(5);
    const written = browser.writes.flatMap(({ change }) => change.turns?.turns ?? []);
    expect(written).toEqual(turns(1, 200));
    expect(await turnsOf(library, id)).toEqual(turns(1, 200));
  });

  property('what is loaded is what was written, whenever writes fail, turns are taken back, or the page is left', async (dice) => {
    const browser = new Browser();
    let { library, close } = browser.open();
    const { id } = library.begin({ name: 'any', head, standing: standing(0) });
    let expected = turns(1, 0);
    for (let step = 0; step < 40; step++) {
      const from = dice.whole(dice.chance(0.2) ? 1 : expected.length + 1, expected.length + 1);
      const added = dice.many(1, 4, () => turn(dice.whole(1, 1e9)));
      expected = [...expected.slice(0, from - 1), ...added];
      library.write(id, { newTurns: { from, turns: added }, standing: standing(expected.length) });
      browser.failure = dice.chance(0.3) ? full() : null;
      if (dice.chance(0.3)) await library.settled();
      if (dice.chance(0.2)) expect(await turnsOf(library, id)).toEqual(expected);
      if (dice.chance(0.1)) {
        browser.failure = null;
        library.retry();
        await library.settled();
        close();
        ({ library, close } = browser.open());
        await library.ready;
      }
    }
    expect(await turnsOf(library, id)).toEqual(expected);
  });

  test('a key is never stored, wherever it turns up', async () => {
    const browser = new Browser();
    const { library } = browser.open();
    const { id } = library.begin({ name: KEY, head, setup, standing: standing(0), openLines: [KEY] });
    library.write(id, { newTurns: { from: 1, turns: [{ ...turn(1), lines: [`echo ${KEY}`] }] } });
    library.rename(id, `my ${KEY}`);
    library.setTags(id, [KEY]);
    const zip = await library.exportAll();
    await quiet(library);
    const database = await openDB('longrun');
    const stored = JSON.stringify([await database.getAll('runs'), await database.getAll('turns')]);
    database.close();
    expect(stored).toContain('echo ');
    const exported = zip.ok ? Object.values(unzipSync(zip.value)).map((file) => strFromU8(file)).join() : '';
    expect(exported).toContain('echo ');
    for (const text of [stored, exported, JSON.stringify(library.runs)]) expect(text).not.toContain(KEY);
  });

  test('the run that version 1 of the database kept comes along, reduced to what it is recomputed from', async () => {
    const browser = new Browser();
    const rollout = await shortRollout();
    const { preset, seed, driver } = rollout;
    const old = await openDB('longrun', 1, {
      upgrade: (database) => {
        database.createObjectStore('beginning');
        database.createObjectStore('turns');
      },
    });
    await old.put('beginning', { head: { preset, seed, driver }, setup }, 0);
    for (const each of rollout.turns) await old.put('turns', each, each.turn);
    old.close();
    const { library } = browser.open();
    await library.ready;
    expect(library.interrupted).toHaveLength(1);
    expect(library.runs[0]).toMatchObject({ head: { seed }, standing: { turns: rollout.turns.length, fundsCents: null, cost: null } });
    expect(await turnsOf(library, library.runs[0]?.id ?? '')).toEqual(rollout.turns.map(bareTurn));
  });
});

describe('where storage fails', () => {
  test('full: nothing is dropped, the run goes on in memory, and is written whole once there is space', async () => {
    const browser = new Browser();
    const { library } = browser.open();
    const old = play(library, 'old', 3);
    const id = play(library, 'new', 2);
    await quiet(library);
    browser.failure = full();
    addTurn(library, id, 3);
    await library.settled();
    expect(library.problem).toMatch(/^Storage is full/);
    addTurn(library, id, 4);
    expect(await turnsOf(library, id)).toEqual(turns(1, 4));
    expect(await turnsOf(library, old)).toEqual(turns(1, 3));
    browser.failure = null;
    await library.remove([old]);
    await library.settleRemoval();
    await quiet(library);
    expect(library.problem).toBeNull();
    const { library: later } = browser.open();
    await later.ready;
    expect(later.runs.map(({ name }) => name)).toEqual(['new']);
    expect(await turnsOf(later, id)).toEqual(turns(1, 4));
  });

  test('a write that fails does not stop those of other runs', async () => {
    const browser = new Browser();
    const { library } = browser.open();
    await library.ready;
    browser.failure = new Error('a bad sector');
    const first = play(library, 'first', 1);
    await library.settled();
    expect(library.problem).toContain('a bad sector');
    browser.failure = null;
    play(library, 'second', 1);
    await library.settled();
    expect(browser.writes.map(({ id }) => id)).not.toContain(first);
    expect(browser.writes).not.toHaveLength(0);
    expect(library.problem).toContain('a bad sector');
    library.retry();
    await library.settled();
    expect(browser.writes.at(-1)).toMatchObject({ id: first, change: { turns: { from: 1, turns: turns(1, 1) } } });
    expect(library.problem).toBeNull();
  });

  test('a transaction that breaks off half-way has written nothing', async () => {
    const { library } = new Browser().open();
    await library.ready;
    const storage = await databaseStorage();
    const run = library.begin({ name: 'whole', head, standing: standing(1), turns: turns(1, 1) });
    await library.settled();
    const noClone = { ...turn(3), lines: [() => ''] } as unknown as BareTurn;
    const change = { fields: { name: 'half' }, turns: { from: 2, turns: [turn(2), noClone, turn(4)] } };
    await expect(storage.write(run.id, change)).rejects.toThrow();
    expect(await storage.runs()).toMatchObject([{ name: 'whole' }]);
    expect(await storage.turns(run.id)).toEqual(turns(1, 1));
  });

  test('denied: it says so, and does in memory what it does elsewhere', async () => {
    const { library } = new Browser().open({ openStorage: () => Promise.reject(new DOMException('denied', 'SecurityError')) });
    const id = play(library, 'private', 3);
    await library.ready;
    expect(library.mode).toBe('memory');
    expect(library.problem).toMatch(/does not let the page store/);
    expect(await turnsOf(library, id)).toEqual(turns(1, 3));
    await library.remove([id]);
    expect(library.runs).toEqual([]);
    library.undoRemoval();
    expect(await turnsOf(library, id)).toEqual(turns(1, 3));
    expect(await library.exportAll()).toMatchObject({ ok: true });
  });
});

describe('deleting', () => {
  test('undo brings a run back whole; without it a reload finds it gone', async () => {
    const browser = new Browser();
    const { library, close } = browser.open();
    const [kept, gone] = [play(library, 'kept', 3), play(library, 'gone', 2)];
    await quiet(library);
    const before = library.runs;
    await library.remove([kept]);
    expect(library.runs.map(({ name }) => name)).toEqual(['gone']);
    library.undoRemoval();
    expect(library.runs.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    await library.remove([gone]);
    await quiet(library);
    // The page goes before the notice is closed.
    close();
    const { library: later } = browser.open();
    await later.ready;
    expect(later.runs.map(({ name }) => name)).toEqual(['kept']);
    expect(await turnsOf(later, kept)).toEqual(turns(1, 3));
    const database = await openDB('longrun');
    expect(await database.getAllKeys('turns')).toEqual([1, 2, 3].map((number) => [kept, number]));
    database.close();
  });

  test('a change that comes late brings nothing back', async () => {
    const browser = new Browser();
    const [{ library: one }, { library: two }] = [browser.open(), browser.open()];
    const id = play(one, 'gone', 1);
    await quiet(one, two);
    await one.remove([id]);
    await one.settleRemoval();
    two.rename(id, 'undead');
    await quiet(one, two);
    const { library: later } = browser.open();
    await later.ready;
    expect(later.runs).toEqual([]);
  });
});

describe('two tabs', () => {
  test('see each other’s runs, and what one calls a run does not set back how far the other has played it', async () => {
    const browser = new Browser();
    const [{ library: one }, { library: two }] = [browser.open(), browser.open()];
    const id = play(one, 'shared', 2);
    await quiet(one, two);
    expect(two.runs.map(({ name }) => name)).toEqual(['shared']);
    for (let number = 3; number <= 20; number++) {
      addTurn(one, id, number);
      if (number % 5 === 0) two.setTags(id, [`at ${number}`]);
    }
    two.rename(id, 'renamed');
    await quiet(one, two);
    const { library: later } = browser.open();
    await later.ready;
    for (const library of [one, two, later]) {
      expect(library.runs).toMatchObject([{ name: 'renamed', tags: ['at 20'], standing: standing(20) }]);
      expect(await turnsOf(library, id)).toEqual(turns(1, 20));
    }
  });

  test('one run is played by one tab, is offered to nobody meanwhile, and cannot be deleted', async () => {
    const browser = new Browser();
    const [first, { library: two }] = [browser.open(), browser.open()];
    const one = first.library;
    const id = play(one, 'mine', 2);
    const claim = await one.claim(id);
    await quiet(one, two);
    expect(await two.claim(id)).toBeNull();
    expect([one.interrupted, two.interrupted]).toEqual([[], []]);
    expect(two.claimedElsewhere).toEqual(new Set([id]));
    await two.remove([id]);
    expect(two.removal).toMatchObject({ removed: [], refused: [{ name: 'mine' }] });
    expect(two.runs).toHaveLength(1);
    await claim?.release();
    await quiet(one, two);
    expect(two.interrupted).toMatchObject([{ id }]);
    expect(await one.claim(id)).not.toBeNull();
    // The tab crashes.
    first.close();
    await two.refreshClaims();
    expect(two.interrupted).toMatchObject([{ id }]);
    two.putOff(id);
    expect(two.interrupted).toEqual([]);
    expect(await two.claim(id)).not.toBeNull();
  });

  test('a run that is being deleted cannot be taken up before that is undone', async () => {
    const browser = new Browser();
    const [{ library: one }, { library: two }] = [browser.open(), browser.open()];
    const id = play(one, 'doubted', 2);
    await quiet(one, two);
    await one.remove([id]);
    await quiet(one, two);
    expect(two.runs).toEqual([]);
    expect(await two.claim(id)).toBeNull();
    const { library: third } = browser.open();
    await third.ready;
    expect(third.runs).toEqual([]);
    one.undoRemoval();
    await quiet(one, two, third);
    for (const library of [one, two, third]) expect(await turnsOf(library, id)).toEqual(turns(1, 2));
    expect(await two.claim(id)).not.toBeNull();
  });
});

describe('exporting and importing', () => {
  test('a zip brings every run back, forks under their parents', async () => {
    const { library } = new Browser().open();
    const parent = play(library, 'parent: a/b', 5);
    library.setTags(parent, ['class 7b', 'good']);
    library.write(parent, { standing: standing(5, { ending: 'stopped', normalized: 0.4, cost: null }) });
    const forked = library.begin({ name: 'fork', head, standing: standing(2), parent: { id: parent, turn: 2 }, turns: turns(1, 2) });
    const zip = await library.exportAll();
    if (!zip.ok) throw new Error(zip.message);
    const { library: elsewhere } = new Browser().open();
    expect(await elsewhere.import(zip.value)).toMatchObject({ ok: true, value: { added: [{}, {}], skipped: [] } });
    const known = ({ bytes: _, revision: _revision, ...run }: StoredRun) => run;
    expect(elsewhere.runs.map(known)).toEqual(library.runs.map(known));
    expect(await turnsOf(elsewhere, parent)).toEqual(turns(1, 5));
    // Once more: as other runs.
    const again = await elsewhere.import(zip.value);
    expect(elsewhere.runs).toHaveLength(4);
    const copies = again.ok ? again.value.added : [];
    const [copy, original] = ['fork', 'parent: a/b'].map((name) => copies.find((run) => run.name === name));
    expect(copy?.id).not.toBe(forked.id);
    expect(copy?.parent).toEqual({ id: original?.id, turn: 2 });
  });

  test('bad entries are named and skipped, the others come in', async () => {
    const { library } = new Browser().open();
    play(library, 'good', 2);
    play(library, 'bad', 2);
    const zip = await library.exportAll();
    const files = unzipSync(zip.ok ? zip.value : new Uint8Array());
    const bad = Object.keys(files).find((file) => file.includes('bad')) ?? '';
    files[bad] = new TextEncoder().encode(strFromU8(files[bad] ?? new Uint8Array()).replace('"seed":1', '"seed":-1'));
    files['notes.json'] = new TextEncoder().encode('{');
    const { library: elsewhere } = new Browser().open();
    const imported = await elsewhere.import(zipSync(files));
    expect(imported).toMatchObject({
      ok: true,
      value: { added: [{ name: 'good' }], skipped: [{ file: bad, reason: expect.stringContaining('head.seed') as string }, { file: 'notes.json' }] },
    });
    expect(await elsewhere.import(new Uint8Array([1, 2, 3]))).toMatchObject({ ok: false, code: 'no-archive' });
  });
});
