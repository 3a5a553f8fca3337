import type { Extent } from './sharedFreePages';

/** The free bytes of a memory: runs in order, none of which adjoin. */
export class FreeBytes {
  readonly #runs: Extent[] = [];

  /** Takes the first run that is long enough, or the beginning of it. Returns where it begins, or -1 if there is none. */
  take(byteLength: number): number {
    const run = this.#runs.find(({ begin, end }) => end - begin >= byteLength);
    if (run === undefined) return -1;
    const { begin } = run;
    this.takeAt(begin, begin + byteLength);
    return begin;
  }

  /** Takes bytes at the beginning of a run. Returns false if no run begins there and is long enough. */
  takeAt(begin: number, end: number): boolean {
    const index = this.#after(begin);
    const run = this.#runs.at(index);
    if (run?.begin !== begin || run.end < end) return false;
    run.begin = end;
    if (run.end === end) this.#runs.splice(index, 1);
    return true;
  }

  give(begin: number, end: number): void {
    const runs = this.#runs;
    const index = this.#after(begin);
    const joinsBefore = index > 0 && runs[index - 1].end === begin;
    const joinsAfter = index < runs.length && runs[index].begin === end;
    if (joinsBefore) runs[index - 1].end = joinsAfter ? runs[index].end : end;
    else if (joinsAfter) runs[index].begin = begin;
    else runs.splice(index, 0, { begin, end });
    if (joinsBefore && joinsAfter) runs.splice(index, 1);
  }

  /** Where the run begins that ends here. Otherwise `end` itself. */
  beginOf(end: number): number {
    const before = this.#runs.at(this.#after(end) - 1);
    return before?.end === end ? before.begin : end;
  }

  clear(): void {
    this.#runs.length = 0;
  }

  /** The index of the first run that does not begin before this place. */
  #after(place: number): number {
    let low = 0;
    let high = this.#runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#runs[middle].begin < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
