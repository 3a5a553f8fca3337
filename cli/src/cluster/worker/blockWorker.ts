import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { answersToBytes, areAnswers, bytesToRays } from '../protocol/blockBytes';
import { readBlockJob } from '../protocol/blockJob';
import { blockKey, ClusterError, type ClusterQueue } from '../protocol/clusterQueue';
import { expireWithJob } from '../protocol/expiry';
import type { Packages } from '../protocol/redis';
import type { RedisWatch } from '../protocol/redisWatch';
import { BlockRefusal } from '../protocol/blockRefusal';
import type { ClusterLog } from './clusterLog';
import { Requeue } from './requeue';
import type { SceneCache } from './sceneCache';

/** What became of a block in a worker: see {@link startWorker}. */
export interface BlockReport {
  /** `'done'`: its answers are stored. `'putBack'`: it is left to other workers. `'failed'`: it is tried again, or its cast ends. */
  outcome: 'done' | 'putBack' | 'failed';
  /** The number of rays that were cast: 0 unless the outcome is `'done'`. */
  rays: number;
  /** How many milliseconds the worker took, from reading the rays to storing the answers. */
  milliseconds: number;
}

/** What a worker needs to cast blocks. */
interface BlockWorkerParts {
  readonly packages: Packages;
  readonly redis: Redis;
  readonly watch: RedisWatch;
  readonly queue: Required<ClusterQueue>;
  /** Returns the key of BullMQ with a name. */
  readonly keyOf: (name: string) => string;
  /** The worker's name. */
  readonly name: string;
  readonly scenes: SceneCache;
  readonly log: ClusterLog;
  readonly onBlock: (report: BlockReport) => void;
}

/** Casts the blocks that a worker takes from the queue, and puts back the blocks that only other workers can cast. */
export class BlockWorker {
  /** How many blocks the worker has cast. */
  blocks = 0;
  /** How many rays the worker has cast. */
  rays = 0;
  readonly #requeue: Requeue;

  constructor(private readonly parts: BlockWorkerParts) {
    const { packages, redis, queue, name, log } = parts;
    this.#requeue = new Requeue(packages, redis, queue, name, log);
  }

  /** Does a job of BullMQ. @param token identifies the worker's lock on the job. */
  async work(job: Job, token: string | undefined): Promise<void> {
    const { UnrecoverableError } = this.parts.packages.bullmq;
    const start = performance.now();
    const report = (outcome: BlockReport['outcome'], rays = 0) => {
      this.parts.onBlock({ outcome, rays, milliseconds: performance.now() - start });
    };
    try {
      const rays = await this.#cast(job);
      if (rays === null) return;
      this.blocks++;
      this.rays += rays;
      const milliseconds = Math.round(performance.now() - start);
      this.parts.log.debug({ block: job.id, rays, milliseconds }, 'cast a block');
      report('done', rays);
      // The answers are stored, so the block is done even if Redis refuses this. It is tried again after the next block.
      await this.#requeue.noteCast(job).catch(() => undefined);
    } catch (thrown) {
      if (thrown instanceof BlockRefusal) {
        await this.#requeue.putBack(job, token, thrown.message).catch((end: unknown) => {
          const isFailed = end instanceof UnrecoverableError;
          report(isFailed ? 'failed' : 'putBack');
          if (isFailed) this.#logFailure(job, end);
          throw end;
        });
        return;
      }
      report('failed');
      this.#logFailure(job, thrown);
      const message = `worker ${this.parts.name}: ${messageOf(thrown)}`;
      // A ClusterError is not retried, because another attempt would fail in the same way.
      if (thrown instanceof ClusterError) throw new UnrecoverableError(message);
      throw new Error(message, { cause: thrown });
    }
  }

  /** Prepares for the end of the worker, which waits for the blocks that it has. */
  close(): void {
    this.#requeue.close();
  }

  /** Casts the rays of a block and stores the answers. Returns the number of rays, or null if nobody needs the answers. */
  async #cast(job: Job): Promise<number | null> {
    const { queue, redis, watch, keyOf, scenes } = this.parts;
    // BullMQ returns an empty job for an expired job whose id is still in its lists: the job's caller was killed.
    if (isEmpty(job.data)) return null;
    const expiry = expireWithJob(redis, keyOf, String(job.id)).catch(() => undefined);
    const { scene, options } = readBlockJob(job.data);
    const key = blockKey(queue, String(job.id));
    return scenes.use(scene, async (opened) => {
      const [bytes] = await Promise.all([redis.getBuffer(key), expiry]);
      // A block without a key in Redis is skipped: the caller has read its answers, or has ended.
      if (bytes === null || areAnswers(bytes)) return null;
      const rays = bytesToRays(bytes);
      const answers = await opened.answer(rays, options);
      const answered = Buffer.from(answersToBytes(answers).buffer);
      // With the option XX, Redis stores the answers only in place of the rays. Once the rays are removed, no one removes answers.
      await watch.untilAccepted(() => redis.set(key, answered, 'KEEPTTL', 'XX'));
      return rays.length / 6;
    });
  }

  #logFailure({ id }: Job, thrown: unknown): void {
    const details = { block: id, reason: messageOf(thrown) };
    // Compares the name, because slabtree does not export the class.
    if (thrown instanceof Error && thrown.name === 'ThreadEndedError') {
      this.parts.log.warn(details, 'a thread ended, and a new thread takes its place');
    }
    this.parts.log.error(details, 'could not cast a block');
  }
}

function isEmpty(data: unknown): boolean {
  return typeof data === 'object' && data !== null && Object.keys(data).length === 0;
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
