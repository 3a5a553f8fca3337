import { checkBuildMemory } from '../boxes/buildMemory';
import { MESH_NUMBERS } from '../layout/meshTableLayout';
import type { Block, Memory } from '../memory/memory';
import type { Meshes } from '../tree/meshTree';
import { type MeshCounts, StoredMesh } from './storedMesh';
import type { TriangleOperations } from './triangleOperations';

/** The meshes of a scene, by their numbers. A number that was given back is used again. */
export class MeshStore implements Meshes {
  /** Null where a mesh was removed. */
  readonly meshes: (StoredMesh | null)[] = [];
  /** In the order in which they were added. */
  readonly inOrder = new Set<StoredMesh>();
  /** Whether {@link update} has something to do. It is asked before every query. */
  isStale = false;
  /** Grows with every change. */
  changes = 0;
  table: Float64Array = new Float64Array(0);
  readonly #memory: Memory;
  readonly #table: Block;
  #added = 0;
  /** The meshes whose trees are missing, or do not fit their positions. */
  readonly #stale = new Set<StoredMesh>();

  constructor(memory: Memory) {
    this.#memory = memory;
    this.#table = memory.allocate(0, (buffer, byteOffset, byteLength) => {
      this.table = new Float64Array(buffer, byteOffset, byteLength / 8);
    });
  }

  get byteLength(): number {
    let bytes = this.table.byteLength;
    for (const mesh of this.inOrder) bytes += mesh.byteLength;
    return bytes;
  }

  /**
   * Adds a mesh. If there is no room for it, or for its tree, nothing has changed.
   *
   * @param index three vertices a triangle, or null if every three vertices are one.
   */
  add(
    positions: Float32Array | Float64Array,
    index: Uint16Array | Uint32Array | null,
    bounds: Float64Array,
  ): StoredMesh {
    const vertexCount = positions.length / 3;
    const mesh = this.create({
      isFloat32: positions instanceof Float32Array,
      isIndexed: index !== null,
      triangleCount: (index?.length ?? vertexCount) / 3,
      vertexCount,
    });
    try {
      mesh.set(positions, index, bounds);
      this.adopt(mesh);
    } catch (error) {
      mesh.release();
      throw error;
    }
    this.#setStale(mesh);
    return mesh;
  }

  /** Creates a mesh without numbers, which the store does not know yet. */
  create(counts: MeshCounts): StoredMesh {
    return new StoredMesh(this.#memory, counts);
  }

  /**
   * Adds a mesh that has its numbers. If there is no room for a tree over it, nothing has changed. What the trees of other new
   * meshes will need is not counted: in a memory that is full of those, the next query finds no room.
   */
  adopt(mesh: StoredMesh): void {
    this.#table.resize((this.meshes.length + 1) * MESH_NUMBERS * 8);
    checkBuildMemory(this.#memory, mesh.triangleCount);
    const free = this.meshes.indexOf(null);
    mesh.number = free < 0 ? this.meshes.length : free;
    mesh.serial = this.#added++;
    this.meshes[mesh.number] = mesh;
    this.inOrder.add(mesh);
    this.changes++;
  }

  /** Shows meshes that another thread has stored. They are only read. */
  show(meshes: readonly StoredMesh[]): void {
    this.meshes.length = 0;
    this.inOrder.clear();
    for (const mesh of meshes) {
      while (this.meshes.length < mesh.number) this.meshes.push(null);
      this.meshes[mesh.number] = mesh;
      this.inOrder.add(mesh);
    }
    this.#table.resize(this.meshes.length * MESH_NUMBERS * 8);
  }

  /** Tells those who keep the addresses of a tree's meshes that they have changed. */
  tell(): void {
    if (this.table.length > 0) this.#table.resize(this.table.byteLength);
  }

  remove(mesh: StoredMesh): void {
    this.meshes[mesh.number] = null;
    this.inOrder.delete(mesh);
    this.#stale.delete(mesh);
    this.changes++;
    mesh.release();
  }

  setPositions(mesh: StoredMesh, positions: Float32Array | Float64Array): void {
    mesh.setPositions(positions);
    this.changes++;
    this.#setStale(mesh);
  }

  #setStale(mesh: StoredMesh): void {
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
