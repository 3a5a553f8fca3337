import type { Mesh } from 'three';

/** The selected shapes, in the order in which they were selected. */
export class Selection {
  readonly #shapes = new Set<Mesh>();
  readonly #changed: (selection: Selection) => void;

  /** @param changed called after every change. */
  constructor(changed: (selection: Selection) => void) {
    this.#changed = changed;
  }

  get size(): number {
    return this.#shapes.size;
  }

  get shapes(): Mesh[] {
    return [...this.#shapes];
  }

  has(shape: Mesh): boolean {
    return this.#shapes.has(shape);
  }

  /** Selects these shapes and no others. */
  set(shapes: Iterable<Mesh>): void {
    this.#shapes.clear();
    this.add(shapes);
  }

  add(shapes: Iterable<Mesh>): void {
    for (const shape of shapes) this.#shapes.add(shape);
    this.#changed(this);
  }

  /** Adds a shape, or removes it if it was selected. */
  toggle(shape: Mesh): void {
    if (!this.#shapes.delete(shape)) this.#shapes.add(shape);
    this.#changed(this);
  }
}
