/** Thrown by work that a signal has interrupted. */
export class InterruptedError extends Error {
  /** @param signal the number of the signal, such as 2 for SIGINT. */
  constructor(readonly signal: number) {
    super(`interrupted by signal ${signal}`);
  }
}

/** The signals of Ctrl-C, of a closed terminal, and of `kill`. */
const SIGNALS = ['SIGINT', 'SIGHUP', 'SIGTERM'] as const;

/**
 * Runs work that would leave something behind if a signal ended the process. The first signal aborts the work instead of ending
 * the process. Later signals change nothing.
 *
 * @param work gets an AbortSignal. When the AbortSignal is aborted, `work` must clean up and throw its reason, an
 * InterruptedError.
 */
export async function interruptible(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  const abort = (_: NodeJS.Signals, number: number) => {
    controller.abort(new InterruptedError(number));
  };
  for (const signal of SIGNALS) process.on(signal, abort);
  try {
    await work(controller.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, abort);
  }
}
