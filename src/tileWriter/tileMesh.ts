import type { Aabb, Mesh } from 'slabtree';
import { isObject } from '../primitives/check';
import type { PlacedMesh } from './spill/stagedBoxes';

/** A mesh that waits on disk, as users hold it. */
export class TileMesh implements Mesh {
  readonly triangleCount: number;
  readonly vertexCount: number;
  readonly #writer: object;
  readonly #place: number;
  readonly #bounds: Float64Array;

  constructor(writer: object, place: number, bounds: Float64Array, triangleCount: number, vertexCount: number) {
    this.#writer = writer;
    this.#place = place;
    this.#bounds = bounds;
    this.triangleCount = triangleCount;
    this.vertexCount = vertexCount;
  }

  get bounds(): Aabb {
    const [minX, minY, minZ, maxX, maxY, maxZ] = this.#bounds;
    return { min: { x: minX, y: minY, z: minZ }, max: { x: maxX, y: maxY, z: maxZ } };
  }

  /** Where a writer has put a mesh, and its bounds. Null if it is not a mesh of this writer. */
  static placeOf(mesh: unknown, writer: object): PlacedMesh | null {
    if (!isObject(mesh) || !(#writer in mesh) || mesh.#writer !== writer) return null;
    return { place: mesh.#place, bounds: mesh.#bounds };
  }
}
