import { checkBuildMemory } from '../boxes/buildMemory';
import type { Memory } from '../memory/memory';
import { StoredMesh } from './storedMesh';
import type { TriangleBuild } from './triangleBuild';

/** The meshes of a scene, by their numbers. A number that was given back is used again. */
export class MeshStore {
  /** Null where a mesh was removed. */
  readonly meshes: (StoredMesh | null)[] = [];
  readonly #memory: Memory;
  /** The meshes whose trees are missing, or do not fit their positions. */
  readonly #stale = new Set<StoredMesh>();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  get isEmpty(): boolean {
    return this.meshes.every((mesh) => mesh === null);
  }

  /** Whether {@link update} has something to do. */
  get isStale(): boolean {
    return this.#stale.size > 0;
  }

  get byteLength(): number {
    let bytes = 0;
    for (const mesh of this.meshes) bytes += mesh?.byteLength ?? 0;
    return bytes;
  }

  /**
   * Adds a mesh. If there is no room for it, or for its tree, nothing has changed.
   *
   * @param index three vertices a triangle, or null if every three vertices are one.
   * @returns its number.
   */
  add(
    positions: Float32Array | Float64Array,
    index: Uint16Array | Uint32Array | null,
    bounds: Float64Array,
  ): StoredMesh {
    const mesh = new StoredMesh(this.#memory, positions, index, bounds);
    try {
      checkBuildMemory(this.#memory, mesh.triangleCount);
    } catch (error) {
      mesh.release();
      throw error;
    }
    const free = this.meshes.indexOf(null);
    mesh.number = free < 0 ? this.meshes.length : free;
    this.meshes[mesh.number] = mesh;
    this.#stale.add(mesh);
    return mesh;
  }

  remove(mesh: StoredMesh): void {
    this.meshes[mesh.number] = null;
    this.#stale.delete(mesh);
    mesh.release();
  }

  setPositions(mesh: StoredMesh, positions: Float32Array | Float64Array): void {
    mesh.setPositions(positions);
    this.#stale.add(mesh);
  }

  /** Builds the trees that are missing, and fits the others to their positions. */
  update(build: TriangleBuild): void {
    for (const mesh of this.#stale) {
      mesh.update(build);
      this.#stale.delete(mesh);
    }
  }
}
