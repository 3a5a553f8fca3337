import type { ManyTriangleHits } from 'slabtree';

/** The ids of a scene of triangles as ids of the index, and its triangles as `faceIndex` of an `Intersection`. */
export class TriangleNumbers {
  /** By the id in the scene of triangles, the id in the index. */
  readonly #ids: number[];
  /** By the id in the scene of triangles, the faces of its triangles, or the first if the others follow it. */
  readonly #faces: (Uint32Array | number)[];

  constructor(ids: number[] = [], faces: (Uint32Array | number)[] = []) {
    this.#ids = ids;
    this.#faces = faces;
  }

  copy(): TriangleNumbers {
    return new TriangleNumbers([...this.#ids], [...this.#faces]);
  }

  set(id: number, indexId: number, faces: Uint32Array | number): void {
    this.#ids[id] = indexId;
    this.#faces[id] = faces;
  }

  /** Returns the `faceIndex` of a triangle. -1, which stands for a box, stays. */
  faceIndex(id: number, triangle: number): number {
    const faces = this.#faces[id];
    if (triangle < 0) return triangle;
    return typeof faces === 'number' ? faces + triangle : faces[triangle];
  }

  /** Replaces the numbers of the scene of triangles in an answer. */
  rename({ ids, triangles }: ManyTriangleHits): void {
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i];
      if (id < 0) continue;
      ids[i] = this.#ids[id];
      triangles[i] = this.faceIndex(id, triangles[i]);
    }
  }
}
