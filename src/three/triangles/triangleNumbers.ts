import type { ManyTriangleHits } from 'slabtree';

/**
 * The `faceIndex` of each triangle. It is ~`faceIndex` if the triangle has the opposite winding of its face.
 * Or the `faceIndex` of the first triangle, if the others follow it and go round as the faces do.
 */
export type Faces = Int32Array | number;

/** The ids of a scene of triangles as ids of the index, and its triangles as `faceIndex` of an `Intersection`. */
export class TriangleNumbers {
  /** For each id in the scene of triangles, the id in the index. */
  readonly #ids: number[];
  /** For each id in the scene of triangles, the faces of its triangles. */
  readonly #faces: Faces[];

  constructor(ids: number[] = [], faces: Faces[] = []) {
    this.#ids = ids;
    this.#faces = faces;
  }

  copy(): TriangleNumbers {
    return new TriangleNumbers([...this.#ids], [...this.#faces]);
  }

  set(id: number, indexId: number, faces: Faces): void {
    this.#ids[id] = indexId;
    this.#faces[id] = faces;
  }

  /** Returns the `faceIndex` of a triangle. -1, which stands for a box, stays. */
  faceIndex(id: number, triangle: number): number {
    const faces = this.#faces[id];
    if (triangle < 0) return triangle;
    if (typeof faces === 'number') return faces + triangle;
    return this.#isTurned(id, triangle) ? ~faces[triangle] : faces[triangle];
  }

  /** Whether a triangle has the opposite winding of its face. */
  #isTurned(id: number, triangle: number): boolean {
    const faces = this.#faces[id];
    return typeof faces !== 'number' && faces[triangle] < 0;
  }

  /** Replaces the numbers of the scene of triangles in an answer. */
  rename({ ids, triangles, us, vs }: ManyTriangleHits): void {
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i];
      if (id < 0) continue;
      ids[i] = this.#ids[id];
      if (this.#isTurned(id, triangles[i])) [us[i], vs[i]] = [vs[i], us[i]];
      triangles[i] = this.faceIndex(id, triangles[i]);
    }
  }
}
