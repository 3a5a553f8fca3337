import type { Redis } from 'ioredis';
import { setTimeout as after } from 'node:timers/promises';
import { checkCallback, show } from './arguments';
import { ClusterError, type ClusterQueue, hostOf } from './clusterQueue';
import { asClusterError, refusalOf, tlsProblemOf } from './redisErrors';
import { CALLER_CHECK, SILENCE } from './retries';

/** How a caller or a worker waits for Redis. */
export interface WaitOptions {
  /** How many milliseconds to wait for Redis. Infinity to wait as long as it takes. */
  readonly timeout: number;
  /** Called with a sentence for the user when Redis stops to answer, and when it answers again. */
  readonly onNotice: (message: string) => void;
}

/** How often Redis is checked, in milliseconds. */
const TICK = 500;

/**
 * Watches a connection to Redis. ioredis waits for Redis for ever and in silence. The watch notifies the user when Redis does not
 * answer or refuses commands, and fails after a timeout. Errors that no wait can mend, such as a wrong password, fail at once.
 */
export class RedisWatch {
  /** Rejects when Redis has not answered for too long, after an error that no wait can mend, or by {@link fail}. */
  readonly failure: Promise<never>;
  readonly #host: string;
  readonly #isTls: boolean;
  readonly #ticks: NodeJS.Timeout;
  #reject: (reason: unknown) => void = () => undefined;
  #wasReady = false;
  #tickedAt = Date.now();
  #answeredAt = Date.now();
  /** Why Redis does not answer, if that is known, and whether Redis says so itself: it then refuses the connection. */
  #problem: { reason: string; isRefusal: boolean } | null = null;
  /** Why Redis refuses commands, and since when. */
  #refusal: { reason: string; since: number } | null = null;
  /** What the last notice said. Null if Redis answers. */
  #notice: string | null = null;
  #isPinging = false;
  #isClosed = false;
  #isPatient = false;

  constructor(
    private readonly redis: Redis,
    queue: Required<ClusterQueue>,
    private readonly options: WaitOptions,
  ) {
    this.#host = hostOf(queue);
    this.#isTls = queue.redis.startsWith('rediss:');
    this.failure = new Promise((_, reject) => (this.#reject = reject));
    this.failure.catch(() => undefined);
    this.#ticks = setInterval(() => {
      this.#tick();
    }, TICK);
    redis.on('error', (error: Error) => {
      this.#explain(error);
    });
    let isSilent = false;
    redis.on('connect', () => {
      isSilent = true;
      // Any bytes are an answer: the reply to a ping may wait behind the replies to large commands.
      redis.stream.on('data', () => {
        isSilent = false;
        this.#answered();
      });
    });
    redis.on('ready', () => {
      this.#wasReady = true;
      this.#answered();
    });
    redis.on('close', () => {
      if (isSilent)
        this.#silentFor('it closes connections without an answer, as a port for TLS does: for TLS, use rediss://');
      isSilent = false;
    });
  }

  /** Whether Redis has answered within the last seconds. */
  get isAnswering(): boolean {
    return this.redis.status === 'ready' && Date.now() - this.#answeredAt < SILENCE;
  }

