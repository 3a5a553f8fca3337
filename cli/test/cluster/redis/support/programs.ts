import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { program } from '../../../command/support/command';

/** A worker in a process of its own. It is killed when the test ends. */
export class WorkerProcess {
  /** What it has printed on the standard error. */
  errors = '';
  readonly ended: Promise<number | null>;
  readonly #process: ChildProcess;

  private constructor(program: string, folder: string, options: string[]) {
    const stdio: ['ignore', 'ignore', 'pipe'] = ['ignore', 'ignore', 'pipe'];
    const process = spawn(globalThis.process.execPath, [program, 'worker', ...options], {
      cwd: folder,
      stdio,
    });
    this.#process = process;
    process.stderr.on('data', (chunk) => (this.errors += String(chunk)));
    this.ended = once(process, 'exit').then(([code]) => code as number | null);
    onTestFinished(() => {
      process.kill('SIGKILL');
    });
  }

  /** @param folder the current folder of the worker. */
  static start(folder: string, redis: string, ...options: string[]): WorkerProcess {
    return new WorkerProcess(program, folder, ['--redis', redis, ...options]);
  }

  /** Starts a worker whose Redis is in the environment. */
  static startByEnvironment(folder: string, ...options: string[]): WorkerProcess {
    return new WorkerProcess(program, folder, options);
  }

  /** Starts the worker of another program than the one that was built. */
  static startOf(otherProgram: string, folder: string, redis: string): WorkerProcess {
    return new WorkerProcess(otherProgram, folder, ['--redis', redis]);
  }

  /** Whether it takes blocks. */
  get isReady(): boolean {
    return this.errors.includes('is ready');
  }

  async untilReady(): Promise<void> {
    while (!this.isReady) await after(20);
  }

  /** Waits until the standard error contains a text. */
  async untilPrinted(words: string): Promise<void> {
    while (!this.errors.includes(words)) await after(20);
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }
}

/** How a cast in a process of its own ended. */
export interface CastEnded {
  status: number | null;
  /** A hash of the answers, which may be long. */
  answers: string;
  lines: number;
  errors: string;
}

/** `slabtree raycast` in a process of its own. */
export class CastProcess {
  readonly ended: Promise<CastEnded>;
  /** How many lines it has printed so far. */
  lines = 0;
  /** What it has printed on the standard error so far. */
  errors = '';
  readonly #process;

  /** @param folder has the scene. @param rays the file with the rays. */
  constructor(folder: string, scene: string, rays: string, ...options: string[]) {
    this.#process = spawn(process.execPath, [program, 'raycast', scene, '-', ...options], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const file = createReadStream(rays);
    // If the process ends early, it takes no more rays.
    this.#process.stdin.on('error', () => file.destroy());
    file.pipe(this.#process.stdin);
    onTestFinished(() => {
      this.#process.kill('SIGKILL');
    });
    this.ended = this.#read();
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  /** Waits until the standard error contains a text. */
  async untilPrinted(words: string): Promise<void> {
    while (!this.errors.includes(words)) await after(20);
  }

  async #read(): Promise<CastEnded> {
    const exit = once(this.#process, 'exit');
    this.#process.stderr.on('data', (chunk) => (this.errors += String(chunk)));
    const errorsEnd = once(this.#process.stderr, 'end');
    const hash = createHash('sha256');
    for await (const chunk of this.#process.stdout as AsyncIterable<Buffer>) {
      hash.update(chunk);
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) this.lines++;
    }
    const [status] = (await exit) as [number | null];
    await errorsEnd;
    return { status, answers: hash.digest('hex'), lines: this.lines, errors: this.errors };
  }
}
