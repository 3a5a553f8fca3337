import { once } from 'node:events';
import { type Command, Option } from 'commander';
import type { ClusterQueue } from 'slabtree/cluster';
import { InterruptedError, interruptible } from '../output/interruptible';
import { asInputError } from '../rays/castOnCluster';
import { memoryOption, parseCount, parseRedis, queueOf, queueOption } from './options';

interface WorkerCommandOptions {
  redis: string;
  queue?: string;
  concurrency?: number;
  memory?: number;
  allow?: string[];
}

export function addWorker(program: Command): void {
  program
    .command('worker')
    .description('cast rays for a cluster: take blocks of rays from a queue until a signal ends the worker')
    .addOption(
      new Option('--redis <redis>', 'the Redis or Valkey of the queue, such as redis://host:6379')
        .argParser(parseRedis)
        .makeOptionMandatory(),
    )
    .addOption(queueOption)
    .addOption(new Option('--concurrency <count>', 'threads that cast rays; 1 by default').argParser(parseCount))
    .addOption(memoryOption)
    .addOption(
      new Option(
        '--allow <folder...>',
        'the folders of the scenes that callers may use; by default the current folder',
      ),
    )
    .action(async ({ redis, queue, ...options }: WorkerCommandOptions) => {
      await work(queueOf(redis, queue), options);
    });
}

/** Casts blocks of rays for a cluster until a signal arrives, and then finishes the blocks that it has begun. */
async function work(queue: ClusterQueue, options: Omit<WorkerCommandOptions, 'redis' | 'queue'>): Promise<void> {
  await interruptible(async (signal) => {
    const { startWorker } = await import('slabtree/cluster');
    const worker = await startWorker(queue, options).catch((thrown: unknown) => {
      throw asInputError(thrown);
    });
    process.stderr.write(`worker ${worker.name} is ready\n`);
    if (!signal.aborted) await once(signal, 'abort');
    await worker.close();
    // An interrupt is no failure of a worker but its usual end, so its error is not thrown.
    if (!(signal.reason instanceof InterruptedError)) throw signal.reason;
  });
}
