import type { Queue, QueueEvents } from 'bullmq';
import { randomUUID } from 'node:crypto';
import { setImmediate, setTimeout as after } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { VERSION } from 'slabtree';
import { areAnswers, bytesToAnswers, KIND_BYTES, type RayAnswers, type RayBlock } from '../protocol/blockBytes';
import type { BlockJob } from '../protocol/blockJob';
import { blockKey, ClusterError, type ClusterQueue, hostOf } from '../protocol/clusterQueue';
import { expireWithJob } from '../protocol/expiry';
import { nameInProcess } from '../protocol/presence';
import { Publisher } from '../protocol/publisher';
import { connect, type Connection, loadPackages, type Packages, setRays } from '../protocol/redis';
import type { RedisWatch, WaitOptions } from '../protocol/redisWatch';
import { asClusterError } from '../protocol/redisErrors';
import {
  CALLER_CHECK,
  CALLER_GONE,
  LONGEST_CLOSING,
  LONGEST_REMOVAL,
  RETRIES,
  SHORT_REMOVAL,
} from '../protocol/retries';
import { CALLER_RIGHTS } from '../protocol/rights';
import { settledWithin } from '../protocol/settledWithin';
import { TakenBlocks } from './takenBlocks';
import { WorkerCount } from './workerCount';

/** How many casts this process has started. */
let started = 0;

/** A block of rays that was sent to the workers and has no answers yet. */
interface WaitingBlock {
  readonly rays: RayBlock;
  /** A promise that fulfils when all Redis commands that carry the rays of the block have been sent. */
  sent: Promise<unknown>;
  readonly resolve: (answers: RayAnswers) => void;
  readonly reject: (reason: unknown) => void;
  /** When the block was last queued or checked, in milliseconds since the epoch. */
  checkedAt: number;
  /** Whether the block's answers are being read, or were read. The block is not sent again, so its memory may be reused. */
  isBeingRead: boolean;
  /** Whether a job of the block may stay in Redis: the block was queued twice, or its answers were read before the job ended. */
  mayLeaveJob: boolean;
}

/** How an exchange waits for Redis, and what it reports. */
export interface ExchangeOptions extends WaitOptions {
  /** Called with the number of workers that run, when it changes. If undefined, the workers are not counted. */
  readonly onWorkers: ((count: number) => void) | undefined;
}

/**
 * Sends blocks of rays to workers through Redis, and receives their answers.
 *
 * A block is a key in Redis and a job. The value of the key is the rays. A worker replaces the rays by the answers, which
 * completes the job. The replacement is idempotent, so a block may be queued and cast any number of times. The caller reads the
 * key after an event of BullMQ. Without an event, the caller checks the key every second, and sends again whatever Redis has
 * lost.
 */
export class BlockExchange {
  readonly #id = randomUUID();
  readonly #waiting = new Map<string, WaitingBlock>();
  /** The ids of the blocks whose key or job may still be in Redis. */
  readonly #left = new Set<string>();
  /** The pending Redis commands that add jobs. */
  readonly #puts = new Set<Promise<unknown>>();
  readonly #checks: NodeJS.Timeout;
  #count = 0;
  /** Whether the connection to Redis was lost. Redis may have restarted, and may hold blocks again that were removed. */
  #wasLost = false;
  #failure: { reason: unknown } | null = null;

  private readonly redis: Redis;
  private readonly watch: RedisWatch;
  private readonly taken: TakenBlocks;
  private readonly workers: WorkerCount | null;
  private readonly presence: Publisher<'caller'>;
  /** How many rays are answered. */
  #rays = 0;

