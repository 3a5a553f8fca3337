import { once } from 'node:events';
import { type Command, Option } from 'commander';
import type { BlockReport, ClusterQueue, ClusterWorker, ClusterWorkerOptions } from 'slabtree-cli/cluster';
import { redisUrl } from '../input/redisUrl';
import type { HostAndPort } from '../operator/healthServer';
import { LOG_FORMATS, LOG_LEVELS, type LogOptions } from '../operator/logOptions';
import { InterruptedError, interruptible } from '../output/interruptible';
import { asInputError, InputError, isSystemError, systemErrorReason } from '../text/errors';
import { memoryOption, parseAddress, parseConcurrency, queueOf, queueOption, redisOption } from './options';

/** How many seconds the process goes on at most after a signal, whatever the worker waits for: it promises to end within 10. */
const LONGEST_END = 9;

interface WorkerCommandOptions {
  redis?: string;
  queue?: string;
  concurrency?: number;
  memory?: number;
  allow?: string[];
  http?: HostAndPort;
  log: LogOptions['format'];
  logLevel: LogOptions['level'];
}

export function addWorker(program: Command): void {
  program
    .command('worker')
    .description('cast rays for a cluster: take blocks of rays from a queue until a signal ends the worker')
    .addOption(redisOption)
    .addOption(queueOption)
    .addOption(new Option('--concurrency <count>', 'threads that cast rays; 1 by default').argParser(parseConcurrency))
    .addOption(memoryOption)
    .addOption(
      new Option(
        '--allow <folder...>',
        'the folders of the scenes that callers may use; by default the current folder',
      ),
    )
    .addOption(
      new Option(
        '--http <address>',
        'serve /healthz and /metrics here: a port of this machine alone, or host:port, such as 0.0.0.0:9464',
      ).argParser(parseAddress),
    )
    .addOption(new Option('--log <format>', 'the format of log lines').choices(LOG_FORMATS).default('text'))
    .addOption(new Option('--log-level <level>', 'the least level of log lines').choices(LOG_LEVELS).default('info'))
    .action(async ({ redis, queue, http, log, logLevel, ...options }: WorkerCommandOptions) => {
      await work(queueOf(await redisUrl(redis, '--redis'), queue), options, { format: log, level: logLevel }, http);
    });
}

/** Casts blocks of rays for a cluster until a signal arrives, and then finishes the blocks that it has begun. */
async function work(
  queue: ClusterQueue,
  options: ClusterWorkerOptions,
  logOptions: LogOptions,
  address: HostAndPort | undefined,
): Promise<void> {
  try {
    await interruptible(async (signal) => {
      const { HealthServer, workerLog, WorkerMetrics } = await import('../operator/workerService');
      const { startWorker } = await import('slabtree-cli/cluster');
      let worker: ClusterWorker | null = null;
      const metrics = address === undefined ? null : new WorkerMetrics(() => worker);
      const problem = () => (worker === null ? 'the worker is starting' : worker.problem);
      // The server starts first: it says that the worker is not ready yet.
      const server =
        address &&
        metrics &&
        (await HealthServer.start(address, metrics, problem).catch((thrown: unknown) => {
          throw atAddress(address, thrown);
        }));
      try {
        const onBlock = (report: BlockReport) => metrics?.add(report);
        const log = workerLog(logOptions);
        worker = await startWorker(queue, { ...options, log, onBlock, signal }).catch((thrown: unknown) => {
          throw asInputError(thrown);
        });
        if (!signal.aborted) await once(signal, 'abort');
        await worker.close();
      } finally {
        server?.close();
      }
      throw signal.reason;
    }, LONGEST_END);
  } catch (thrown) {
    // An interrupt is no failure of a worker but its usual end.
    if (!(thrown instanceof InterruptedError)) throw thrown;
  }
}

/** Returns an error of the system at the start of a server, such as a port that another program has, with the address. */
function atAddress({ host, port }: HostAndPort, thrown: unknown): unknown {
  return isSystemError(thrown) ? new InputError(`--http ${host}:${port}: ${systemErrorReason(thrown)}`) : thrown;
}
