/** The catalogue of the service arena: its 66 tools, in the order in which a caller is told of them. */
import type { Domain } from '../types.ts';
import { DOMAINS } from '../types.ts';
import { DELIVERY } from './delivery.ts';
import { GENERAL } from './general.ts';
import { INSTORE } from './instore.ts';
import { OTA } from './ota.ts';
import type { ToolEntryNamed, ToolFacts } from './types.ts';

export type { Parameter, ParameterType, Texts, ValueKind } from './types.ts';

export type ToolName = keyof typeof DELIVERY | keyof typeof GENERAL | keyof typeof INSTORE | keyof typeof OTA;
export type ToolEntry = ToolEntryNamed<ToolName>;

function entriesOf<Name extends string>(domains: readonly Domain[], table: Readonly<Record<Name, ToolFacts>>): ToolEntryNamed<Name>[] {
  return (Object.entries(table) as [Name, ToolFacts][]).map(([name, facts]) => ({ name, domains, ...facts }));
}

export const TOOLS: readonly ToolEntry[] = [
  ...entriesOf(['delivery'], DELIVERY),
  ...entriesOf(DOMAINS, GENERAL),
  ...entriesOf(['instore'], INSTORE),
  ...entriesOf(['ota'], OTA),
];

const BY_NAME: ReadonlyMap<string, ToolEntry> = new Map(TOOLS.map((tool) => [tool.name, tool]));

export function toolNamed(name: string): ToolEntry | undefined {
  return BY_NAME.get(name);
}

/** The tools that serve any of the domains. */
export function toolsOf(domains: readonly Domain[]): readonly ToolEntry[] {
  return TOOLS.filter((tool) => tool.domains.some((domain) => domains.includes(domain)));
}
