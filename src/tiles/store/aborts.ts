import type { AbortSignalLike } from '../../scene/arguments/progressOptions';

type End = (reason: unknown) => void;

interface Heard {
  readonly ends: Set<End>;
  readonly listener: () => void;
}

/** Listens once to each signal, however many share it: Node warns of more than 10 listeners. */
export class Aborts {
  readonly #heard = new Map<AbortSignalLike, Heard>();

  /** Calls `end` with the signal's reason once that is aborted, until {@link forget}. */
  listen(signal: AbortSignalLike, end: End): void {
    let heard = this.#heard.get(signal);
    if (heard === undefined) {
      const ends = new Set<End>();
      const listener = (): void => {
        for (const each of ends) each(signal.reason);
      };
      heard = { ends, listener };
      this.#heard.set(signal, heard);
      signal.addEventListener('abort', listener);
    }
    heard.ends.add(end);
  }

  forget(signal: AbortSignalLike, end: End): void {
    const heard = this.#heard.get(signal);
    if (heard === undefined) return;
    heard.ends.delete(end);
    if (heard.ends.size > 0) return;
    signal.removeEventListener('abort', heard.listener);
    this.#heard.delete(signal);
  }
}
