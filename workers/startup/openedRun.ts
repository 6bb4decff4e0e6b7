/** A rollout opened from a file: scored as the command line does, then run again for everything else the page shows. */
import { success, type Result } from '../../src/core/result.ts';
import { cleanForeign } from '../../src/models/secrets.ts';
import { decodeJson, encodeJson } from '../../src/rollout/file.ts';
import type { Recorder } from '../../src/rollout/recorder.ts';
import { replayRollout } from '../../src/rollout/replay.ts';
import { reportLines } from '../../src/rollout/report.ts';
import { scoreFile } from '../../src/rollout/score.ts';
import { nextTask } from './eventLoop.ts';
import type { OpenedRollout } from './messages.ts';
import { RunView } from './runView.ts';

/** 0 to 1. Never waited for. */
export type OnProgress = (share: number) => void;

const SHORTEST_INTERVAL_MS = 100;

export class OpenedRun {
  readonly recorder: Recorder;
  readonly view: OpenedRollout;

  private constructor(recorder: Recorder, view: OpenedRollout) {
    this.recorder = recorder;
    this.view = view;
  }

  /** Error codes: those of `scoreFile`. */
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
    const { recomputed, verdict } = report.value;
    const { recorder } = await replayRollout(recomputed, (done, total) => breathe((1 + done / total) / 2));
    const view = new RunView(recorder);
    return success(
      new OpenedRun(recorder, {
        file,
        verdict,
        removed,
        report: reportLines(report.value, file),
        facts: view.facts(),
        end: view.takeSnapshot({ playing: false, turning: false, halt: null, ending: recomputed.outcome.terminal_reason ?? 'stopped' }),
      }),
    );
  }

  close(): void {
    this.recorder.simulation.close();
  }
}

/** Gives way and tells the page how far it is, often enough to be smooth and seldom enough to cost nothing. */
function breather(onProgress: OnProgress): (share: number) => Promise<void> {
  let last = performance.now();
  return async (share) => {
    if (performance.now() - last < SHORTEST_INTERVAL_MS) return;
    onProgress(share);
    await nextTask();
    last = performance.now();
  };
}
