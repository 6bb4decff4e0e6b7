/** Runs from saved runs, links and files come to what they come to; a bad one, or a crash, takes none of the others along. */
import type { Remote } from 'comlink';
import { describe, expect, test } from 'vitest';
import { Comparison, nameOf } from '../../../../src/app/compare/comparison.svelte.ts';
import { groupsOf, meanText, outcomesCsv, ranked, rowsOf, summaryOfMeasure } from '../../../../src/app/compare/results.ts';
import { comparisonChart } from '../../../../src/app/compare/chart.ts';
import { failure, success } from '../../../../src/core/result.ts';
import { bareTurn, type BareRun } from '../../../../src/rollout/bare.ts';
import { encodeRollout } from '../../../../src/rollout/file.ts';
import type { Driver, Rollout } from '../../../../src/rollout/format.ts';
import { encodeRunLink } from '../../../../src/rollout/link.ts';
import { ComparerHost } from '../../../../workers/comparer/host.ts';
import { shortRollout } from '../../../tools/rollouts.ts';
import { head, standing } from '../library/browser.ts';

/** The worker's own code, in this process; `crashAt` counts calls. */
function link(crashAt = Infinity) {
  const host = new ComparerHost();
  let calls = 0;
  return {
    crash: null as string | null,
    restarts: 0,
    async call<Answer>(work: (host: Remote<ComparerHost>) => Answer): Promise<Awaited<Answer> | undefined> {
      if (++calls !== crashAt) return await work(host as unknown as Remote<ComparerHost>);
      this.crash = 'out of memory';
      return undefined;
    },
    restart() {
      this.crash = null;
      this.restarts++;
    },
  };
}

function comparison(worker = link(), saved: Readonly<Record<string, BareRun>> = {}): Comparison {
  const runs = Object.entries(saved).map(([id, run]) => {
    return { id, name: `saved ${id}`, tags: [], createdAt: 0, updatedAt: 0, head: run.head, setup: null, parent: null, openLines: [], standing: standing(1), bytes: 1 };
  });
  return new Comparison(
    {
      runs,
      load: async (id) => {
        const [run, kept] = [saved[id], runs.find((each) => each.id === id)];
        return run && kept ? success({ ...run, saved: kept }) : failure('no-run', 'gone');
      },
    },
    () => worker,
  );
}

function bare({ preset, seed, driver, turns }: Rollout, by: Driver = driver): BareRun {
  return { head: { preset, seed, driver: by }, turns: turns.map(bareTurn), openLines: [] };
}

function linkOf(run: BareRun): string {
  const encoded = encodeRunLink({ run, challenge: false });
  if (!encoded.ok) throw new Error(encoded.message);
  return `https://example.org/${encoded.value}`;
}

/** A run that has earned nothing yet. */
function idle(seed: number, driver: Driver): BareRun {
  return { head: { ...head, seed, driver }, turns: [], openLines: Array.from({ length: 3 }, () => 'yc-bench sim resume') };
}

async function done(list: Comparison): Promise<void> {
  while (list.isBusy) await new Promise((resolve) => setTimeout(resolve, 1));
}

