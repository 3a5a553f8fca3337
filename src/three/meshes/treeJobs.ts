import type { ProgressOptions, WorkerOptions } from 'slabtree';
import { checkFunction } from '../check';

export type TreeOptions = ProgressOptions & WorkerOptions;

/** Trees that a thread builds ahead of the first query. */
export interface TreeJob {
  /** How much there is to do, beside other jobs. */
  readonly size: number;
  run(options: TreeOptions): Promise<void>;
}

/** Runs jobs one after the other: each has a thread, and copies what it is given. */
export async function runInTurn(jobs: readonly TreeJob[], options: TreeOptions): Promise<void> {
  const { onProgress } = options;
  if (onProgress !== undefined) checkFunction('options.onProgress', onProgress);
  const total = jobs.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  for (const job of jobs) {
    const start = before;
    const report = (done: number) => onProgress?.((start + done * job.size) / total);
    await job.run({ ...options, onProgress: report });
    before += job.size;
  }
}