  private constructor(
    private readonly packages: Packages,
    private readonly queue: Required<ClusterQueue>,
    private readonly job: BlockJob,
    private readonly connection: Connection,
    private readonly jobs: Queue,
    private readonly events: QueueEvents,
    onWorkers: ExchangeOptions['onWorkers'],
  ) {
    const { redis, watch } = connection;
    this.redis = redis;
    this.watch = watch;
    this.taken = new TakenBlocks(
      redis,
      queue.name,
      (name) => jobs.toKey(name),
      (message) => {
        watch.notify(message);
      },
    );
    const reported = (count: number) => {
      watch.report(() => onWorkers?.(count));
    };
    this.workers = onWorkers === undefined ? null : new WorkerCount(redis, queue, reported);
    const [name, since] = [nameInProcess(++started), Date.now()];
    const current = () => {
      return { name, version: VERSION, scene: job.scene.path, since, blocks: this.#waiting.size, rays: this.#rays };
    };
    this.presence = new Publisher(redis, queue, (key) => jobs.toKey(key), 'caller', current, ignore);
    // Not awaited: nothing depends on it.
    void this.presence.begin();
    events.on('active', () => {
      this.taken.taken();
    });
    events.on('completed', ({ jobId }) => {
      this.taken.taken();
      this.#receive(jobId);
    });
    events.on('failed', ({ jobId, failedReason }) => {
      // The cast ends at once: blocks before this one may wait for a worker that has the scene, and would hold up the error.
      if (this.#waiting.has(jobId)) this.#rejectWaiting(new ClusterError(failedReason));
    });
    redis.on('close', () => (this.#wasLost = true));
    watch.failure.catch((reason: unknown) => {
      this.fail(reason);
    });
    this.#checks = setInterval(() => void this.#checkAll().catch(ignore), CALLER_CHECK);
  }

  /**
   * Returns an exchange that is connected to Redis.
   *
   * @param job the data of each block's job.
   * @param aborted a promise that rejects when the exchange must end: its blocks then reject with the same reason.
   */
  static async open(
    queue: Required<ClusterQueue>,
    job: BlockJob,
    wait: ExchangeOptions,
    aborted: Promise<never>,
  ): Promise<BlockExchange> {
    const packages = await loadPackages();
    const connection = await connect(packages, queue, CALLER_RIGHTS, wait, aborted);
    const { redis, watch } = connection;
    const { Queue, QueueEvents } = packages.bullmq;
    const jobs = new Queue(queue.name, { connection: redis, streams: { events: { maxLen: 1000 } } });
    // Errors of connections need nothing: BullMQ restores the connections, and a check every second finds missed answers.
    jobs.on('error', (thrown) => watch.rejected(thrown));
    try {
      // The queue is awaited before QueueEvents is created, whose connection BullMQ leaves open if it cannot use the server.
      await watch.guard(jobs.waitUntilReady());
      // The id 0-0 is before the first event in the stream. By default, events that precede the first read would be missed.
      const events = new QueueEvents(queue.name, { connection: redis, lastEventId: '0-0' });
      events.on('error', (thrown) => watch.rejected(thrown));
      await watch.guard(events.waitUntilReady());
      return new BlockExchange(packages, queue, job, connection, jobs, events, wait.onWorkers);
    } catch (thrown) {
      connection.close();
      throw asClusterError(hostOf(queue), thrown);
    }
  }

  /** Rejects when the exchange can give no more answers. */
  get failure(): Promise<never> {
    return this.watch.failure;
  }

  /** Returns a worker's answers to a block. The rays must not change until the promise fulfils, or ever if it rejects. */
  async cast(rays: RayBlock): Promise<RayAnswers> {
    const id = `${this.#id}-${this.#count++}`;
    try {
      return await new Promise((resolve, reject) => {
        if (this.#failure !== null) throw this.#failure.reason;
        const block: WaitingBlock = {
          rays,
          sent: Promise.resolve(),
          resolve,
          reject,
          checkedAt: Date.now(),
          isBeingRead: false,
          mayLeaveJob: false,
        };
        this.#waiting.set(id, block);
        this.#left.add(id);
        this.#put(id, block).catch((thrown: unknown) => {
          this.#rejected(block, thrown);
        });
      });
    } finally {
      this.#waiting.delete(id);
    }
  }

  /** Rejects the promises of all blocks that wait for answers, and of all blocks that are cast later. */
  fail(reason: unknown): void {
    this.#failure ??= { reason };
    this.#rejectWaiting(reason);
  }

  #rejectWaiting(reason: unknown): void {
    for (const { reject } of this.#waiting.values()) reject(reason);
  }

  /** Removes all blocks of this exchange from Redis, and disconnects from Redis. Blocks that cannot be removed soon expire. */
  async close(): Promise<void> {
    clearInterval(this.#checks);
    const longest = this.#failure === null ? LONGEST_REMOVAL : SHORT_REMOVAL;
    this.fail(new ClusterError('the cast has ended'));
    const left = this.#wasLost ? Array.from({ length: this.#count }, (_, n) => `${this.#id}-${n}`) : [...this.#left];
    try {
      const ending = new AbortController();
      // What cannot be removed expires.
      await Promise.all([settledWithin(longest, this.#remove(left, ending.signal)), this.presence.remove()]);
      ending.abort();
    } finally {
      // Closing the connections has a time limit, because BullMQ never closes a connection that it is about to restore.
      await settledWithin(LONGEST_CLOSING, Promise.all([this.jobs.close(), this.events.close()]));
      this.connection.close();
    }
  }

  /** Keeps a block that Redis has refused for the next check, if Redis may accept the block later. */
  #rejected(block: WaitingBlock, thrown: unknown): void {
    if (!this.watch.rejected(thrown)) block.reject(asClusterError(hostOf(this.queue), thrown));
    else block.isBeingRead = false;
  }

  /** Sends the rays of a block and adds its job, unless they are already in Redis. */
  async #put(id: string, block: WaitingBlock): Promise<void> {
    // Redis sets the rays first and adds the job second, so no worker finds a job without its rays.
    const set = setRays(this.packages, this.redis, blockKey(this.queue, id), block.rays, CALLER_GONE);
    block.sent = Promise.allSettled([block.sent, set]);
    await Promise.all([set, this.#enqueue(id)]);
    this.watch.accepted();
  }

  /** Adds the job of a block to the queue, unless the queue already has it. */
  async #enqueue(id: string): Promise<void> {
    const put = this.jobs.add('rays', this.job, { ...RETRIES, jobId: id });
    this.#puts.add(put);
    // The expiry is sent right behind the job, not after its reply: a caller that is killed meanwhile leaves a job that expires.
    const expiry = setImmediate().then(() => expireWithJob(this.redis, (name) => this.jobs.toKey(name), id));
    await Promise.all([put.finally(() => this.#puts.delete(put)), expiry]);
  }

  /** Reads the answers of a block from Redis, if Redis has them. Puts the block back in Redis otherwise. */
  #receive(id: string): void {
    const block = this.#waiting.get(id);
    if (block === undefined || block.isBeingRead) return;
    block.isBeingRead = true;
    this.#readAnswers(id, block).catch((thrown: unknown) => {
      this.#rejected(block, thrown);
    });
  }

  async #readAnswers(id: string, block: WaitingBlock): Promise<void> {
    const bytes = await this.redis.getdelBuffer(blockKey(this.queue, id));
    if (bytes === null || !areAnswers(bytes)) {
      // Redis has lost the key of the block, or still holds the rays: the block is sent again.
      block.isBeingRead = false;
      block.mayLeaveJob = true;
      await this.#put(id, block);
      return;
    }
    if (!block.mayLeaveJob) this.#left.delete(id);
    await block.sent;
    this.#rays += block.rays.rayCount;
    block.resolve(bytesToAnswers(bytes, block.rays.rayCount));
  }

  async #checkAll(): Promise<void> {
    // Commands that Redis does not answer would pile up.
    if (!this.watch.isAnswering) return;
    const before = Date.now() - CALLER_CHECK;
    const due = [...this.#waiting].filter(([, { checkedAt, isBeingRead }]) => checkedAt <= before && !isBeingRead);
    // Not awaited: blocks are checked even if the workers cannot be counted.
    this.workers?.check().catch(ignore);
    if (this.#waiting.size === 0) this.taken.taken();
    else await this.taken.check();
    // While Redis refuses commands, one block is sent again, and not the rays of all blocks.
    const sent = this.watch.isRefusing ? due.slice(0, 1) : due;
    await Promise.all(
      sent.map(([id, block]) =>
        this.#checkBlock(id, block).catch((thrown: unknown) => {
          this.#rejected(block, thrown);
        }),
      ),
    );
  }

  async #checkBlock(id: string, block: WaitingBlock): Promise<void> {
    block.checkedAt = Date.now();
    const key = blockKey(this.queue, id);
    const [isThere, kind] = await Promise.all([
      this.redis.pexpire(key, CALLER_GONE),
      this.redis.getrangeBuffer(key, 0, KIND_BYTES - 1),
    ]);
    if (!this.#waiting.has(id) || block.isBeingRead) return;
    block.mayLeaveJob = true;
    if (areAnswers(kind)) this.#receive(id);
    else if (isThere === 0) await this.#put(id, block);
    else {
      await this.#enqueue(id);
      this.watch.accepted();
    }
  }

  /** Removes blocks from Redis. A job that a worker holds can be removed only after the worker is done or has stalled. */
  async #remove(ids: readonly string[], signal: AbortSignal): Promise<void> {
    await Promise.allSettled(this.#puts);
    let left = ids;
    while (left.length > 0 && !signal.aborted) {
      await Promise.all(left.map((id) => this.redis.unlink(blockKey(this.queue, id))));
      const removed = await Promise.all(left.map((id) => this.jobs.remove(id)));
      // Clears BullMQ's mark of a stalled job. BullMQ clears it only when a worker next checks, but perhaps no worker runs.
      await Promise.all(left.map((id) => this.redis.srem(this.jobs.toKey('stalled'), id)));
      left = left.filter((_, i) => removed[i] === 0);
      if (left.length > 0) await after(100, undefined, { signal }).catch(ignore);
    }
  }
}

function ignore(): void {
  // Errors of a connection to Redis are ignored, because the connection is retried.
}
