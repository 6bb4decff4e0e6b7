/** Which tool's result feeds which parameters of which other tool (spec §6, task complexity). */
import type { ToolEntry, ToolName } from './index.ts';

export interface Edge {
  readonly from: ToolName;
  readonly to: ToolName;
  /** Of `to`, those that take a kind of value that `from` yields; never empty. */
  readonly parameters: readonly string[];
}

/** One edge a pair at most, and none from a tool to itself; in the order of the tools. */
export function edgesOf(tools: readonly ToolEntry[]): readonly Edge[] {
  return tools.flatMap((from) =>
    tools.flatMap((to) => {
      const parameters = to === from ? [] : fed(from, to);
      return parameters.length > 0 ? [{ from: from.name, to: to.name, parameters }] : [];
    }),
  );
}

function fed({ yields }: ToolEntry, { parameters }: ToolEntry): string[] {
  return parameters.filter(({ takes }) => takes.some((kind) => yields.includes(kind))).map(({ name }) => name);
}

/** |E| / (|V| (|V| − 1)), from 0 to 1; 0 for fewer than two tools. */
export function density(tools: readonly ToolEntry[]): number {
  return tools.length < 2 ? 0 : edgesOf(tools).length / (tools.length * (tools.length - 1));
}
