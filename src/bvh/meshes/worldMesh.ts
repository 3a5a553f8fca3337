import { COLUMNS, TRANSLATION } from '../../primitives/flat/boxLayout';
import { MAX, MIN } from '../tree/nodes';
import type { MeshTree } from '../tree/meshTree';

/**
 * A mesh as an instance places it in the world. Corners are transformed in float64, column by column and then the
 * translation, and every answer in the world is about those.
 *
 * The bounds of a node are transformed by their middle and their halves. On one axis of the world, with ℓ the mesh's
 * largest coordinates, T the translation and S = |M|ℓ + |T|:
 * - A transformed corner is off by less than 5uS.
 * - Moving bounds to the mesh's origin and back is off by less than 3uS in the world, and their middle, their halves and
 *   the sums by less than 10uS.
 *
 * They are wider by 32uS at both sides, so the transformed corners of all triangles below are in them.
 */
export class WorldMesh {
  /** The corners of the triangle that was written last: 9 numbers. */
  readonly corners = new Float64Array(9);
  /** The bounds that were written last: min x y z, max x y z. */
  readonly bounds = new Float64Array(6);
  mesh: MeshTree | null = null;
  #data: Float64Array = new Float64Array(0);
  #at = 0;
  readonly #pads = new Float64Array(3);

  /** @param obbs the records of OBBs; the instance's is at `at`. */
  set(mesh: MeshTree, obbs: Float64Array, at: number): void {
    this.mesh = mesh;
    this.#data = obbs;
    this.#at = at;
    const { magnitude } = mesh.measure;
    for (let k = 0; k < 3; k++) {
      let size = Math.abs(obbs[at + TRANSLATION + k]);
      for (let j = 0; j < 3; j++) size += Math.abs(obbs[at + COLUMNS + 3 * j + k]) * magnitude[j];
      this.#pads[k] = 2 ** -48 * size + 2 ** -1000;
    }
  }

  /** Writes the corners of the triangle at a place. */
  writeCorners({ positions, index }: MeshTree, place: number): void {
    const { corners } = this;
    const b = this.#data;
    for (let i = 0; i < 3; i++) {
      const from = 3 * index[3 * place + i];
      for (let k = 0; k < 3; k++) {
        const column = this.#at + COLUMNS + k;
        corners[3 * i + k] =
          b[column] * positions[from] +
          b[column + 3] * positions[from + 1] +
          b[column + 6] * positions[from + 2] +
          b[this.#at + TRANSLATION + k];
      }
    }
  }

  /** Writes the bounds of what is below a slot. They are infinite, or NaN, where numbers overflow. */
  writeBounds({ nodes: { float32 }, measure: { origin } }: MeshTree, slot: number): void {
    const b = this.#data;
    for (let k = 0; k < 3; k++) {
      let middle = b[this.#at + TRANSLATION + k];
      let half = this.#pads[k];
      for (let j = 0; j < 3; j++) {
        const scale = b[this.#at + COLUMNS + 3 * j + k];
        const min = float32[slot + MIN[j]];
        const max = float32[slot + MAX[j]];
        middle += scale * (min / 2 + max / 2 + origin[j]);
        half += Math.abs(scale) * (max / 2 - min / 2);
      }
      this.bounds[k] = middle - half;
      this.bounds[k + 3] = middle + half;
    }
  }
}
