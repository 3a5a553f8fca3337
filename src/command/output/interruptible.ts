/** Thrown if a signal has interrupted the process. */
export class InterruptedError extends Error {
  /** @param signal the number of the signal. */
  constructor(readonly signal: number) {
    super(`interrupted by signal ${signal}`);
  }
}

/** Ctrl-C, a closed terminal, and `kill`. */
const SIGNALS = ['SIGINT', 'SIGHUP', 'SIGTERM'] as const;

/**
 * Runs work that would leave something behind if a signal ended the process. The first signal aborts the work instead. Later
 * signals change nothing.
 *
 * @param work gets an AbortSignal. When the signal is aborted, `work` must clean up and throw the reason, an InterruptedError.
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
