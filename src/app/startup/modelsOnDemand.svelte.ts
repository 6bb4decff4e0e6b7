/** What the page needs to talk to models: loaded when a model or a recording is to drive, and not before. */
import { returnCode } from '../model/returnCode.ts';
import type { ModelDesk } from '../model/modelDesk.svelte.ts';
import { text } from '../texts.ts';

type Parts = typeof import('../model/lazy.ts');

export class ModelsOnDemand {
  parts = $state.raw<Parts | null>(null);
  desk = $state.raw<ModelDesk | null>(null);
  /** Why it is not there, or why a sign-in failed. */
  problem = $state.raw<string | null>(null);

  async load(): Promise<ModelDesk | null> {
    try {
      this.parts ??= await import('../model/lazy.ts');
      this.problem = null;
    } catch {
      this.problem = text('modelPanelFailed');
      return null;
    }
    // Another call may have come first.
    if (this.desk) return this.desk;
    const desk = (this.desk = new this.parts.ModelDesk());
    if (returnCode !== null) void this.#finishSignIn(desk, returnCode);
    return desk;
  }

  async #finishSignIn(desk: ModelDesk, code: string): Promise<void> {
    const failed = await desk.signedIn(code);
    this.problem = failed === null ? null : text('signInFailed', { reason: failed });
  }
}
