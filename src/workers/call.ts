import { batchQueries, type BatchQuery, type BatchQueryName, type Column } from '../scene/threads/batchQueries';
import { copyNumbers, type FloatArray } from '../scene/arguments/floatArray';
import { LongWork } from '../scene/threads/longWork';
import type { ProgressOptions } from '../scene/arguments/progressOptions';
import { isThreadEnded } from '../threads/threadEnded';
import { findBadNumbers } from './findBadNumbers';

/** A run of rays or points, by their indices. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/** One call of a pool: the question, which runs of it have been handed out, and the answers so far. */
export class Call {
  /** The number of rays or points. */
  readonly count: number;
  /** Resolves with all answers. Rejects if the call fails. */
  readonly columns: Promise<Column[]>;
  readonly #answers: Column[];
  readonly #work: LongWork;
  #resolve: (columns: Column[]) => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;
  #handedOut = 0;
  #answered = 0;
  /** The search for the first bad ray or point, once it has begun. */
  #badNumbers: Promise<unknown> | null = null;

  constructor(
    readonly name: BatchQueryName,
    readonly numbers: FloatArray,
    readonly selection: object,
    options: ProgressOptions,
  ) {
    const query = batchQueries[name];
    this.count = numbers.length / query.stride;
    this.#answers = query.createColumns(this.count, selection);
    this.columns = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#work = new LongWork(options, this.#reject);
    if (this.count === 0) this.#finish();
  }

  get query(): BatchQuery<object> {
    return batchQueries[this.name];
  }

  get isSettled(): boolean {
    return this.#work.isOver;
  }

  /** Whether there are runs to hand out. False if the call has failed. */
  get hasMore(): boolean {
    return !this.isSettled && this.#handedOut < this.count;
  }

  /** Hands out the next run, of at most `limit` rays or points. */
  take(limit: number): Run {
    const from = this.#handedOut;
    this.#handedOut = Math.min(from + limit, this.count);
    return { from, to: this.#handedOut };
  }

  /** A copy of the numbers of a run. Other threads may write to the caller's array. */
  numbersOf({ from, to }: Run): Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer> {
    const { argument, stride } = this.query;
    return copyNumbers(argument, this.numbers, stride * from, stride * to);
  }

  /** Stores the answers to a run. With the last run, the call resolves. */
  put({ from, to }: Run, columns: readonly Column[]): void {
    if (this.isSettled) return;
    columns.forEach((column, index) => {
      this.#answers[index].set(column, from);
    });
    this.#answered += to - from;
    if (this.#answered < this.count) this.#work.report(this.#answered / this.count);
    else this.#finish();
  }

  /** Rejects the call, unless it is settled. */
  fail(reason: unknown): void {
    if (this.isSettled) return;
    this.#work.end();
    this.#reject(reason);
  }

  /**
   * Rejects the call because a run has failed. The reason is the call's first bad ray or point, in whichever run it is. If
   * all are well formed, it is the reason that is given.
   */
  async failAtRun(reason: unknown): Promise<void> {
    if (this.isSettled) return;
    if (isThreadEnded(reason)) {
      this.fail(reason);
      return;
    }
    this.#badNumbers ??= findBadNumbers(this.query, this.numbers);
    this.fail((await this.#badNumbers) ?? reason);
  }

  #finish(): void {
    this.#work.report(1);
    this.#work.end();
    // Without effect if that report has made the caller stop the work.
    this.#resolve(this.#answers);
  }
}
