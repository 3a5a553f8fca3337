/** The tasks of arithmetic.js. */
export interface ArithmeticTasks {
  /** The sum of numbers, times `data`. */
  sum: (numbers: readonly number[]) => number;
  /** The halves of numbers, moved out of the thread. */
  halved: (numbers: Float64Array<ArrayBuffer>) => Float64Array<ArrayBuffer>;
  /** Throws a RangeError with this message. */
  refuse: (message: string) => never;
  /** Ends the thread. */
  exit: () => void;
  /** The id of the thread, after some milliseconds. */
  threadAfter: (milliseconds: number) => number;
  /** Calls a function of the caller. */
  callBack: (report: (number: number) => void) => Promise<void>;
  /** The id of the closest hit of a ray at the scene whose handle is `data`. */
  raycast: (ray: object) => number | undefined;
}
