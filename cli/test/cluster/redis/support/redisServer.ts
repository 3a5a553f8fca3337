import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';

/** A Redis of its own, in a temporary folder and on a free port. It ends with the test. */
export class RedisServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'slabtree-redis-'));
  #process: ChildProcess | null = null;

  private constructor(
    readonly port: number,
    private readonly keepsFile: boolean,
    private readonly settings: readonly string[],
  ) {}

  /**
   * @param keepsFile whether it has its data again after a restart, from an append-only file.
   * @param settings further settings, such as `--maxmemory 1mb`.
   */
  static async start({ keepsFile = false, settings = '' } = {}): Promise<RedisServer> {
    const redis = await RedisServer.later({ keepsFile, settings });
    await redis.begin();
    return redis;
  }

  /** A server that is not there before {@link begin}. */
  static async later({ keepsFile = false, settings = '' } = {}): Promise<RedisServer> {
    const redis = new RedisServer(await freePort(), keepsFile, wordsOf(settings));
    onTestFinished(async () => {
      await redis.stop();
      rmSync(redis.#folder, { recursive: true, force: true });
    });
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** @param more further settings, only for now. @param isAwaited whether to wait until it answers. */
  async begin(more = '', isAwaited = true): Promise<void> {
    const options = {
      port: this.port,
      bind: '127.0.0.1',
      dir: this.#folder,
      appendonly: this.keepsFile ? 'yes' : 'no',
    };
    const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    this.#process = spawn('redis-server', [...flags, '--save', '', ...this.settings, ...wordsOf(more)], {
      stdio: 'ignore',
    });
    await once(this.#process, 'spawn');
    if (isAwaited) await this.ask((redis) => redis.ping());
  }

  /** Lets its snapshots fail: the name of the snapshot is the name of a folder. */
  preventSnapshots(): void {
    mkdirSync(join(this.#folder, 'dump.rdb'));
  }

  /** Ends it as a crash does, unless it has ended. */
  async stop(): Promise<void> {
    const process = this.#process;
    this.#process = null;
    if (process === null) return;
    const exit = once(process, 'exit');
    process.kill('SIGKILL');
    await exit;
  }

  /** Lets it stand still: it keeps its connections, accepts new ones, and answers nothing. */
  standStill(): void {
    this.#process?.kill('SIGSTOP');
  }

  goOn(): void {
    this.#process?.kill('SIGCONT');
  }

  /** Asks on a connection of its own. Waits until Redis is ready. */
  async ask<Answer>(question: (redis: Redis) => Promise<Answer>): Promise<Answer> {
    const redis = new Redis(this.url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
    redis.on('error', () => undefined);
    try {
      return await question(redis);
    } finally {
      redis.disconnect();
    }
  }

  /** The keys of jobs and blocks: all but the few that BullMQ keeps for each queue, and what expires about workers. */
  async leftovers(): Promise<string[]> {
    const keys = await this.ask((redis) => redis.keys('*'));
    const ofQueues =
      /^(bull:[^:]+:(meta|id|events|stalled-check|marker)|slabtree:[^:]+:(workers|callers|(worker|caller|refusals):.*)|.*:try-[^:]+)$/;
    return keys.filter((key) => !ofQueues.test(key)).sort();
  }

  /** Waits until there is some job or block. */
  async untilUsed(): Promise<void> {
    while ((await this.leftovers()).length === 0) await after(20);
  }
}

function wordsOf(settings: string): string[] {
  return settings.split(' ').filter(Boolean);
}

/**
 * A port that was free a moment ago, and that the system gives to no client: a client that looks for a server which has ended
 * could otherwise get the port of that server, and meet itself.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(10_000 * Math.random());
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
