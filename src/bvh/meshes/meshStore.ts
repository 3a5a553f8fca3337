import { checkBuildMemory } from '../boxes/buildMemory';
import { MESH_NUMBERS } from '../layout/meshTableLayout';
import type { Block, Memory } from '../memory/memory';
import type { Meshes } from '../tree/meshTree';
import { StoredMesh } from './storedMesh';
import type { TriangleOperations } from './triangleOperations';

/** The meshes of a scene, by their numbers. A number that was given back is used again. */
export class MeshStore implements Meshes {
  /** Null where a mesh was removed. */
  readonly meshes: (StoredMesh | null)[] = [];
  /** Whether {@link update} has something to do. It is asked before every query. */
  isStale = false;
  table: Float64Array = new Float64Array(0);
  readonly #memory: Memory;
  readonly #table: Block;
  /** The meshes whose trees are missing, or do not fit their positions. */
  readonly #stale = new Set<StoredMesh>();

  constructor(memory: Memory) {
    this.#memory = memory;
    this.#table = memory.allocate(0, (buffer, byteOffset, byteLength) => {
      this.table = new Float64Array(buffer, byteOffset, byteLength / 8);
    });
  }

  get isEmpty(): boolean {
    return this.meshes.every((mesh) => mesh === null);
  }

  get byteLength(): number {
    let bytes = this.table.byteLength;
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
      this.#table.resize((this.meshes.length + 1) * MESH_NUMBERS * 8);
      checkBuildMemory(this.#memory, mesh.triangleCount);
    } catch (error) {
      mesh.release();
      throw error;
    }
    const free = this.meshes.indexOf(null);
    mesh.number = free < 0 ? this.meshes.length : free;
    this.meshes[mesh.number] = mesh;
    this.#stale.add(mesh);
    this.isStale = true;
    return mesh;
  }

  /** Tells those who keep the addresses of a tree's meshes that they have changed. */
  tell(): void {
    if (this.table.length > 0) this.#table.resize(this.table.byteLength);
  }

  remove(mesh: StoredMesh): void {
    this.meshes[mesh.number] = null;
    this.#stale.delete(mesh);
    mesh.release();
  }

  setPositions(mesh: StoredMesh, positions: Float32Array | Float64Array): void {
    mesh.setPositions(positions);
    this.#stale.add(mesh);
    this.isStale = true;
  }

  /** Builds the trees that are missing, and fits the others to their positions. */
  update(operations: TriangleOperations): void {
    for (const mesh of this.#stale) {
      mesh.update(operations);
      this.#stale.delete(mesh);
    }
    this.isStale = false;
  }
}
