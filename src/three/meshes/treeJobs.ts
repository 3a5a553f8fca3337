import type { ProgressOptions, WorkerOptions } from 'slabtree';
import { checkFunction } from '../../primitives/check';
import type { ThreadStart } from '../../scene/buildAsync';

/** The options of an index that concern the building of its trees. */
export type TreeOptions = ProgressOptions & WorkerOptions & { start?: ThreadStart };

/** Trees that a thread builds ahead of the first query. */
export interface TreeJob {
  /** The amount of work, in the unit of all jobs: vertices. */
  readonly size: number;
  run(options: TreeOptions): Promise<void>;
}

/** Runs jobs one after the other, because each job uses a thread and copies its input. */
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
    // A job may catch an error of the callback together with the errors of its own work.
    if (thrown !== undefined) throw thrown[0];
    // A job without work has reported nothing.
    report(1);
    before += job.size;
  }
}
