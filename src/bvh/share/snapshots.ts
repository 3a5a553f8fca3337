import { FREE_PAGES_WORDS, SharedFreePages } from '../memory/sharedFreePages';
import { SNAPSHOT_STRIDE } from './snapshotRecord';

/** How many snapshots there can be at once: the latest snapshot and all pinned snapshots. */
export const SNAPSHOT_LIMIT = 64;

/** The words of a list of snapshots: a mark, the latest snapshot, how many readers pin each, and free pages. */
const MARK = 0;
const LATEST = 1;
const READERS = 2;
const FREE_PAGES = READERS + SNAPSHOT_LIMIT;
const RECORDS = Math.ceil((FREE_PAGES + FREE_PAGES_WORDS) / 2) * 8;
export const SNAPSHOTS_BYTES = RECORDS + SNAPSHOT_LIMIT * SNAPSHOT_STRIDE * 8;

/**
 * The committed snapshots of a shared scene, in its memory: which snapshot is the latest, and how many readers pin each
 * snapshot. While a snapshot is pinned, no thread writes to its arrays.
 *
 * A reader first pins a snapshot, and then checks that the snapshot is still the latest. The writer first makes another
 * snapshot the latest, and then checks whether the old one is pinned. Atomic operations have one order for all threads,
 * so at least one of the two checks finds the other thread's write.
 */
export class Snapshots {
  readonly memory: WebAssembly.Memory;
  /** The byte offset of the list of snapshots in the memory. */
  readonly byteOffset: number;
  readonly freePages: SharedFreePages;
  readonly #words: Int32Array;
  readonly #records: Float64Array;

  /** Creates an empty list of snapshots in SNAPSHOTS_BYTES bytes of the memory, which must be 0. */
  static create(memory: WebAssembly.Memory, byteOffset: number): Snapshots {
    const snapshots = new Snapshots(memory, byteOffset);
    Atomics.store(snapshots.#words, MARK, markAt(byteOffset));
    return snapshots;
  }

  /** Returns whether a shared memory has a list of snapshots at a byte offset, which may be any number. */
  static areAt({ buffer }: WebAssembly.Memory, byteOffset: number): boolean {
    const isWithin = byteOffset % 8 === 0 && byteOffset >= 0 && byteOffset + SNAPSHOTS_BYTES <= buffer.byteLength;
    return isWithin && Atomics.load(new Int32Array(buffer, byteOffset, 1), MARK) === markAt(byteOffset);
  }

  /** @param byteOffset the byte offset of the list of snapshots in the memory. */
  constructor(memory: WebAssembly.Memory, byteOffset: number) {
    this.memory = memory;
    this.byteOffset = byteOffset;
    const { buffer } = memory;
    this.#words = new Int32Array(buffer, byteOffset, FREE_PAGES + FREE_PAGES_WORDS);
    this.#records = new Float64Array(buffer, byteOffset + RECORDS, SNAPSHOT_LIMIT * SNAPSHOT_STRIDE);
    this.freePages = new SharedFreePages(this.#words.subarray(FREE_PAGES));
  }

  get latest(): number {
    return Atomics.load(this.#words, LATEST);
  }

  set latest(snapshot: number) {
    Atomics.store(this.#words, LATEST, snapshot);
  }

  record(snapshot: number): Float64Array {
    return this.#records.subarray(snapshot * SNAPSHOT_STRIDE, (snapshot + 1) * SNAPSHOT_STRIDE);
  }

  isRead(snapshot: number): boolean {
    return Atomics.load(this.#words, READERS + snapshot) > 0;
  }

  /** Pins the latest snapshot and returns its index. */
  pinLatest(): number {
    for (;;) {
      const snapshot = this.latest;
      Atomics.add(this.#words, READERS + snapshot, 1);
      if (this.latest === snapshot) return snapshot;
      this.unpin(snapshot);
    }
  }

  unpin(snapshot: number): void {
    Atomics.sub(this.#words, READERS + snapshot, 1);
  }
}

/**
 * Returns the first word of a list of snapshots, by which {@link Snapshots.areAt} recognizes the list. It is very
 * unlikely that another word in memory equals it.
 */
function markAt(byteOffset: number): number {
  return (byteOffset + 0x51ab7ee5) | 0;
}
