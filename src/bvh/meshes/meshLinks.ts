import type { Block, Memory } from '../memory/memory';
import { copyMesh } from './copyMesh';
import { MeshStore } from './meshStore';
import type { StoredMesh } from './storedMesh';
import type { TriangleOperations } from './triangleOperations';

/** The number of a box without a link. */
const NO_LINK = 0;

/**
 * Links from boxes to meshes. Queries for three.js and Babylon.js go on from a linked box to the triangles of its mesh,
 * which the matrix of the box places. For all queries of a scene's user, the box stays a box. Only oriented boxes may be
 * linked. Links are not part of the scene: they are in no file and no snapshot.
 */
export class MeshLinks {
  readonly meshes: MeshStore;
  /** For each id, the number of its mesh plus 1, or NO_LINK. See {@link reserve}. */
  numbers: Uint32Array = new Uint32Array(0);
  /** For each number of a mesh, the epoch in which the mesh was last verified. */
  verified: Uint32Array = new Uint32Array(0);
  /** The number of the present epoch: see {@link invalidate}. */
  epoch = 1;
  readonly #memory: Memory;
  readonly #numbers: Block;
  readonly #verified: Block;
  readonly #operations: TriangleOperations;

  constructor(memory: Memory, operations: TriangleOperations) {
    this.#memory = memory;
    this.meshes = new MeshStore(memory);
    this.#operations = operations;
    this.#numbers = memory.allocate(0, (buffer, byteOffset, byteLength) => {
      this.numbers = new Uint32Array(buffer, byteOffset, byteLength / 4);
    });
    this.#verified = memory.allocate(0, (buffer, byteOffset, byteLength) => {
      this.verified = new Uint32Array(buffer, byteOffset, byteLength / 4);
    });
  }

  #reserveVerified({ number }: StoredMesh): void {
    const { length } = this.verified;
    if (number < length) this.verified[number] = 0;
    else {
      this.#verified.resize(4 * (2 * number + 16));
      this.verified.fill(0, length);
    }
  }

  /**
   * Adds a mesh, and builds its tree. Without room, throws.
   *
   * @param before a mesh to remove first. The new mesh gets the number of this mesh, and all links to it. If the method
   *   throws, these links end.
   */
  addMesh(
    positions: Float32Array | Float64Array,
    index: Uint16Array | Uint32Array | null,
    before: StoredMesh | null = null,
  ): StoredMesh {
    if (before !== null) this.#remove(before);
    let mesh: StoredMesh | null = null;
    try {
      // The number that was freed last is given out first.
      mesh = this.meshes.add(positions, index, 0, this.#operations.place);
      this.meshes.update(this.#operations);
      this.#reserveVerified(mesh);
      return mesh;
    } catch (error) {
      if (mesh !== null) this.meshes.remove(mesh);
      if (before !== null) this.#endLinks(before.number);
      throw error;
    }
  }

  /** Adds a copy of a mesh of another scene, with its tree. */
  copyMesh(from: StoredMesh): StoredMesh {
    const mesh = copyMesh(from, this.meshes, this.#memory);
    this.#reserveVerified(mesh);
    return mesh;
  }

  /**
   * Moves the vertices of a mesh, and fits its tree, unless they are at these positions already. Returns false, and changes
   * nothing, if the mesh has float32 numbers and the positions are float64: another mesh is needed.
   */
  setPositions(mesh: StoredMesh, positions: Float32Array | Float64Array): boolean {
    if (mesh.isFloat32 && positions instanceof Float64Array) return false;
    if (mesh.hasPositions(positions)) return true;
    this.meshes.setPositions(mesh, positions, this.#operations);
    this.meshes.update(this.#operations);
    return true;
  }

  /** Makes walks verify each mesh again before they read its triangles: see CandidateVisitor. */
  invalidate(): void {
    this.epoch++;
  }

  /** Notes that a mesh is what its boxes draw, until {@link invalidate}. */
  verify({ number }: StoredMesh): void {
    this.verified[number] = this.epoch;
  }

  isVerified({ number }: StoredMesh): boolean {
    return this.verified[number] === this.epoch;
  }

  /** Removes a mesh, and all links to it. */
  removeMesh(mesh: StoredMesh): void {
    this.#remove(mesh);
    this.#endLinks(mesh.number);
  }

  #remove(mesh: StoredMesh): void {
    this.meshes.remove(mesh);
  }

  #endLinks(mesh: number): void {
    const { numbers } = this;
    for (let id = numbers.indexOf(mesh + 1); id >= 0; id = numbers.indexOf(mesh + 1, id)) numbers[id] = NO_LINK;
  }

  /** Returns the mesh that a box is linked to, or null. */
  meshOf(id: number): StoredMesh | null {
    const number = id < this.numbers.length ? this.numbers[id] : NO_LINK;
    return number === NO_LINK ? null : this.meshes.meshes[number - 1];
  }

  /** Makes room for the links of all ids below a limit. */
  reserve(idLimit: number): void {
    const { length } = this.numbers;
    if (length >= idLimit) return;
    this.#numbers.resize(idLimit * 4);
    this.numbers.fill(NO_LINK, length);
  }

  /** Links a box to a mesh. There must be room for its id, and it must be an oriented box while it is linked. */
  link(id: number, mesh: StoredMesh): void {
    this.numbers[id] = mesh.number + 1;
  }

  unlink(id: number): void {
    if (id < this.numbers.length) this.numbers[id] = NO_LINK;
  }
}
