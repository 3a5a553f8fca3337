/** Bytes of a memory, from `begin` up to `end`. */
export interface ByteRange {
  begin: number;
  end: number;
}

/** The free bytes of a memory: ranges in order, none of which adjoin. */
export class FreeBytes {
  readonly #ranges: ByteRange[] = [];

  /**
   * Takes bytes from the beginning of the first range that is long enough. Returns where they begin, or -1 if no range
   * is long enough.
   */
  take(byteLength: number): number {
    const run = this.#ranges.find(({ begin, end }) => end - begin >= byteLength);
    if (run === undefined) return -1;
    const { begin } = run;
    this.takeAt(begin, begin + byteLength);
    return begin;
  }

  /** Takes the bytes from `begin` up to `end`. Returns false unless a range begins there and is long enough. */
  takeAt(begin: number, end: number): boolean {
    const index = this.#after(begin);
    const run = this.#ranges.at(index);
    if (run?.begin !== begin || run.end < end) return false;
    run.begin = end;
    if (run.end === end) this.#ranges.splice(index, 1);
    return true;
  }

  give(begin: number, end: number): void {
    const ranges = this.#ranges;
    const index = this.#after(begin);
    const joinsBefore = index > 0 && ranges[index - 1].end === begin;
    const joinsAfter = index < ranges.length && ranges[index].begin === end;
    if (joinsBefore) ranges[index - 1].end = joinsAfter ? ranges[index].end : end;
    else if (joinsAfter) ranges[index].begin = begin;
    else ranges.splice(index, 0, { begin, end });
    if (joinsBefore && joinsAfter) ranges.splice(index, 1);
  }

  /** Returns where the range begins that ends at `end`, or `end` if there is none. */
  beginOf(end: number): number {
    const before = this.#ranges.at(this.#after(end) - 1);
    return before?.end === end ? before.begin : end;
  }

  clear(): void {
    this.#ranges.length = 0;
  }

  /** Returns the index of the first range that does not begin before this place. */
  #after(place: number): number {
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ranges[middle].begin < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
