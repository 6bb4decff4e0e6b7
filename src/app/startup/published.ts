/** What published runs had at the end of each month, to be drawn behind one's own. */
import type { Line } from '../charts/model.ts';

/** Of the preset `paper`, means over three seeds. */
export interface Published {
  readonly source: string;
  readonly lines: readonly Line[];
}

const COLORS = ['--chart-research', '--chart-inference', '--chart-data-environment', '--chart-training', '--chart-payroll'];
const DASHES = [[], [6, 3], [2, 2], [8, 2, 2, 2]];

export async function loadPublished(): Promise<Published> {
  const { source, models } = (await import('../data/yc-bench-monthly-funds.json')).default;
  const lines = Object.entries(models).map(([name, months], i): Line => ({
    key: `published-${name}`,
    label: name,
    points: Object.entries(months).map(([month, y]) => ({ x: endOf(month), y })),
    color: COLORS[i % COLORS.length] ?? '',
    dash: DASHES[Math.floor(i / COLORS.length) % DASHES.length] ?? [],
    isThin: true,
  }));
  return { source, lines };
}

/** `2025-03` → the first instant of April. */
function endOf(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return Date.UTC(year, number);
}