  /** Why Redis has not answered within the last seconds. Null if it has. */
  get problem(): string | null {
    return this.isAnswering ? null : this.#silence();
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether Redis refused the last command that would write. */
  get isRefusing(): boolean {
    return this.#refusal !== null;
  }

  /** Returns what a promise returns, unless the watch fails first. */
  guard<Value>(promise: Promise<Value>): Promise<Value> {
    return Promise.race([promise, this.failure]);
  }

  /** From now on, no error of Redis makes the watch fail. A worker that has once been ready waits until somebody mends Redis. */
  waitForEver(): void {
    this.#isPatient = true;
  }

  fail(reason: unknown): void {
    this.#reject(reason);
  }

  /**
   * Notes that Redis has rejected a command.
   *
   * @returns whether Redis refused the command, and may accept it later.
   */
  rejected(thrown: unknown): boolean {
    const refusal = refusalOf(thrown);
    if (refusal === null) return false;
    if (!refusal.passes && !this.#isPatient) this.fail(asClusterError(this.#host, thrown));
    this.#refusal = { reason: refusal.reason, since: this.#refusal?.since ?? Date.now() };
    return refusal.passes;
  }

  /** Notes that Redis has accepted a command that writes. */
  accepted(): void {
    this.#refusal = null;
  }

  /** Repeats a command that writes until Redis accepts it, as long as Redis may accept it later. */
  async untilAccepted<Answer>(command: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        const answer = await this.guard(command());
        this.accepted();
        return answer;
      } catch (thrown) {
        if (!this.rejected(thrown)) throw asClusterError(this.#host, thrown);
      }
      await this.nextTry();
    }
  }

  /** Waits before a refused command is tried again, unless the watch fails meanwhile. */
  async nextTry(): Promise<void> {
    await this.guard(after(CALLER_CHECK));
  }

  /** Calls `onNotice`. */
  notify(message: string): void {
    this.report(() => {
      this.options.onNotice(message);
    });
  }

  /** Calls a callback of the user. If it throws, the watch fails. */
  report(callback: () => void): void {
    try {
      callback();
    } catch (thrown) {
      this.fail(thrown);
    }
  }

  /** Stops the watch. A promise of {@link guard} that still waits then rejects. */
  close(): void {
    clearInterval(this.#ticks);
    // The work may have ended before the next tick.
    if (this.#trouble() === null) this.#endNotice();
    this.#isClosed = true;
    this.fail(new ClusterError('the connection to Redis was closed'));
  }

  #answered(): void {
    if (this.redis.status !== 'ready') return;
    this.#answeredAt = Date.now();
    this.#problem = null;
  }

  #explain(error: Error): void {
    const problem = tlsProblemOf(error);
    if (problem !== null) {
      this.#silentFor(problem);
      if (!this.#isPatient)
        this.fail(new ClusterError(`no connection to Redis at ${this.#host}: ${problem}`, { cause: error }));
      return;
    }
    const refusal = refusalOf(error);
    this.#problem = { reason: refusal?.reason ?? error.message, isRefusal: refusal !== null };
    if (refusal?.passes === false && !this.#isPatient) this.fail(asClusterError(this.#host, error));
  }

  #tick(): void {
    this.#forgetPause();
    void this.#ping();
    const trouble = this.#trouble();
    if (trouble === null) {
      this.#endNotice();
      return;
    }
    const { what, since } = trouble;
    const { timeout } = this.options;
    const waited = Date.now() - since;
    if (waited >= timeout) {
      this.fail(new ClusterError(`${what}. Waited ${seconds(timeout)} for it, see the option timeout`));
    }
    if (this.#notice === what) return;
    this.#notice = what;
    this.notify(`${what}. Waiting ${timeout === Infinity ? 'for it' : `up to ${seconds(timeout)}`}`);
  }

  /** Notifies the user that Redis answers again, if the last notice said that it does not. */
  #endNotice(): void {
    if (this.#notice !== null) this.notify(`Redis at ${this.#host} answers`);
    this.#notice = null;
  }

  /** Leaves out the time in which this process stood still, or was busy: Redis may have answered all the time. */
  #forgetPause(): void {
    const now = Date.now();
    const pause = now - this.#tickedAt - TICK;
    this.#tickedAt = now;
    if (pause < TICK) return;
    this.#answeredAt = Math.min(now, this.#answeredAt + pause);
    if (this.#refusal !== null) this.#refusal.since = Math.min(now, this.#refusal.since + pause);
  }

  #trouble(): { what: string; since: number } | null {
    const since = this.#answeredAt;
    if (Date.now() - since >= SILENCE) return { what: this.#silence(), since };
    if (this.#refusal === null) return null;
    return { what: `Redis at ${this.#host} refuses: ${this.#refusal.reason}`, since: this.#refusal.since };
  }

  /** Returns a sentence about a Redis that does not answer. */
  #silence(): string {
    const problem = this.#problem;
    if (!this.#wasReady) {
      const silent = `it does not answer${this.#isTls ? ' in TLS: for a port without TLS, use redis://' : ''}`;
      return `no connection to Redis at ${this.#host}: ${problem?.reason ?? silent}`;
    }
    if (problem?.isRefusal === true) return `Redis at ${this.#host} refuses: ${problem.reason}`;
    return `Redis at ${this.#host} does not answer${problem === null ? '' : `: ${problem.reason}`}`;
  }

  #silentFor(reason: string): void {
    this.#problem = { reason, isRefusal: false };
  }

  async #ping(): Promise<void> {
    if (this.#isPinging) return;
    this.#isPinging = true;
    try {
      // While a connection is made, Redis may load its data: then it answers INFO, but not PING.
      if (this.redis.status === 'connect') {
        if (/^loading:1/m.test(await this.redis.info('persistence')))
          this.#problem = { reason: 'it is loading its data (LOADING)', isRefusal: true };
      } else {
        await this.redis.ping();
        this.#answered();
      }
    } catch (thrown) {
      if (thrown instanceof Error && refusalOf(thrown) !== null) this.#explain(thrown);
    } finally {
      this.#isPinging = false;
    }
  }
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`;
}

/** Returns a checked option `onNotice`. The default ignores notices. */
export function readNotice({ onNotice }: { onNotice?: (message: string) => void }): (message: string) => void {
  checkCallback('options.onNotice', onNotice);
  return onNotice ?? (() => undefined);
}

/** Returns a checked option `timeout`, in milliseconds. */
export function readTimeout(options: { timeout?: number }, usual: number): number {
  const { timeout = usual } = options;
  if (typeof timeout !== 'number') throw new TypeError(`options.timeout must be a number, got ${show(timeout)}`);
  if (!(timeout > 0)) throw new RangeError(`options.timeout must be more than 0 milliseconds, got ${timeout}`);
  return timeout;
}
