import type * as bullmq from 'bullmq';
import type * as ioredis from 'ioredis';
import { ClusterError } from './clusterError';

/** The packages that talk to Redis. They are loaded when a cluster is used, and only then need to be installed. */
export interface Packages {
  bullmq: typeof bullmq;
  ioredis: typeof ioredis;
}

export async function loadPackages(): Promise<Packages> {
  try {
    const [queues, connections] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bullmq: queues, ioredis: connections };
  } catch (cause) {
    if (!isMissing(cause)) throw cause;
    throw new ClusterError('a cluster needs two more packages: npm install bullmq ioredis', { cause });
  }
}

function isMissing(thrown: unknown): boolean {
  const code: unknown = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}
