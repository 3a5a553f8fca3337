/** Where numbers lie along a logarithmic axis. */
export interface LogScale {
  /** Powers of ten. */
  readonly ticks: readonly number[];
  /** The distance of a number from the start of the axis. */
  readonly position: (value: number) => number;
}

/** An axis of this length. It goes from half the smallest value, so that its bar is visible, to the largest value. */
export function logScale(values: readonly number[], length: number): LogScale {
  const start = Math.log10(Math.min(...values) / 2);
  const end = Math.log10(Math.max(...values));
  const first = Math.ceil(start);
  return {
    ticks: Array.from({ length: Math.floor(end) - first + 1 }, (_, index) => 10 ** (first + index)),
    position: (value) => ((Math.log10(value) - start) / (end - start)) * length,
  };
}
