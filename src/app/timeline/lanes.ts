/** Packs bars into few rows: in each, one bar begins where another has ended. */
export interface Bar {
  readonly from: number;
  readonly to: number;
}

/** The row of each bar, in the order given; rows from 0. Bars are to come in order of their start. */
export function packed(bars: readonly Bar[]): number[] {
  const ends: number[] = [];
  return bars.map(({ from, to }) => {
    const free = ends.findIndex((end) => end <= from);
    const row = free === -1 ? ends.length : free;
    ends[row] = to;
    return row;
  });
}
