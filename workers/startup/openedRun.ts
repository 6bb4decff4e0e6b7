/** A run that was opened: recomputed and checked, with everything that the page shows of it. */
import { success, type Result } from '../../src/core/result.ts';
import { cleanForeign } from '../../src/models/secrets.ts';
import { replayBare, type BareRun } from '../../src/rollout/bare.ts';
import { decodeJson, encodeJson } from '../../src/rollout/file.ts';
import { History } from '../../src/rollout/history.ts';
import type { Recorder } from '../../src/rollout/recorder.ts';
import { replayRollout, type Progress } from '../../src/rollout/replay.ts';
import { reportLines, type Report } from '../../src/rollout/report.ts';
import { scoreFile } from '../../src/rollout/score.ts';
import { nextTask } from './eventLoop.ts';
import type { OpenedRollout } from './messages.ts';
import { RunView } from './runView.ts';

/** 0 to 1. Never waited for. */
export type OnProgress = (share: number) => void;

const SHORTEST_INTERVAL_MS = 100;

export class OpenedRun {
  readonly history: History;
  readonly view: OpenedRollout;

  private constructor(history: History, file: string, report: Report, removed: readonly string[]) {
    const view = new RunView(history.recorder);
    this.history = history;
    this.view = {
      file,
      head: view.head(),
      verdict: report.verdict,
      removed,
      report: reportLines(report, file),
      facts: view.facts(),
      end: view.takeSnapshot({ playing: false, turning: false, halt: null, ending: report.recomputed.outcome.terminal_reason ?? 'stopped' }),
    };
  }

  /** A rollout, scored as the command line does. Error codes: those of `scoreFile`. */
  static async open(bytes: Uint8Array, file: string, onProgress: OnProgress): Promise<Result<OpenedRun>> {
    const json = decodeJson(bytes, file);
    if (!json.ok) return json;
    // Somebody else's key must not be shown, nor exported from here.
    const { value, removed } = cleanForeign(json.value);
    const clean = removed.length > 0 ? encodeJson(value, { gzip: false }) : bytes;
    const breathe = breather(onProgress);
    // The score says whether the file is true; the second pass shows what it was scored by.
    const report = await scoreFile(clean, file, { onTurn: (done, total) => breathe(done / total / 2) });
    if (!report.ok) return report;
    const watch = new Watch((share) => breathe((1 + share) / 2));
    const { recorder } = await replayRollout(report.value.recomputed, watch.onTurn);
    return success(new OpenedRun(watch.historyOf(recorder), file, report.value, removed));
  }

  /** A run of this browser's, or one from a link. */
  static async openBare(run: BareRun, name: string, onProgress: OnProgress): Promise<OpenedRun> {
    const watch = new Watch(breather(onProgress));
    const { recorder, divergence } = await replayBare(run, watch.onTurn);
    const history = watch.historyOf(recorder);
    const recomputed = recorder.finish();
    const report = divergence ? ({ verdict: 'diverged', divergence, recomputed, unchecked: [] } as const) : ({ verdict: 'match', recomputed, unchecked: [] } as const);
    return new OpenedRun(history, name, report, []);
  }

  get recorder(): Recorder {
    return this.history.recorder;
  }

  close(): void {
    this.recorder.simulation.close();
  }
}

/** Keeps worlds on the way through a replay, and says how far it is. */
export class Watch {
  #history: History | null = null;
  readonly #onShare: (share: number) => Promise<void>;

  constructor(onShare: (share: number) => Promise<void>) {
    this.#onShare = onShare;
  }

  readonly onTurn: Progress = (done, total, recorder) => {
    this.historyOf(recorder).note();
    return this.#onShare(done / total);
  };

  historyOf(recorder: Recorder): History {
    this.#history ??= new History(recorder);
    return this.#history;
  }
}

/** Gives way and tells the page how far it is, often enough to be smooth and seldom enough to cost nothing. */
export function breather(onProgress: OnProgress): (share: number) => Promise<void> {
  let last = performance.now();
  return async (share) => {
    if (performance.now() - last < SHORTEST_INTERVAL_MS) return;
    onProgress(share);
    await nextTask();
    last = performance.now();
  };
}
