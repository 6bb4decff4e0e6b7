/** The scores by their definition, for comparison: a table of the longest common subsequence for every window. */

export function slowRatio(a: string, b: string): number {
  const left = Array.from(a);
  const right = Array.from(b);
  return left.length === 0 || right.length === 0 ? 0 : similarity(left, right);
}

export function slowPartialRatio(a: string, b: string): number {
  const left = Array.from(a);
  const right = Array.from(b);
  if (left.length === 0 || right.length === 0) return 0;
  if (left.length < right.length) return bestWindow(left, right);
  if (right.length < left.length) return bestWindow(right, left);
  return Math.max(bestWindow(left, right), bestWindow(right, left));
}

function bestWindow(shorter: readonly string[], longer: readonly string[]): number {
  const scores: number[] = [];
  for (let end = 1; end < longer.length + shorter.length; end += 1) {
    scores.push(similarity(shorter, longer.slice(Math.max(0, end - shorter.length), end)));
  }
  return Math.max(...scores);
}

function similarity(a: readonly string[], b: readonly string[]): number {
  const total = a.length + b.length;
  return (1 - (total - 2 * commonLength(a, b)) / total) * 100;
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  let row = b.map(() => 0);
  for (const one of a) {
    const above = row;
    row = [];
    b.forEach((other, place) => {
      row.push(one === other ? (above[place - 1] ?? 0) + 1 : Math.max(above[place] ?? 0, row[place - 1] ?? 0));
    });
  }
  return row.at(-1) ?? 0;
}
