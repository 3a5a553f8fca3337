import type { Redis } from 'ioredis';
import { CALLER_CHECK, NO_WORKER } from '../protocol/retries';

/** Notifies the user of a caller when no worker takes blocks. */
export class TakenBlocks {
  /** How many checks have found no block that was taken. The time between two checks may be long, if the process stands still. */
  #checks = 0;
  #isNotified = false;

  /**
   * @param queueName the name of the queue, for the notice.
   * @param keyOf returns the key of BullMQ with this name.
   */
  constructor(
    private readonly redis: Redis,
    private readonly queueName: string,
    private readonly keyOf: (name: string) => string,
    private readonly onNotice: (message: string) => void,
  ) {}

  /** Called when a worker has taken or answered a block of any caller, and while no block waits. */
  taken(): void {
    this.#checks = 0;
    if (this.#isNotified) this.onNotice(`a worker takes blocks of the queue "${this.queueName}" now`);
    this.#isNotified = false;
  }

  /** Called every {@link CALLER_CHECK} milliseconds while blocks wait. */
  async check(): Promise<void> {
    this.#checks++;
    if (!this.#isDue()) return;
    // A live worker may still cast a block that it took long ago. It then holds the lock of the block, which expires soon after the
    // worker has died.
    const active = await this.redis.lrange(this.keyOf('active'), 0, 99);
    const locks = active.map((id) => this.keyOf(`${id}:lock`));
    if (locks.length > 0 && (await this.redis.exists(...locks)) > 0) return;
    // Meanwhile, a block may have been taken.
    if (!this.#isDue()) return;
    this.#isNotified = true;
    this.onNotice(
      `no worker has taken a block of the queue "${this.queueName}" for ${NO_WORKER / 1000} s: ` +
        'start workers (slabtree worker), or give callers and workers the same --queue. Waiting for a worker',
    );
  }
  #isDue(): boolean {
    return !this.#isNotified && this.#checks * CALLER_CHECK >= NO_WORKER;
  }
}
