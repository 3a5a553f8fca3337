import { SPARE_WORDS, SpareExtents } from '../memory/sharedFreePages';
import { VERSION_STRIDE } from './snapshotRecord';

/** How many versions there can be at once: the latest, and those that are still being read. */
export const VERSION_LIMIT = 64;

/** The words: a mark, the latest version, how many readers each version has, and spare extents. Records follow. */
const MARK = 0;
const LATEST = 1;
const READERS = 2;
const SPARES = READERS + VERSION_LIMIT;
const RECORDS = Math.ceil((SPARES + SPARE_WORDS) / 2) * 8;
export const VERSIONS_BYTES = RECORDS + VERSION_LIMIT * VERSION_STRIDE * 8;

/**
 * The committed versions of a shared scene, in its memory: which is the latest, and how many readers each has. While a
 * version has readers, nothing writes to its arrays.
 *
 * A reader first counts itself in, and then checks that the version is still the latest. The writer first makes another
 * version the latest, and then checks whether a reader is counted in. Atomic operations have one order for all threads,
 * so one of the two always sees the other.
 */
export class Versions {
  readonly memory: WebAssembly.Memory;
  /** Where the versions are in the memory, in bytes. */
  readonly byteOffset: number;
  readonly spares: SpareExtents;
  readonly #words: Int32Array;
  readonly #records: Float64Array;

  /** Creates versions in VERSIONS_BYTES bytes that are all 0. There are none yet. */
  static create(memory: WebAssembly.Memory, byteOffset: number): Versions {
    const versions = new Versions(memory, byteOffset);
    Atomics.store(versions.#words, MARK, markAt(byteOffset));
    return versions;
  }

  /** Whether there are versions at an offset in a shared memory. The offset may be any number. */
  static areAt({ buffer }: WebAssembly.Memory, byteOffset: number): boolean {
    const isWithin = byteOffset % 8 === 0 && byteOffset >= 0 && byteOffset + VERSIONS_BYTES <= buffer.byteLength;
    return isWithin && Atomics.load(new Int32Array(buffer, byteOffset, 1), MARK) === markAt(byteOffset);
  }

  /** @param byteOffset where versions are. */
  constructor(memory: WebAssembly.Memory, byteOffset: number) {
    this.memory = memory;
    this.byteOffset = byteOffset;
    const { buffer } = memory;
    this.#words = new Int32Array(buffer, byteOffset, SPARES + SPARE_WORDS);
    this.#records = new Float64Array(buffer, byteOffset + RECORDS, VERSION_LIMIT * VERSION_STRIDE);
    this.spares = new SpareExtents(this.#words.subarray(SPARES));
  }

  get latest(): number {
    return Atomics.load(this.#words, LATEST);
  }

  set latest(version: number) {
    Atomics.store(this.#words, LATEST, version);
  }

  record(version: number): Float64Array {
    return this.#records.subarray(version * VERSION_STRIDE, (version + 1) * VERSION_STRIDE);
  }

  isRead(version: number): boolean {
    return Atomics.load(this.#words, READERS + version) > 0;
  }

  /** Counts a reader of the latest version in. Returns which version that is. */
  pinLatest(): number {
    for (;;) {
      const version = this.latest;
      Atomics.add(this.#words, READERS + version, 1);
      if (this.latest === version) return version;
      this.unpin(version);
    }
  }

  unpin(version: number): void {
    Atomics.sub(this.#words, READERS + version, 1);
  }
}

/** The word at the beginning of versions. It is extremely unlikely anywhere else. */
function markAt(byteOffset: number): number {
  return (byteOffset + 0x51ab7ee5) | 0;
}
