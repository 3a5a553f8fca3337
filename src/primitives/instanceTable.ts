/** Maps the id of each box to its source, such as an object of a scene graph, and to the instance of the source. */
export class InstanceTable<Source> {
  readonly #sources: (Source | undefined)[] = [];
  #instances = new Int32Array(0);

  set(id: number, source: Source, instance: number): void {
    if (id >= this.#instances.length) {
      const larger = new Int32Array(2 * id + 16);
      larger.set(this.#instances);
      this.#instances = larger;
    }
    this.#sources[id] = source;
    this.#instances[id] = instance;
  }

  delete(id: number): void {
    this.#sources[id] = undefined;
  }

  /** Returns the ids at which runs begin: boxes of one source, with consecutive ids and consecutive instances. */
  starts(): number[] {
    const starts: number[] = [];
    for (let id = 0; id < this.#sources.length; id++) {
      const source = this.#sources[id];
      if (source === undefined) continue;
      const isNext = id > 0 && this.#sources[id - 1] === source && this.#instances[id - 1] + 1 === this.#instances[id];
      if (!isNext) starts.push(id);
    }
    return starts;
  }

  /**
   * Returns the source of the box with an id.
   *
   * @throws RangeError if no box has this id.
   */
  sourceOf(id: number): Source {
    const source = this.#sources[id];
    if (source === undefined) throw new RangeError(`id must be the id of a box, got ${id}`);
    return source;
  }

  /** Returns the number that {@link set} was given for the box: the instance of its source. */
  instanceOf(id: number): number {
    return this.#instances[id];
  }
}
