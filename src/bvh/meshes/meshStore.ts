import { triangleScratchBytes, checkBuildMemory, nodeBytes } from '../memory/buildMemory';
import { MESH_NUMBERS } from '../layout/kernelLayout';
import type { Block, Memory } from '../memory/memory';
import type { Meshes } from '../tree/meshTree';
import { type MeshCounts, StoredMesh } from './storedMesh';
import { type CornerPlacing, placeCorners } from './placeCorners';
import type { TriangleOperations } from './triangleOperations';

/** The meshes of a scene, each with a number. The number of a removed mesh is given to a mesh that is added later. */
export class MeshStore implements Meshes {
  /** The meshes of the scene by number. Null where a mesh was removed. */
  readonly meshes: (StoredMesh | null)[] = [];
  /** The meshes of the scene, in the order in which they were added. */
  readonly inOrder = new Set<StoredMesh>();
  /** Whether trees of meshes must be built or refitted, by {@link update}, before the next query. */
  isStale = false;
  /** How many times a mesh has been added, removed or changed. */
  changes = 0;
  table: Float64Array = new Float64Array(0);
  readonly dirtyMeshes = new Set<number>();
  readonly #memory: Memory;
  readonly #table: Block;
  #added = 0;
  /** How many bytes the nodes of all unbuilt trees take, and how many triangles the largest of these trees has. */
  #owedNodes = 0;
  #largest = 0;
  readonly #freed: number[] = [];
  /** The meshes whose trees are not yet built, or do not fit the changed positions of the vertices. */
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
   * Adds a mesh to the scene. Throws and changes nothing if there is no room for the mesh and all unbuilt trees.
   *
   * @param index three vertices a triangle, or null if every three vertices are a triangle.
   * @param boxes how many boxes the scene has, if the tree over the boxes is not yet built.
   * @param place the backend's function that places the corners.
   */
  add(
    positions: Float32Array | Float64Array,
    index: Uint16Array | Uint32Array | null,
    boxes = 0,
    place: CornerPlacing = placeCorners,
  ): StoredMesh {
    const vertexCount = positions.length / 3;
    const mesh = this.create({
      isFloat32: positions instanceof Float32Array,
      isIndexed: index !== null,
      triangleCount: (index?.length ?? vertexCount) / 3,
      vertexCount,
    });
    this.#owe(mesh, 1);
    try {
      mesh.set(positions, index, null, place);
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

  /** Creates a mesh that has no triangles yet and is not in the store. */
  create(counts: MeshCounts): StoredMesh {
    return new StoredMesh(this.#memory, counts);
  }

  /** Adds to the store a mesh that already has its triangles. Throws and changes nothing if there is no room. */
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

  /** Replaces the meshes of the store with meshes of another thread, which this thread only reads. */
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

  /** Makes backends write the addresses of meshes into the table again. */
  invalidateAddresses(): void {
    if (this.table.length > 0) this.#memory.invalidate();
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

  /** Adds the memory that the unbuilt tree of a mesh will take to the memory owed, or with sign -1 subtracts it. */
  #owe({ triangleCount }: StoredMesh, sign: number): void {
    this.#owedNodes += sign * nodeBytes(triangleCount);
    if (this.#owedNodes === 0) this.#largest = 0;
    else if (sign > 0) this.#largest = Math.max(this.#largest, triangleCount);
    this.#memory.owed = this.#owedNodes === 0 ? 0 : this.#owedNodes + triangleScratchBytes(this.#largest);
  }

  /** Subtracts the memory for the unbuilt tree of a removed mesh from the memory owed for unbuilt trees. */
  #disown(mesh: StoredMesh): void {
    if (mesh.triangleCount === this.#largest) this.#largest = this.#largestUnbuilt();
    this.#owe(mesh, -1);
  }

  /** Returns the most triangles of a mesh without a tree. Ends the search early at `#largest`, an upper bound. */
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

  /** Builds the missing trees of meshes, and refits the trees of meshes whose vertices have moved. */
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
