/** How many numbers there are of each object: its world matrix, then its local box. */
const COUNT = 22;
/** How many objects share an array. It is freed when all of them are gone. */
const SHARED_BY = 64;

/** What the boxes of many objects were placed from, in few arrays: comparing with it reads memory in a row. */
export class SeenNumbers {
  numbers = new Float64Array(0);
  /** Where the numbers of the next object begin. */
  at = 0;

  /** Makes room for the numbers of one more object. */
  next(): this {
    this.at += COUNT;
    if (this.at >= this.numbers.length) {
      this.numbers = new Float64Array(SHARED_BY * COUNT);
      this.at = 0;
    }
    return this;
  }
}
