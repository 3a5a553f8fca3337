/** A person or the system has told the process to end. */
export class InterruptedError extends Error {
  /** @param signal its number. */
  constructor(readonly signal: number) {
    super(`interrupted by signal ${signal}`);
  }
}

/** Ctrl-C, a closed terminal, and `kill`. */
const SIGNALS = ['SIGINT', 'SIGHUP', 'SIGTERM'] as const;

/**
 * Does what would leave something behind if it was cut off: a signal that would end the process calls it off instead, and those
 * that come after it change nothing.
 *
 * @param work throws the reason of its signal when that is aborted, an InterruptedError, once nothing is left behind.
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
