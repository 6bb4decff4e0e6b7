/** Tools that serve the same domains, in the order of the catalogue. */
import type { ToolEntry } from '../../../service/catalogue/index.ts';
import { DOMAINS } from '../../../service/types.ts';
import { text } from '../../texts.ts';

export interface ToolGroup {
  /** The domain; `general` for tools that serve several. */
  readonly key: GroupKey;
  readonly tools: readonly ToolEntry[];
}

export type GroupKey = (typeof DOMAINS)[number] | 'general';

export function groupsOf(tools: readonly ToolEntry[]): readonly ToolGroup[] {
  return [...new Set(tools.map(keyOf))].map((key) => ({ key, tools: tools.filter((tool) => keyOf(tool) === key) }));
}

export function groupName(key: GroupKey): string {
  return key === 'general' ? text('serviceToolGeneral') : text(`serviceDomain_${key}`);
}

function keyOf({ domains: [domain, ...more] }: ToolEntry): GroupKey {
  return domain === undefined || more.length > 0 ? 'general' : domain;
}
