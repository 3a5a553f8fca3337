import { triangleScratchBytes, checkBuildMemory, nodeBytes } from '../memory/buildMemory';
import { MESH_NUMBERS } from '../layout/kernelLayout';
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
  /** Whether {@link update} has something to do. Read before every query. */
  isStale = false;
  /** Grows with every change. */
  changes = 0;
  table: Float64Array = new Float64Array(0);
  readonly dirtyMeshes = new Set<number>();
  readonly #memory: Memory;
  readonly #table: Block;
  #added = 0;
  /** For the trees that are still to be built: the bytes of their nodes, and the triangles of the largest. */
  #owedNodes = 0;
  #largest = 0;
  /** The numbers that were given back. */
  readonly #freed: number[] = [];
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
   * Adds a mesh. If there is no room for it, or for its tree beside all others that are still to be built, nothing has
   * changed.
   *
   * @param index three vertices a triangle, or null if every three vertices are one.
   * @param boxes how many boxes the scene has, if the tree over them is still to be built.
   */
  add(positions: Float32Array | Float64Array, index: Uint16Array | Uint32Array | null, boxes = 0): StoredMesh {
    const vertexCount = positions.length / 3;
    const mesh = this.create({
      isFloat32: positions instanceof Float32Array,
      isIndexed: index !== null,
      triangleCount: (index?.length ?? vertexCount) / 3,
      vertexCount,
    });
    this.#owe(mesh, 1);
    try {
      mesh.set(positions, index);
      checkBuildMemory(this.#memory, boxes);
      this.adopt(mesh);
    } catch (error) {
      mesh.release();
      this.#disown(mesh);
      throw error;
    }
    this.#setStale(mesh);
    return mesh;
  }

  /** Creates a mesh without numbers, outside the store. */
  create(counts: MeshCounts): StoredMesh {
    return new StoredMesh(this.#memory, counts);
  }

  /** Adds a mesh that has its numbers. If there is no room, nothing has changed. */
  adopt(mesh: StoredMesh): void {
    const needed = (this.meshes.length + 1) * MESH_NUMBERS;
    if (this.table.length < needed) this.#table.resize(Math.ceil(needed * 1.25) * 8);
    mesh.number = this.#freed.pop() ?? this.meshes.length;
    mesh.serial = this.#added++;
    this.meshes[mesh.number] = mesh;
    this.inOrder.add(mesh);
    this.dirtyMeshes.add(mesh.number);
    this.changes++;
  }

  /** Shows meshes that another thread has stored. They are only read. */
  show(meshes: readonly StoredMesh[]): void {
    this.meshes.length = 0;
    this.inOrder.clear();
    this.dirtyMeshes.clear();
    for (const mesh of meshes) {
      while (this.meshes.length < mesh.number) this.meshes.push(null);
      this.meshes[mesh.number] = mesh;
      this.inOrder.add(mesh);
      this.dirtyMeshes.add(mesh.number);
    }
    this.#table.resize(this.meshes.length * MESH_NUMBERS * 8);
  }

  /** Moves the table, which makes backends read the addresses of all meshes again. */
  invalidateAddresses(): void {
    if (this.table.length > 0) this.#table.resize(this.table.byteLength);
  }

  remove(mesh: StoredMesh): void {
    this.meshes[mesh.number] = null;
    this.#freed.push(mesh.number);
    this.inOrder.delete(mesh);
    this.#stale.delete(mesh);
    if (!mesh.isBuilt) this.#disown(mesh);
    this.changes++;
    mesh.release();
  }

  setPositions(mesh: StoredMesh, positions: Float32Array | Float64Array, { place }: TriangleOperations): void {
    mesh.setPositions(positions, place);
    this.changes++;
    this.#setStale(mesh);
  }

  /** Counts what the tree of a mesh will need (1), or no longer needs (-1). */
  #owe({ triangleCount }: StoredMesh, sign: number): void {
    this.#owedNodes += sign * nodeBytes(triangleCount);
    if (this.#owedNodes === 0) this.#largest = 0;
    else if (sign > 0) this.#largest = Math.max(this.#largest, triangleCount);
    this.#memory.owed = this.#owedNodes === 0 ? 0 : this.#owedNodes + triangleScratchBytes(this.#largest);
  }

  /** Counts that a mesh without a tree is gone. */
  #disown(mesh: StoredMesh): void {
    if (mesh.triangleCount === this.#largest) this.#largest = this.#largestUnbuilt();
    this.#owe(mesh, -1);
  }

  /** The triangles of the largest mesh whose tree is missing. No other is larger than the largest so far. */
  #largestUnbuilt(): number {
    let largest = 0;
    for (const { isBuilt, triangleCount } of this.#stale) {
      if (!isBuilt) largest = Math.max(largest, triangleCount);
      if (largest === this.#largest) break;
    }
    return largest;
  }

  #setStale(mesh: StoredMesh): void {
    this.#stale.add(mesh);
    this.isStale = true;
  }

  /** Builds the trees that are missing, and fits the others to their positions. */
  update(operations: TriangleOperations): void {
    for (const mesh of this.#stale) {
      const { isBuilt } = mesh;
      mesh.update(operations);
      if (!isBuilt) this.#owe(mesh, -1);
      this.#stale.delete(mesh);
      this.dirtyMeshes.add(mesh.number);
    }
    this.isStale = false;
  }
}
