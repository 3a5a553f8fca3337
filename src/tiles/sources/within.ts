import type { AbortSignalLike } from '../../scene/arguments/progressOptions';

/** The longest time that timers take, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/**
 * Runs a task that must end within a time, and ends with the caller's signal. The promise settles then, even if the task
 * itself never does.
 *
 * @param task gets a signal that is aborted in both cases.
 * @param late the error if the time is over.
 */
export async function within<Result>(
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
      // Reject first: what the task throws because of its signal must not win.
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the signal's reason, whatever it is
      reject(reason);
      controller.abort(reason);
    };
    const onAbort = (): void => {
      end(signal?.reason);
    };
    const timer =
      timeout <= LONGEST
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

/** A pause, which ends with the signal. */
export function pauseFor(milliseconds: number, signal: AbortSignalLike | undefined): Promise<void> {
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
