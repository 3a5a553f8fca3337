/** Records of one size in a growable typed array; an index given back is used again. */
export class RecordPool<T extends Float32Array | Float64Array> {
  data: T;
  readonly #create: (length: number) => T;
  readonly #stride: number;
  readonly #freed: number[] = [];
  #count = 0;

  constructor(create: (length: number) => T, stride: number) {
    this.#create = create;
    this.#stride = stride;
    this.data = create(0);
  }

  get byteLength(): number {
    return this.data.byteLength;
  }

  /** How many records are in use. */
  get used(): number {
    return this.#count - this.#freed.length;
  }

  /** Makes room for that many records more. The first run is fitted exactly, so that a large one wastes nothing. */
  reserve(count: number): void {
    const needed = (this.used + count) * this.#stride;
    const length = this.data.length;
    if (needed <= length) return;
    const grown = this.#create(Math.max(needed, Math.ceil((length * 3) / 2)));
    grown.set(this.data);
    this.data = grown;
  }

  /** The index of a record; what it holds is left over from before. */
  take(): number {
    const freed = this.#freed.pop();
    if (freed !== undefined) return freed;
    this.reserve(1);
    return this.#count++;
  }

  giveBack(index: number): void {
    this.#freed.push(index);
  }

  clear(): void {
    this.data = this.#create(0);
    this.#freed.length = 0;
    this.#count = 0;
  }
}