describe('comparing', () => {
  test('one run as a saved run, a link, a file and a packed file comes to the same four times, and is marked as the same', async () => {
    const rollout = await shortRollout();
    const list = comparison(link(), { one: bare(rollout) });
    list.addSaved(['one']);
    expect(list.addPasted(`Ann: ${linkOf(bare(rollout))}`)).toBe(1);
    const files = [false, true].map((gzip) => new File([encodeRollout(rollout, { gzip }) as Uint8Array<ArrayBuffer>], gzip ? 'b.json.gz' : 'a.json'));
    list.addFiles(files);
    await done(list);
    expect(list.entries.map(nameOf)).toEqual(['saved one', 'Ann', 'a', 'b']);
    for (const { state } of list.ready) expect(state).toMatchObject({ outcome: rollout.outcome, verdict: 'match' });
    expect([...list.duplicates].map(([id, { id: first }]) => [id, first])).toEqual([[2, 1], [3, 1], [4, 1]]);
  });

  test('a file that claims more than its commands earn is said to differ, and shows what they earn', async () => {
    const rollout = await shortRollout();
    const forged = { ...rollout, outcome: { ...rollout.outcome, final_funds_cents: 99_999_999_99 } };
    const list = comparison();
    list.addFiles([new File([JSON.stringify(forged)], 'rich.json')]);
    await done(list);
    expect(list.ready[0]?.state).toMatchObject({ verdict: 'diverged', outcome: { final_funds_cents: rollout.outcome.final_funds_cents } });
  });

  test('what cannot be read says why, and the others come', async () => {
    const whole = linkOf(bare(await shortRollout()));
    const list = comparison();
    list.addFiles([new File(['{'], 'cut.json'), new File(['{}'], 'other.json')]);
    list.addSaved(['deleted']);
    list.addPasted(`Bob: ${whole.slice(0, -3)}\nCy: ${whole}`);
    await done(list);
    const problems = list.entries.map(({ state }) => (state.kind === 'failed' ? state.problem : state.kind));
    expect(problems).toEqual([
      expect.stringContaining('truncated'), expect.stringContaining('no rollout'), 'gone', expect.stringContaining('cut off'), 'ready',
    ]);
    expect(list.addPasted('no link here')).toBe(0);
  });

  test('a crash marks the run it happened at, and the others go on when asked to', async () => {
    const text = Array.from({ length: 4 }, (_, i) => linkOf(idle(i, head.driver))).join('\n');
    const worker = link(2);
    const list = comparison(worker);
    list.addPasted(text);
    await done(list);
    expect(list.crash).toBe('out of memory');
    expect(list.entries.map(({ state }) => state.kind)).toEqual(['ready', 'failed', 'waiting', 'waiting']);
    list.goOn();
    await done(list);
    expect(worker.restarts).toBe(1);
    expect(list.entries.map(({ state }) => state.kind)).toEqual(['ready', 'failed', 'ready', 'ready']);
  });

  test('stopped, it goes on where it was; a run that is removed meanwhile stays away; a saved run is listed once', async () => {
    const list = comparison(link(), { a: idle(1, head.driver), b: idle(2, head.driver), c: idle(3, head.driver) });
    list.addSaved(['a', 'b', 'c']);
    list.stop();
    while (list.ready.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(list.entries.map(({ state }) => state.kind)).toEqual(['ready', 'waiting', 'waiting']);
    list.remove(2);
    list.goOn();
    await done(list);
    list.addSaved(['c', 'b']);
    await done(list);
    expect(list.entries.map(nameOf)).toEqual(['saved a', 'saved c', 'saved b']);
    expect(list.ready).toHaveLength(3);
  });
});

describe('results', () => {
  test('a class of people is one group, bots are one each; names can be hidden everywhere', async () => {
    const list = comparison();
    const people = ['Ann', 'Bob', 'Cy'].map((name, i) => `${name}: ${linkOf(idle(i, { kind: 'human', name: `${name} Secret` }))}`);
    list.addPasted([...people, linkOf(idle(1, head.driver))].join('\n'));
    await done(list);
    const groups = groupsOf(rowsOf(list.ready, false));
    expect(groups.map(({ label, rows }) => [label, rows.length])).toEqual([['People', 3], ['Bot careful', 1]]);
    const hidden = rowsOf(list.ready, true);
    const everything = JSON.stringify([
      outcomesCsv(hidden),
      ranked(hidden).map(({ rank, name, driver }) => [rank, name, driver]),
      groupsOf(hidden).map(({ label }) => label),
      (['runs', 'range', 'deviation'] as const).map((view) => comparisonChart(hidden, groupsOf(hidden), view)),
    ]);
    expect(everything).not.toMatch(/Ann|Bob|Cy|Secret/);
  });

  test('who has as much as another has the same rank, and a name is no formula in a data file', async () => {
    const list = comparison();
    const run = idle(1, head.driver);
    list.addPasted(`Poor: ${linkOf(bare(await shortRollout()))}\n=cmd(): ${linkOf(run)}\nBob: ${linkOf(run)}`);
    await done(list);
    const places = ranked(rowsOf(list.ready, false));
    expect(places.map(({ rank, name }) => [rank, name])).toEqual([[1, '=cmd()'], [1, 'Bob'], [3, 'Poor']]);
    expect(outcomesCsv(places)).toContain(`\n'=cmd(),`);
    const summary = summaryOfMeasure(places, 'turns');
    expect(summary && meanText('turns', summary.mean, summary.deviation)).toBe('1.7 ± 1.2');
  });
});
