import { batchQueries, type BatchQuery, type BatchQueryName, type Column } from '../scene/batchQueries';
import type { FloatArray } from '../scene/checkNumbers';

/** How a call tells of itself, and is called off. */
export interface BatchOptions {
  /** Told what part of the work is done, from 0 to 1, ever more, and 1 at last. */
  onProgress?: (done: number) => void;
  /** Aborting it rejects the call with its reason. */
  signal?: AbortSignal;
}

/** A run of rays or points, by their indices. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/** One call of a pool: what is asked, which of it has been handed out, and what has been answered. */
export class Batch {
  /** How many rays or points there are. */
  readonly count: number;
  readonly query: BatchQuery<object>;
  readonly columns: Promise<Column[]>;
  readonly #answers: Column[];
  readonly #stop: () => void;
  #resolve: (columns: Column[]) => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;
  #handedOut = 0;
  #answered = 0;
  #isSettled = false;

  constructor(
    readonly name: BatchQueryName,
    readonly numbers: FloatArray,
    readonly selection: object,
    readonly options: BatchOptions,
  ) {
    const query = batchQueries[name];
    this.query = query;
    this.count = numbers.length / query.stride;
    this.#answers = query.createColumns(this.count);
    this.columns = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const { signal } = options;
    const onAbort = () => {
      this.fail(signal?.reason);
    };
    this.#stop = () => {
      this.#isSettled = true;
      signal?.removeEventListener('abort', onAbort);
    };
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted === true) onAbort();
    else if (this.count === 0) this.put({ from: 0, to: 0 }, []);
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** Whether there is something to hand out: not where the call has failed. */
  get hasMore(): boolean {
    return !this.#isSettled && this.#handedOut < this.count;
  }

  /** Hands out the next rays or points, so many at most. */
  take(limit: number): Run {
    const from = this.#handedOut;
    this.#handedOut = Math.min(from + limit, this.count);
    return { from, to: this.#handedOut };
  }

  /** The numbers of a run. */
  numbersOf({ from, to }: Run): FloatArray {
    const { stride } = this.query;
    return this.numbers.subarray(stride * from, stride * to);
  }

  /** Puts the answers to a run in their place; with the last one, the call is answered. */
  put({ from, to }: Run, columns: readonly Column[]): void {
    if (this.#isSettled) return;
    columns.forEach((column, index) => {
      this.#answers[index].set(column, from);
    });
    this.#answered += to - from;
    try {
      this.options.onProgress?.(this.count === 0 ? 1 : this.#answered / this.count);
    } catch (reason) {
      this.fail(reason);
      return;
    }
    if (this.#answered < this.count || this.isSettled) return;
    this.#stop();
    this.#resolve(this.#answers);
  }

  /** Rejects the call, unless it has been answered. */
  fail(reason: unknown): void {
    if (this.#isSettled) return;
    this.#stop();
    this.#reject(reason);
  }
}
