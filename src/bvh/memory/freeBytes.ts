/** A range of bytes in a memory, from the offset `begin` up to the offset `end`, which is not included. */
export interface ByteRange {
  begin: number;
  end: number;
}

/** The free bytes of a memory, as a sorted list of ranges. Two ranges never adjoin: adjoining ranges are merged. */
export class FreeBytes {
  readonly #ranges: ByteRange[] = [];

  /**
   * Takes `byteLength` bytes from the beginning of the first free range that is long enough. Returns the offset of the
   * bytes taken, or -1 if no free range is long enough.
   */
  take(byteLength: number): number {
    const run = this.#ranges.find(({ begin, end }) => end - begin >= byteLength);
    if (run === undefined) return -1;
    const { begin } = run;
    this.takeAt(begin, begin + byteLength);
    return begin;
  }

  /** Takes the free bytes from `begin` up to `end`. Returns false if no free range begins there and reaches `end`. */
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

  /** Returns the offset at which the free range that ends at `end` begins, or `end` if no free range ends there. */
  beginOf(end: number): number {
    const before = this.#ranges.at(this.#after(end) - 1);
    return before?.end === end ? before.begin : end;
  }

  clear(): void {
    this.#ranges.length = 0;
  }

  /** Returns the index of the first free range that begins at the offset `place` or after it. */
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
