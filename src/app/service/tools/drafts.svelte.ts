/** What stands in the tool bench of a conversation, kept while other tools, and other tabs, are looked at. */
import type { ToolName } from '../../../service/catalogue/index.ts';
import type { Draft } from './arguments.ts';

export interface ToolDraft {
  readonly typed: Draft;
  /** The arguments as JSON while they are written so; null: the form is shown. */
  readonly json: string | null;
}

export class ToolDrafts {
  /** That the tools shown have. */
  words = $state('');
  chosen = $state<ToolName | null>(null);
  #drafts = $state.raw<Readonly<Partial<Record<ToolName, ToolDraft>>>>({});

  of(tool: ToolName): ToolDraft {
    return this.#drafts[tool] ?? { typed: {}, json: null };
  }

  keep(tool: ToolName, draft: ToolDraft): void {
    this.#drafts = { ...this.#drafts, [tool]: draft };
  }
}

let last: { readonly conversation: string; readonly drafts: ToolDrafts } | undefined;

/** Those of the conversation; another one's, of another customer, are forgotten. */
export function draftsOf(conversation: string): ToolDrafts {
  if (last?.conversation !== conversation) last = { conversation, drafts: new ToolDrafts() };
  return last.drafts;
}
