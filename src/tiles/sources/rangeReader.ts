import type { AbortSignalLike } from '../../scene/arguments/progressOptions';
import type { ByteSource } from './byteSource';
import { rangeOf, TileSourceError } from './tileSourceError';

/** The pause before the second try of a read, in milliseconds. Each later pause is twice as long as the last. */
const FIRST_PAUSE = 100;
/** The longest pause before another try of a read, in milliseconds. If a host requires a longer pause, the read fails. */
const LONGEST_PAUSE = 20_000;
/** The longest delay that `setTimeout` accepts, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** For how long and how often a tiled scene tries to read its source. */
export interface SourceLimits {
  /** The longest time that one try of a read may take, in milliseconds. */
  readonly timeout: number;
  /** How often a read is retried after transient failures. */
  readonly retries: number;
}

/** Reads ranges of a source. Each try has a time limit, and transient failures are retried. */
export class RangeReader {
  readonly source: ByteSource;
  bytesRead = 0;
  /** How many reads of the source have been made. Retries of a read are not counted. */
  reads = 0;
  readonly #limits: SourceLimits;

  constructor(source: ByteSource, limits: SourceLimits) {
    this.source = source;
    this.#limits = limits;
  }

  async read(offset: number, length: number, signal?: AbortSignalLike): Promise<Uint8Array> {
    const { timeout, retries } = this.#limits;
    const late = (): Error =>
      new TileSourceError(
        `${rangeOf(this.source.name, offset, length)}: no answer within ${timeout} ms: ` +
          'check the connection, or give a longer options.timeout',
        { isTemporary: true },
      );
    this.reads++;
    const bytes = await retry(retries, signal, () =>
      within(timeout, signal, late, (stop) => this.source.read(offset, length, stop)),
    );
    this.bytesRead += bytes.length;
    return bytes;
  }
}

/**
 * Runs a task, and retries the task after transient failures. The pauses grow, and are random, so that the readers of a failed
 * host do not all retry at the same time (Brooker, "Exponential backoff and jitter", 2015).
 */
async function retry<Result>(
  retries: number,
  signal: AbortSignalLike | undefined,
  task: () => Promise<Result>,
): Promise<Result> {
  let pause = FIRST_PAUSE;
  for (let failed = 0; ;) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof TileSourceError) || !error.isTemporary) throw error;
      failed++;
      if (failed > retries || error.pause > LONGEST_PAUSE) throw failed === 1 ? error : tried(error, failed);
      await pauseFor(Math.max(error.pause, pause * jitter()), signal);
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    }
  }
}

function tried(error: TileSourceError, times: number): TileSourceError {
  return new TileSourceError(`${error.message} (tried ${times} times)`, { cause: error, isTemporary: true });
}

/** Returns a random number from 0.5 to 1, by which a pause is multiplied. */
function jitter(): number {
  // eslint-disable-next-line no-restricted-properties -- no answer depends on it
  return 0.5 + Math.random() / 2;
}

/**
 * Runs a task. Rejects after `timeout` milliseconds or when the caller's signal is aborted, even if the promise of the task
 * never settles.
 *
 * @param late returns the error with which the promise rejects after the timeout.
 * @param task gets a signal that is aborted after the timeout, and when the caller's signal is aborted.
 */
async function within<Result>(
  timeout: number,
  signal: AbortSignalLike | undefined,
  late: () => Error,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (signal?.aborted === true) throw signal.reason;
  const controller = new AbortController();
  let stop = (): void => undefined;
  const stopped = new Promise<never>((_, reject) => {
    const end = (reason: unknown): void => {
      // Reject first: the task may throw another error when its signal is aborted.
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the signal's reason, whatever it is
      reject(reason);
      controller.abort(reason);
    };
    const onAbort = (): void => {
      end(signal?.reason);
    };
    const timer =
      timeout <= LONGEST_TIMER
        ? setTimeout(() => {
            end(late());
          }, timeout)
        : undefined;
    signal?.addEventListener('abort', onAbort);
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
  });
  try {
    return await Promise.race([stopped, task(controller.signal)]);
  } finally {
    stop();
  }
}

/** Returns a promise that fulfils after a number of milliseconds, and rejects when the signal is aborted. */
function pauseFor(milliseconds: number, signal: AbortSignalLike | undefined): Promise<void> {
  return within(
    Infinity,
    signal,
    () => new Error('late'),
    (stopped) => {
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        stopped.addEventListener('abort', () => {
          clearTimeout(timer);
        });
      });
    },
  );
}
