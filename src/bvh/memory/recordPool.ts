import type { Block, Memory } from './memory';

type Numbers = Float32Array | Float64Array;
type NumbersType<T> = new (buffer: ArrayBufferLike, byteOffset: number, length: number) => T;

/** Records of one size in a block that grows. Indices that are given back are used again. */
export class RecordPool<T extends Numbers> {
  data: T;
  /** How many records there is room for. */
  capacity = 0;
  readonly #block: Block;
  readonly #recordBytes: number;
  readonly #freed: number[] = [];
  #count = 0;

  /** @param numberBytes the size of each of a record's `stride` numbers. */
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

  /** How many records are in use. */
  get used(): number {
    return this.#count - this.#freed.length;
  }

  hasRoom(count: number): boolean {
    return this.used + count <= this.capacity;
  }

  /**
   * Makes room for that many more records.
   *
   * @param growth the least factor to grow by. An empty pool grows to exactly that many records.
   */
  reserve(count: number, growth = 1.5): void {
    if (!this.hasRoom(count)) this.fit(Math.max(this.used + count, Math.ceil(this.capacity * growth)));
  }

  /** Makes room for exactly that many records. */
  fit(capacity: number): void {
    this.#block.resize(capacity * this.#recordBytes);
  }

  /** Returns the index of a free record. It may hold any numbers. */
  take(): number {
    const freed = this.#freed.pop();
    if (freed !== undefined) return freed;
    if (this.#count === this.capacity) this.reserve(1);
    return this.#count++;
  }

  /** Returns the first of `count` consecutive indices, or -1 if there are freed indices, which must be used first. */
  takeRun(count: number): number {
    if (this.#freed.length > 0) return -1;
    this.reserve(count);
    const first = this.#count;
    this.#count += count;
    return first;
  }

  /** Makes room for exactly that many records, all in use. A reader of files fills them in. */
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
