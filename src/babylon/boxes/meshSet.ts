import type { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { IdSet } from 'slabtree';
import type { InstanceTable } from '../../primitives/instanceTable';
import { type MeshEntry, NO_THIN_INSTANCE } from './meshEntry';

/**
 * The `mesh`, and the thin instance, to which a box of a {@link SceneIndex} belongs: the answer of
 * {@link SceneIndex.at}.
 */
export interface IndexedMesh {
  mesh: AbstractMesh;
  /** The number of the thin instance, if the mesh has thin instances that rays may hit. */
  thinInstanceIndex?: number;
}

/**
 * A set of meshes and thin instances of a {@link SceneIndex}, in no particular order: see {@link SceneIndex.cull}. Read
 * the set before the next `SceneIndex.update`: once that has found a change, reading it throws an error. `toArray` returns
 * a copy that stays valid.
 */
export class MeshSet implements Iterable<IndexedMesh> {
  /** The ids of the boxes of the set: ids in `SceneIndex.boxes`. */
  readonly ids: IdSet;
  readonly #entries: InstanceTable<MeshEntry>;

  /** @internal Called by SceneIndex. */
  constructor(ids: IdSet, entries: InstanceTable<MeshEntry>) {
    this.ids = ids;
    this.#entries = entries;
  }

  /** The number of meshes and thin instances in the set. */
  get size(): number {
    return this.ids.size;
  }

  /** Returns a copy of the set, which stays valid when the index changes. */
  toArray(): IndexedMesh[] {
    return [...this];
  }

  /**
   * Calls `visit` once for each mesh or thin instance of the set, without making an array or an object.
   *
   * @param visit called with each mesh, and the number of its thin instance: -1 for a mesh without thin instances.
   */
  forEach(visit: (mesh: AbstractMesh, thinInstanceIndex: number) => void): void {
    const entries = this.#entries;
    this.ids.forEach((id) => {
      visit(entries.sourceOf(id).mesh, entries.instanceOf(id));
    });
  }

  /** Iterates over the meshes and thin instances: `for (const { mesh, thinInstanceIndex } of set)`. */
  *[Symbol.iterator](): Generator<IndexedMesh, void> {
    for (const id of this.ids) yield describe(id, this.#entries);
  }
}

/** Returns the mesh and the thin instance to which a box belongs. */
export function describe(id: number, entries: InstanceTable<Pick<MeshEntry, 'mesh'>>): IndexedMesh {
  const { mesh } = entries.sourceOf(id);
  const thinInstanceIndex = entries.instanceOf(id);
  return thinInstanceIndex === NO_THIN_INSTANCE ? { mesh } : { mesh, thinInstanceIndex };
}
