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
  /**
   * Called before the passes of a task in a round, to collect garbage. This is not timed. Then the task makes a pass that does not
   * count, because a full collection throws compiled code away.
   */
  readonly setup?: () => void;
  /** Called with the index of a task before each of its passes. This is not timed. */
  readonly beforePass?: (task: number) => void;
}

/** The milliseconds of every pass by two clocks, for each task. */
export interface Clocks {
  readonly wall: number[][];
  /**
   * Processor time of this process. It counts other threads, too: those that collect garbage and compile. What else the machine does
   * counts less.
   */
  readonly cpu: number[][];
}

const nothing = () => undefined;

/** The processor time of this process, in milliseconds. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The wall time of every pass in milliseconds, for each task. */
export function measure(tasks: readonly (() => void)[], passes: Passes): number[][] {
  return measureClocks(tasks, passes).wall;
}

/**
 * Returns the times of every pass by both clocks. The ratio of two tasks is what counts, but a machine speeds up and slows down within seconds. So there are several
 * rounds, and all tasks take their turn in each.
 */
export function measureClocks(
  tasks: readonly (() => void)[],
  { rounds, passes, time, setup, beforePass = nothing }: Passes,
): Clocks {
  const wall: number[][] = tasks.map(() => []);
  const cpu: number[][] = tasks.map(() => []);
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
    });
    tasks.forEach((task, index) => {
      let start = 0;
      bench.add(String(index), task, {
        beforeAll: (mode) => {
          if (setup === undefined || mode === 'warmup') return;
          setup();
          beforePass(index);
          task();
        },
        beforeEach: () => {
          beforePass(index);
          start = processorTime();
        },
        afterEach: (mode) => {
          if (mode === 'run') cpu[index].push(processorTime() - start);
        },
      });
    });
    bench.runSync().forEach(({ result }, index) => {
      if (result.state === 'completed') wall[index].push(...(result.latency.samples ?? []));
    });
  }
  return { wall, cpu };
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
