import type { BuildOptions, ProgressOptions, WorkerOptions } from 'slabtree';
import { checkFunction } from '../check';

/** An index has other options, which do not concern its trees. */
export type TreeOptions = ProgressOptions & WorkerOptions & Pick<BuildOptions, 'start'>;

/** Trees that a thread builds ahead of the first query. */
export interface TreeJob {
  /** How much there is to do, beside other jobs. */
  readonly size: number;
  run(options: TreeOptions): Promise<void>;
}

/** Runs jobs one after the other: each has a thread, and copies what it is given. */
export async function runInTurn(jobs: readonly TreeJob[], options: TreeOptions): Promise<void> {
  const { onProgress, signal, workerUrl } = options;
  if (onProgress !== undefined) checkFunction('options.onProgress', onProgress);
  const total = jobs.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  let reported = 0;
  let thrown: [reason: unknown] | undefined;
  const given = { ...(signal !== undefined && { signal }), ...(workerUrl !== undefined && { workerUrl }) };
  const start = { hasFailed: false };
  for (const job of jobs) {
    const report = (done: number) => {
      const part = (before + done * job.size) / total;
      if (part <= reported) return;
      reported = part;
      try {
        onProgress?.(part);
      } catch (reason) {
        thrown = [reason];
        throw reason;
      }
    };
    await job.run({ ...given, onProgress: report, start });
    // A job takes some errors for those of its own work.
    if (thrown !== undefined) throw thrown[0];
    // It may have had nothing to do.
    report(1);
    before += job.size;
  }
}
