import { batchQueryOf, type BatchQuery, type BatchQueryName, type Column } from '../scene/batches/batchQueries';
import { copyNumbers, type FloatArray } from '../scene/arguments/floatArray';
import { LongWork, Pace } from '../scene/longWork';
import type { ProgressOptions } from '../scene/arguments/progressOptions';
import { isThreadEnded } from '../threads/thread';

/** A run of consecutive rays, points or motions of a batch: from index `from` up to `to`. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

/** Answers the batches of a pool, in threads or on the calling thread. */
export interface Executor {
  /** The number of threads that answer, or 0 if the calling thread answers. */
  readonly threads: number;
  /** Why the calling thread answers, or null if threads answer. */
  readonly notice: string | null;
  /** Begins to answer a batch. The batch is settled later. */
  begin(batch: Batch): void;
  /** Ends the threads. All batches that are not answered yet must be rejected before. */
  close(): Promise<void>;
}

/** One call of a pool: the query, its rays, points or motions, the runs of them that are handed out, and the answers so far. */
export class Batch {
  /** The number of rays, points or motions of the batch. */
  readonly count: number;
  /** Resolves with the answers to all rays, points or motions of the batch. Rejects if the batch fails. */
  readonly columns: Promise<Column[]>;
  readonly #answers: Column[];
  readonly #work: LongWork;
  #resolve: (columns: Column[]) => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;
  #handedOut = 0;
  #answered = 0;
  /** The search for the first malformed ray, point or motion of the batch, or null before the search has begun. */
  #badNumbers: Promise<unknown> | null = null;

  constructor(
    readonly name: BatchQueryName,
    readonly numbers: FloatArray,
    readonly settings: object,
    options: ProgressOptions,
  ) {
    const { query } = this;
    this.count = numbers.length / query.strideOf(settings);
    this.#answers = query.createColumns(this.count, settings);
    this.columns = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#work = new LongWork(options, this.#reject);
    if (this.count === 0) this.#finish();
  }

  get query(): BatchQuery<object> {
    return batchQueryOf(this.name);
  }

  get isSettled(): boolean {
    return this.#work.isOver;
  }

  /** Whether the batch has runs of rays, points or motions left to hand out. False if the batch has failed. */
  get hasMore(): boolean {
    return !this.isSettled && this.#handedOut < this.count;
  }

  /** Hands out the next run of the batch, of at most `limit` rays, points or motions. */
  take(limit: number): Run {
    const from = this.#handedOut;
    this.#handedOut = Math.min(from + limit, this.count);
    return { from, to: this.#handedOut };
  }

  /** Returns a copy of the numbers of a run's rays, points or motions, because other threads may write to the caller's array. */
  numbersOf({ from, to }: Run): Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer> {
    const { argument } = this.query;
    const stride = this.query.strideOf(this.settings);
    return copyNumbers(argument, this.numbers, stride * from, stride * to);
  }

  /** Stores the answers to a run of the batch. The answers to the last run resolve the batch. */
  put({ from, to }: Run, columns: readonly Column[]): void {
    if (this.isSettled) return;
    columns.forEach((column, index) => {
      const answers = this.#answers[index];
      answers.set(column, from * (answers.length / this.count));
    });
    this.#answered += to - from;
    if (this.#answered < this.count) this.#work.report(this.#answered / this.count);
    else this.#finish();
  }

  /** Rejects the batch, unless it is settled. */
  fail(reason: unknown): void {
    if (this.isSettled) return;
    this.#work.end();
    this.#reject(reason);
  }

  /**
   * Rejects the batch after a run has failed. The reason is the first malformed ray, point or motion of the whole batch, or
   * `reason` if none is malformed.
   */
  async failAtRun(reason: unknown): Promise<void> {
    if (this.isSettled) return;
    if (isThreadEnded(reason)) {
      this.fail(reason);
      return;
    }
    this.#badNumbers ??= findBadNumbers(this.query, this.numbers, this.settings);
    this.fail((await this.#badNumbers) ?? reason);
  }

  #finish(): void {
    this.#work.report(1);
    this.#work.end();
    // Resolving the batch does nothing if `onProgress` has rejected the batch before.
    this.#resolve(this.#answers);
  }
}

/** How many rays, points or motions are checked, in about a millisecond, before the thread pauses for other work. */
const CHECKED_AT_ONCE = 65_536;

/** Returns the error for the first malformed ray, point or motion of a batch, or undefined if none is malformed. */
async function findBadNumbers(query: BatchQuery<object>, numbers: FloatArray, settings: object): Promise<unknown> {
  const step = CHECKED_AT_ONCE * query.strideOf(settings);
  const pace = new Pace();
  for (let from = 0; from < numbers.length; from += step) {
    try {
      query.checkNumbers(numbers.subarray(from, from + step), from, settings);
    } catch (reason) {
      return reason;
    }
    await pace.pause();
  }
  return undefined;
}
