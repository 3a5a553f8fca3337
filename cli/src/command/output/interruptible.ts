/** Thrown by work that a signal has interrupted. */
export class InterruptedError extends Error {
  /** @param signal the number of the signal, such as 2 for SIGINT. */
  constructor(readonly signal: number) {
    super(`interrupted by signal ${signal}`);
  }
}

/** The signals of Ctrl-C, of a closed terminal, and of `kill`. */
const SIGNALS = ['SIGINT', 'SIGHUP', 'SIGTERM'] as const;

/** The exit code of an interrupted command is this number plus the number of the signal, as in shells. */
export const INTERRUPTED = 128;

/**
 * Runs work that would leave something behind if a signal ended the process. The first signal aborts the work instead of ending
 * the process. Later signals change nothing.
 *
 * @param work gets an AbortSignal. When the AbortSignal is aborted, `work` must clean up and throw its reason, an
 * InterruptedError.
 * @param mostSeconds how long the process may go on after the first signal, whatever the work waits for.
 */
export async function interruptible(
  work: (signal: AbortSignal) => Promise<void>,
  mostSeconds = Infinity,
): Promise<void> {
  const controller = new AbortController();
  const abort = (_: NodeJS.Signals, number: number) => {
    if (!controller.signal.aborted && mostSeconds < Infinity) {
      // A process without work ends earlier: this timer does not keep it.
      setTimeout(() => process.exit(INTERRUPTED + number), 1000 * mostSeconds).unref();
    }
    controller.abort(new InterruptedError(number));
  };
  for (const signal of SIGNALS) process.on(signal, abort);
  try {
    await work(controller.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, abort);
  }
}
