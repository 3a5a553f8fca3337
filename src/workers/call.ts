import { batchQueries, type BatchQuery, type BatchQueryName, type Column } from '../scene/threads/batchQueries';
import { copyNumbers, type FloatArray } from '../scene/arguments/floatArray';
import { LongWork } from '../scene/threads/longWork';
import type { ProgressOptions } from '../scene/arguments/progressOptions';
import { ThreadEndedError } from '../threads/thread';
import { findBadNumbers } from './findBadNumbers';

/** A run of rays or points, by their indices. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/** One call of a pool: what is asked, which of it has been handed out, and what has been answered. */
export class Call {
  /** How many rays or points there are. */
  readonly count: number;
  /** Resolved when all is answered, rejected where the call fails. */
  readonly columns: Promise<Column[]>;
  readonly #answers: Column[];
  readonly #work: LongWork;
  #resolve: (columns: Column[]) => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;
  #handedOut = 0;
  #answered = 0;
  /** What is wrong with the first bad ray or point, once somebody has asked. */
  #badNumbers: Promise<unknown> | null = null;

  constructor(
    readonly name: BatchQueryName,
    readonly numbers: FloatArray,
    readonly selection: object,
    options: ProgressOptions,
  ) {
    const query = batchQueries[name];
    this.count = numbers.length / query.stride;
    this.#answers = query.createColumns(this.count);
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

  /** Whether there is something to hand out: not where the call has failed. */
  get hasMore(): boolean {
    return !this.isSettled && this.#handedOut < this.count;
  }

  /** Hands out the next rays or points, so many at most. */
  take(limit: number): Run {
    const from = this.#handedOut;
    this.#handedOut = Math.min(from + limit, this.count);
    return { from, to: this.#handedOut };
  }

  /** A copy of the numbers of a run: threads may write to those of the caller. */
  numbersOf({ from, to }: Run): Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer> {
    const { argument, stride } = this.query;
    return copyNumbers(argument, this.numbers, stride * from, stride * to);
  }

  /** Puts the answers to a run in their place; with the last one, the call is answered. */
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
   * Rejects the call as a run has failed: with what is wrong with its first bad ray or point, whichever run that is in, and with
   * the reason where all are well formed.
   */
  async failAtRun(reason: unknown): Promise<void> {
    if (this.isSettled) return;
    if (reason instanceof ThreadEndedError) {
      this.fail(reason);
      return;
    }
    this.#badNumbers ??= findBadNumbers(this.query, this.numbers);
    this.fail((await this.#badNumbers) ?? reason);
  }

  #finish(): void {
    this.#work.report(1);
    this.#work.end();
    // Without effect where that has been called off.
    this.#resolve(this.#answers);
  }
}
