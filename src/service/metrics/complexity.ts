/** How hard tasks are before anybody tries them (spec vita §6). */
import { density, edgesOf } from '../catalogue/graph.ts';
import { toolsOf } from '../catalogue/index.ts';
import { recordsOf } from '../sizes.ts';
import { rubricsOf, type ServiceTask } from '../taskFile/index.ts';
import { mean } from './estimators.ts';

export interface TaskComplexity {
  /** Rubrics. */
  readonly reasoningPoints: number;
  /** Records, products included. */
  readonly searchSpace: number;
  readonly tools: number;
  /** From a tool to another that takes what it yields. */
  readonly edges: number;
  /** |E|/(|V|(|V|−1)), from 0 to 1. */
  readonly density: number;
}

export function complexityOf(task: ServiceTask): TaskComplexity {
  const tools = toolsOf(task.domains);
  return {
    reasoningPoints: rubricsOf(task).length,
    searchSpace: recordsOf(task),
    tools: tools.length,
    edges: edgesOf(tools).length,
    density: density(tools),
  };
}

export interface SetComplexity {
  readonly set: string;
  readonly tasks: number;
  /** Each null for a set without tasks. */
  readonly means: Readonly<Record<keyof TaskComplexity, number | null>>;
}

/** In the order of the sets. */
export function complexityTable(sets: ReadonlyMap<string, readonly ServiceTask[]>): SetComplexity[] {
  return [...sets].map(([set, tasks]) => {
    const each = tasks.map(complexityOf);
    const meanOf = (key: keyof TaskComplexity) => mean(each.map((complexity) => complexity[key]));
    const means = {
      reasoningPoints: meanOf('reasoningPoints'),
      searchSpace: meanOf('searchSpace'),
      tools: meanOf('tools'),
      edges: meanOf('edges'),
      density: meanOf('density'),
    };
    return { set, tasks: tasks.length, means };
  });
}
