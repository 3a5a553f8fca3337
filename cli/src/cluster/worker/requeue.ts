import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { setTimeout as after } from 'node:timers/promises';
import { blockKey, type ClusterQueue } from '../protocol/clusterQueue';
import type { Packages } from '../protocol/redis';
import { sceneKeyOf, SceneRefusals } from '../protocol/sceneRefusals';
import type { ClusterLog } from './clusterLog';
import { RunningWorkers } from './runningWorkers';

/** The shortest and the longest pause, in milliseconds, after which a worker takes a block again once it has refused one. */
const PAUSES = { shortest: 10, longest: 1000 };
/** How many milliseconds a block waits that all workers have refused, before one of them looks again. */
const ALL_REFUSE_DELAY = 1000;

/** Puts back the blocks that a worker cannot cast, for the other workers of the queue. */
export class Requeue {
  readonly #sceneRefusals: SceneRefusals;
  readonly #running: RunningWorkers;
  readonly #closing = new AbortController();
  /** For each scene, by its key, whether the worker cast its last block of the scene. False if the worker refused the block. */
  readonly #casts = new Map<string, boolean>();
  /** The next pause after a refused block, in milliseconds. It doubles until a block is cast. */
  #nextPause = PAUSES.shortest;

  constructor(
    private readonly packages: Packages,
    private readonly redis: Redis,
    private readonly queue: Required<ClusterQueue>,
    private readonly worker: string,
    private readonly log: ClusterLog,
  ) {
    this.#sceneRefusals = new SceneRefusals(redis, queue);
    this.#running = new RunningWorkers(redis, queue);
  }

  /**
   * Puts a block back. BullMQ requires that an error is thrown then. After a pause, the worker may take other blocks.
   *
   * @param token identifies the worker's lock on the job.
   * @throws WaitingError or DelayedError of BullMQ if the block was put back, or its UnrecoverableError, which fails the block, if
   *   all workers have refused the block's scene for too long.
   */
  async putBack(job: Job, token: string | undefined, reason: string): Promise<void> {
    const { DelayedError, UnrecoverableError, WaitingError } = this.packages.bullmq;
    const block = String(job.id);
    // A block without a key in Redis is not put back: its caller has ended.
    if ((await this.redis.exists(blockKey(this.queue, block))) === 0) return;
    const { advice, reasons } = await this.#sceneRefusals.add(
      job.data,
      this.worker,
      reason,
      await this.#running.names(),
    );
    if (advice === 'fail') throw new UnrecoverableError(reasons);
    this.#logPutBack(job, reason);
    if (advice === 'wait') {
      await job.moveToDelayed(Date.now() + ALL_REFUSE_DELAY, token);
      // Another worker gets the next of these blocks, so that each worker looks again.
      await this.#pause(PAUSES.shortest);
      throw new DelayedError();
    }
    await job.moveToWait(token);
    // The block is first in the queue again. Without a pause, this worker would take it at once, before the workers that are busy.
    await this.#pause(this.#nextPause);
    this.#nextPause = Math.min(PAUSES.longest, 2 * this.#nextPause);
    throw new WaitingError();
  }

  /**
   * Notes that the worker has cast a block: its refusal of the block's scene counts no longer. A scene that the worker has never
   * refused may have the refusal of an earlier worker of the same name, as in a container that was restarted.
   */
  async noteCast(job: Job): Promise<void> {
    this.#nextPause = PAUSES.shortest;
    const key = sceneKeyOf(job.data);
    if (this.#casts.get(key) === true) return;
    await this.#sceneRefusals.remove(job.data, this.worker);
    this.#casts.set(key, true);
  }

  /** Ends the pauses, because the worker closes. */
  close(): void {
    this.#closing.abort();
  }

  /** Logs the first refusal of a scene as a warning, and the others for debugging. */
  #logPutBack({ id, data }: Job, reason: string): void {
    const key = sceneKeyOf(data);
    const isKnown = this.#casts.get(key) === false;
    this.log[isKnown ? 'debug' : 'warn']({ block: id, reason }, 'put back a block for other workers');
    this.#casts.set(key, false);
  }

  /** Takes no block for a while. The pause ends early if the worker closes. */
  async #pause(milliseconds: number): Promise<void> {
    await after(milliseconds, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }
}
