import type { Block, Memory } from './memory';

type Numbers = Float32Array | Float64Array;
type NumbersType<T> = new (buffer: ArrayBufferLike, byteOffset: number, length: number) => T;

/** A growing block of records that all have the same size. The index of a record that was freed is used again. */
export class RecordPool<T extends Numbers> {
  data: T;
  /** How many records the pool has room for, used or not. */
  capacity = 0;
  readonly #block: Block;
  readonly #recordBytes: number;
  readonly #freed: number[] = [];
  #count = 0;

  /** @param numberBytes the size of a number in bytes. @param stride how many numbers each record of the pool has. */
  constructor(memory: Memory, type: NumbersType<T>, numberBytes: number, stride: number) {
    this.#recordBytes = stride * numberBytes;
    this.data = new type(new ArrayBuffer(0), 0, 0);
    this.#block = memory.allocate(0, (buffer, byteOffset, byteLength) => {
      this.data = new type(buffer, byteOffset, byteLength / numberBytes);
      this.capacity = byteLength / this.#recordBytes;
    });
  }

  get byteLength(): number {
    return this.data.byteLength;
  }

  /** How many records of the pool are in use. */
  get used(): number {
    return this.#count - this.#freed.length;
  }

  hasRoom(count: number): boolean {
    return this.used + count <= this.capacity;
  }

  /**
   * Makes room for `count` more records in the pool.
   *
   * @param growth the least factor by which the pool grows. An empty pool grows to exactly `count` records.
   */
  reserve(count: number, growth = 1.5): void {
    if (!this.hasRoom(count)) this.fit(Math.max(this.used + count, Math.ceil(this.capacity * growth)));
  }

  /** Resizes the pool to have room for exactly `capacity` records. */
  fit(capacity: number): void {
    this.#block.resize(capacity * this.#recordBytes);
  }

  /** Marks a free record of the pool as used, and returns its index. The record may hold any numbers. */
  take(): number {
    const freed = this.#freed.pop();
    if (freed !== undefined) return freed;
    if (this.#count === this.capacity) this.reserve(1);
    return this.#count++;
  }

  /** Takes `count` consecutive records. Returns the first index, or -1 if the pool must first reuse freed records. */
  takeRun(count: number): number {
    if (this.#freed.length > 0) return -1;
    this.reserve(count);
    const first = this.#count;
    this.#count += count;
    return first;
  }

  /** Resizes the pool to exactly `count` records, all in use. A reader of files writes their content afterwards. */
  resize(count: number): void {
    this.fit(count);
    this.#freed.length = 0;
    this.#count = count;
  }

  giveBack(index: number): void {
    this.#freed.push(index);
  }

  clear(): void {
    this.resize(0);
  }
}
