import type { Command } from 'commander';
import type { ClusterQueue, ClusterStatus } from 'slabtree-cli/cluster';
import { redisUrl } from '../input/redisUrl';
import { standardOutput } from '../output/standardOutput';
import { asInputError } from '../text/errors';
import { answerText, escaped } from '../text/showText';
import { jsonOption, queueOf, queueOption, redisOption, timeoutOption } from './options';

interface StatusOptions {
  redis?: string;
  queue?: string;
  timeout?: number;
  json?: boolean;
}

export function addCluster(program: Command): void {
  program
    .command('cluster')
    .description('look after a cluster')
    .command('status')
    .description('show the workers, the casts, the queue and the Redis of a cluster')
    .addOption(redisOption)
    .addOption(queueOption)
    .addOption(timeoutOption(5))
    .addOption(jsonOption)
    .action(async ({ redis, queue, timeout, json }: StatusOptions) => {
      const status = await readStatus(queueOf(await redisUrl(redis, '--redis'), queue), timeout);
      standardOutput.write(json === true ? `${JSON.stringify(status)}\n` : statusText(status));
    });
}

/** @param timeout in seconds. Undefined for the default. */
async function readStatus(queue: ClusterQueue, timeout: number | undefined): Promise<ClusterStatus> {
  const { clusterStatus } = await import('slabtree-cli/cluster');
  const wait = timeout === undefined ? {} : { timeout: 1000 * timeout };
  return clusterStatus(queue, wait).catch((thrown: unknown) => {
    throw asInputError(thrown);
  });
}

function statusText({ workers, callers, queue, redis, warnings }: ClusterStatus): string {
  const limit = redis.maxMemory === 0 ? 'without a limit' : `of ${megabytes(redis.maxMemory)}`;
  const head = answerText({
    redis: `${redis.host}, version ${redis.version}`,
    memory: `${megabytes(redis.usedMemory)} ${limit}, ${redis.maxMemoryPolicy}`,
    queue: queue.name,
    blocks: `${queue.waiting} waiting, ${queue.active} active, ${queue.delayed} delayed`,
    workers: workers.length,
    casts: callers.length,
  });
  const workerRows = workers.map(({ name, version, threads, since, blocks, rays, scenes }) =>
    [name, version, threads, new Date(since).toISOString(), blocks, rays, scenes.join(', ')].map(cell),
  );
  const callerRows = callers.map(({ name, version, since, blocks, rays, scene }) =>
    [name, version, new Date(since).toISOString(), blocks, rays, scene].map(cell),
  );
  const tables = [
    workers.length === 0 ? '' : `\n${tableText([WORKER_COLUMNS, ...workerRows])}`,
    callers.length === 0 ? '' : `\n${tableText([CALLER_COLUMNS, ...callerRows])}`,
  ].join('');
  const notes = warnings.length === 0 ? '' : `\n${warnings.map((text) => `warning: ${escaped(text)}\n`).join('')}`;
  return `${head}${tables}${notes}`;
}

const WORKER_COLUMNS = ['worker', 'version', 'threads', 'since', 'blocks', 'rays', 'open scenes'];
const CALLER_COLUMNS = ['cast', 'version', 'since', 'blocks under way', 'rays answered', 'scene'];

function cell(value: string | number): string {
  return escaped(String(value));
}

/** Returns rows of texts as columns of equal width. */
function tableText(rows: readonly string[][]): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map(
      (row) =>
        `${row
          .map((text, i) => text.padEnd(widths[i]))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}
