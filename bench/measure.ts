import { Bench } from 'tinybench';

/** A figure in a table: the median over all passes, and the best of them, which noise has touched least. */
export interface Measurement {
  readonly unit: 'Mray/s' | 'ms' | 'us' | 'bytes' | 'ratio';
  readonly median: number;
  readonly best: number;
}

export interface Passes {
  /** How often all tasks are gone through. */
  readonly rounds: number;
  /** The least number of passes of a task in a round. */
  readonly passes: number;
  /** The least time of a task in a round, in milliseconds: a fast one makes more passes. */
  readonly time: number;
  /** Before a task's passes in a round, and not timed. */
  readonly setup?: () => void;
  /** Before each pass of a task, by its place, and not timed. */
  readonly beforePass?: (task: number) => void;
}

const nothing = () => undefined;

/**
 * The milliseconds that every pass took, task by task. A machine speeds up and slows down within seconds, and the ratio
 * of two tasks is what counts, so all tasks take their turn in each of several rounds instead of one after the other.
 */
export function measure(
  tasks: readonly (() => void)[],
  { rounds, passes, time, setup = nothing, beforePass = nothing }: Passes,
): number[][] {
  const milliseconds: number[][] = tasks.map(() => []);
  for (let round = 0; round < rounds; round++) {
    const bench = new Bench({
      iterations: passes,
      time,
      // Later rounds find everything compiled.
      warmup: round === 0,
      warmupIterations: 1,
      warmupTime: 2 * time,
      retainSamples: true,
      throws: true,
      setup,
    });
    tasks.forEach((task, index) => {
      bench.add(String(index), task, {
        beforeEach: () => {
          beforePass(index);
        },
      });
    });
    bench.runSync().forEach(({ result }, index) => {
      if (result.state === 'completed') milliseconds[index].push(...(result.latency.samples ?? []));
    });
  }
  return milliseconds;
}

/** From the milliseconds of each pass to those of one of the things that a pass did. */
export function millisecondsEach(passes: readonly number[], count: number): Measurement {
  return { unit: 'ms', median: median(passes) / count, best: Math.min(...passes) / count };
}

/** The same in microseconds. */
export function microsecondsEach(passes: readonly number[], count: number): Measurement {
  const { median, best } = millisecondsEach(passes, count);
  return { unit: 'us', median: 1000 * median, best: 1000 * best };
}

export function raysPerSecond(passes: readonly number[], rays: number): Measurement {
  const rate = (milliseconds: number) => rays / milliseconds / 1000;
  return { unit: 'Mray/s', median: rate(median(passes)), best: rate(Math.min(...passes)) };
}

/** For what is known after one reading. */
export function once(unit: 'ms' | 'bytes' | 'ratio', value: number): Measurement {
  return { unit, median: value, best: value };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
