import { SPARE_WORDS, SpareExtents } from '../memory/spareExtents';
import { VERSION_STRIDE } from './versionRecord';

/** How many versions there can be at once: the latest, and those that are still read. */
export const VERSION_LIMIT = 64;

/** Words: a mark, the latest version, how many readers each has, and spare extents; records follow. */
const MARK = 0;
const LATEST = 1;
const READERS = 2;
const SPARES = READERS + VERSION_LIMIT;
const RECORDS = Math.ceil((SPARES + SPARE_WORDS) / 2) * 8;
export const VERSIONS_BYTES = RECORDS + VERSION_LIMIT * VERSION_STRIDE * 8;

/**
 * The committed versions of a shared scene, in its memory: which is the latest, and how many read each. What a version
 * consists of is not written to as long as somebody does.
 *
 * A reader counts itself in before it reads, and looks then whether the version is still the latest; the writer first makes
 * another one the latest, and looks then whether somebody is counted in. So one of them sees the other, as atomic operations
 * have one order for all threads.
 */
export class Versions {
  readonly memory: WebAssembly.Memory;
  /** Where they are in it, in bytes. */
  readonly byteOffset: number;
  readonly spares: SpareExtents;
  readonly #words: Int32Array;
  readonly #records: Float64Array;

  /** Makes versions, of which there are none yet, of VERSIONS_BYTES that are all 0. */
  static create(memory: WebAssembly.Memory, byteOffset: number): Versions {
    const versions = new Versions(memory, byteOffset);
    Atomics.store(versions.#words, MARK, markAt(byteOffset));
    return versions;
  }

  /** Whether there are versions at a byte of a memory that threads share, whatever number it is. */
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

  /** Counts a reader of the latest version in; returns which that is. */
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

/** Stands where versions begin, and nowhere else but by the rarest chance. */
function markAt(byteOffset: number): number {
  return (byteOffset + 0x51ab7ee5) | 0;
}
