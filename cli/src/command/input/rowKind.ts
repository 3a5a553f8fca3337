import type { BadRow } from '../text/errors';

/** A kind of rows of numbers in a file: rays or points. */
export interface RowKind {
  /** The name of a row in messages. */
  readonly name: string;
  /** The names of the numbers of a row. */
  readonly columns: readonly string[];
  /** Returns what is wrong with a row of finite numbers, or null. @param at the index of the first number of the row. */
  readonly problemOf: (numbers: Float64Array, at: number) => string | null;
  /** The number of the column at which the problem is reported. */
  readonly problemColumn: number;
}

/** The rows of a block of a file, up to the first that is invalid. */
export interface RowNumbers {
  /** The numbers of the rows, one row after the other. */
  numbers: Float64Array<ArrayBuffer>;
  /** What is wrong with the first invalid row. Null if all rows of the block are valid. */
  badRow: BadRow | null;
}
