import type { Measurement } from '../measure';
import type { StoredResult } from '../resultsFile';

/** The results that templates read. */
export interface Measured {
  /** The result of a job in bench/results.json. */
  readonly here: (job: string) => Reading;
  /** A result in bench/elsewhere.json, which needs another machine or another program than `npm run bench`. */
  readonly elsewhere: (job: string) => Reading;
}

/** A template: it returns what stands between the markers of its name. */
export type Template = (measured: Measured) => string;
export type Templates = Readonly<Record<string, Template>>;

export function measuredFrom(results: readonly StoredResult[], elsewhere: readonly StoredResult[]): Measured {
  const finder = (stored: readonly StoredResult[], file: string) => (job: string) => {
    const found = stored.find((each) => each.job === job);
    if (found === undefined) throw new Error(`bench/${file} has no result of '${job}'.`);
    return new Reading(found);
  };
  return { here: finder(results, 'results.json'), elsewhere: finder(elsewhere, 'elsewhere.json') };
}

/** One result: numbers by contender and column. */
export class Reading {
  constructor(readonly stored: StoredResult) {}

  /** Returns the median, in the unit of the column, or undefined if the contender has none. */
  find(contender: string, column: string): number | undefined {
    return this.#measurement(contender, column)?.median;
  }

  /** @throws Error if there is no number. */
  median(contender: string, column: string): number {
    const { job, rows } = this.stored;
    const value = this.find(contender, column);
    if (value !== undefined) return value;
    throw new Error(
      `'${job}' has no '${column}' of '${contender}'. It has the contenders ${rows.map((row) => `'${row.contender}'`).join(', ')}.`,
    );
  }

  /** Returns how many times as fast the contender is as another: by times, or by rates. */
  lead(contender: string, over: string, column: string): number {
    const ratio = this.median(over, column) / this.median(contender, column);
    return this.#measurement(contender, column)?.unit === 'Mray/s' ? 1 / ratio : ratio;
  }

  #measurement(contender: string, column: string): Measurement | undefined {
    const { job, columns, rows } = this.stored;
    if (columns.every(({ name }) => name !== column))
      throw new Error(
        `'${job}' has no column '${column}'. It has ${columns.map(({ name }) => `'${name}'`).join(', ')}.`,
      );
    return rows.find((row) => row.contender === contender)?.values[column];
  }
}
