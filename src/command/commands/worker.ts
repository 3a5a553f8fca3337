import { once } from 'node:events';
import { type Command, Option } from 'commander';
import type { ClusterQueue } from 'slabtree/cluster';
import { redisUrl } from '../input/redisUrl';
import { InterruptedError, interruptible } from '../output/interruptible';
import { asInputError } from '../rays/castOnCluster';
import { memoryOption, parseCount, queueOf, queueOption, redisOption } from './options';

/** After this many seconds, a signal ends the process of a worker, whatever the worker waits for. */
const LONGEST_END = 9;

interface WorkerCommandOptions {
  redis?: string;
  queue?: string;
  concurrency?: number;
  memory?: number;
  allow?: string[];
}

export function addWorker(program: Command): void {
  program
    .command('worker')
    .description('cast rays for a cluster: take blocks of rays from a queue until a signal ends the worker')
    .addOption(redisOption)
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
      await work(queueOf(await redisUrl(redis, '--redis'), queue), options);
    });
}

/** Casts blocks of rays for a cluster until a signal arrives, and then finishes the blocks that it has begun. */
async function work(queue: ClusterQueue, options: Omit<WorkerCommandOptions, 'redis' | 'queue'>): Promise<void> {
  const onNotice = (message: string) => process.stderr.write(`${message}\n`);
  try {
    await interruptible(async (signal) => {
      const { startWorker } = await import('slabtree/cluster');
      const worker = await startWorker(queue, { ...options, onNotice, signal }).catch((thrown: unknown) => {
        throw asInputError(thrown);
      });
      process.stderr.write(`worker ${worker.name} is ready\n`);
      if (!signal.aborted) await once(signal, 'abort');
      await worker.close();
      throw signal.reason;
    }, LONGEST_END);
  } catch (thrown) {
    // An interrupt is no failure of a worker but its usual end.
    if (!(thrown instanceof InterruptedError)) throw thrown;
  }
}
