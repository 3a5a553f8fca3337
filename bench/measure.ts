import { Bench } from 'tinybench';

/** A figure in a table: the median of all passes, and the best pass, which has the least noise. */
export interface Measurement {
  readonly unit: 'Mray/s' | 'ms' | 'us' | 'bytes' | 'ratio';
  readonly median: number;
  readonly best: number;
}

export interface Passes {
  /** How often all tasks are run. */
  readonly rounds: number;
  /** A task makes at least this many passes in a round. */
  readonly passes: number;
  /** A task runs for at least this many milliseconds in a round: a fast task makes more passes. */
  readonly time: number;
  /** The clock, in milliseconds. The time of day by default. */
  readonly now?: () => number;
  /** Called before the passes of a task in a round. This is not timed. */
  readonly setup?: () => void;
  /** Called with the index of a task before each of its passes. This is not timed. */
  readonly beforePass?: (task: number) => void;
}

const nothing = () => undefined;

/** The processor time of this process, in milliseconds. What else the machine does counts less. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The milliseconds of every pass, for each task. The ratio of two tasks is what counts, but a machine speeds up and
 * slows down within seconds. So there are several rounds, and all tasks take their turn in each.
 */
export function measure(
  tasks: readonly (() => void)[],
  { rounds, passes, time, now = () => performance.now(), setup = nothing, beforePass = nothing }: Passes,
): number[][] {
  const milliseconds: number[][] = tasks.map(() => []);
  for (let round = 0; round < rounds; round++) {
    const bench = new Bench({
      iterations: passes,
      time,
      // In later rounds everything is compiled.
      warmup: round === 0,
      warmupIterations: 1,
      warmupTime: 2 * time,
      retainSamples: true,
      throws: true,
      now,
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

/** Milliseconds for one of the `count` things that each pass did. */
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

/** A figure that is read only once. */
export function once(unit: 'ms' | 'bytes' | 'ratio', value: number): Measurement {
  return { unit, median: value, best: value };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
