import { InterruptedError } from './interruptedError';

/** Ctrl-C, a closed terminal, and `kill`. */
const SIGNALS = ['SIGINT', 'SIGHUP', 'SIGTERM'] as const;

/**
 * Does what would leave something behind if it was cut off: the first signal that would end the process calls it off instead.
 *
 * @param work throws the reason of its signal when that is aborted, an InterruptedError, once nothing is left behind.
 */
export async function interruptible(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  const abort = (_: NodeJS.Signals, number: number) => {
    controller.abort(new InterruptedError(number));
  };
  for (const signal of SIGNALS) process.once(signal, abort);
  try {
    await work(controller.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, abort);
  }
}
