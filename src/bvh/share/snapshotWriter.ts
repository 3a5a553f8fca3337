import { checkBuildMemory } from '../memory/buildMemory';
import type { MeshStore } from '../meshes/meshStore';
import type { StoredMesh } from '../meshes/storedMesh';
import type { WasmAllocator } from '../memory/wasmAllocator';
import type { Block, MakeViews } from '../memory/memory';
import type { Tree } from '../tree/tree';
import { arraysOfMesh, SHARED_MESH_STRIDE, writeMeshes } from './sharedMeshes';
import { sharedArrays, writeVersion } from './snapshotRecord';
import { VERSION_LIMIT, Versions, VERSIONS_BYTES } from './snapshots';

/**
 * The versions of a shared scene, for the thread that changes it.
 *
 * There is a version from the first commit on, also if nobody reads it yet: a reader that comes later must not see what has
 * changed since. The latest version has the same arrays as the scene itself. When the scene changes, they are copied, and
 * the version keeps the old ones. It keeps them until another version is the latest and nobody reads this one any more.
 *
 * Meshes are large and seldom change, so several versions may have the same arrays of a mesh. When it changes, all versions
 * that there are keep the old ones.
 */
export class SnapshotWriter {
  readonly versions: Versions;
  /** Whether changes overwrite the latest version, so that nothing is copied. Then nobody may read it while it changes. */
  isOverwritten = false;
  readonly #memory: WasmAllocator;
  /** What each version keeps. */
  readonly #kept = new Map<number, Block[]>();
  /** What several versions may have, and which of them there still are. */
  readonly #left: { readonly block: Block; readonly versions: Set<number> }[] = [];
  readonly #meshes: MeshStore;
  /** The records of the meshes of the latest version, and how many changes the meshes had seen then. */
  #records: { readonly block: Block; readonly numbers: Float64Array; readonly changes: number } | null = null;
  /** The tree of the latest version, while both have the same arrays. */
  #tree: Tree | null = null;
  #count = 0;

  constructor(memory: WasmAllocator, meshes: MeshStore) {
    this.#memory = memory;
    this.#meshes = meshes;
    let byteOffset = 0;
    const tellPlace = (_: ArrayBufferLike, at: number): void => {
      byteOffset = at;
    };
    memory.allocate(VERSIONS_BYTES, tellPlace, true);
    new Uint8Array(memory.memory.buffer, byteOffset, VERSIONS_BYTES).fill(0);
    this.versions = Versions.create(memory.memory, byteOffset);
    memory.useSpares(this.versions.spares);
  }

  /** Whether nothing has been published. */
  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /**
   * Publishes a tree and its boxes in their present state. Readers see them from now on.
   *
   * @throws Error if too many versions are still being read.
   */
  publish(tree: Tree, builtAreas: number): void {
    if (this.#tree === tree) return;
    const { versions } = this;
    this.#reclaim();
    let version = 0;
    while (this.#kept.has(version)) version++;
    if (version === VERSION_LIMIT) {
      throw new Error(`${VERSION_LIMIT} versions are being read at once: detach attached scenes that are not in use`);
    }
    writeVersion(tree, this.#publishMeshes(), builtAreas, this.#count++, versions.record(version));
    this.#kept.set(version, []);
    versions.latest = version;
    this.#tree = tree;
  }

  /** Writes records of the meshes, unless they are as before, and holds all arrays of meshes. */
  #publishMeshes(): Float64Array {
    const meshes = this.#meshes;
    if (meshes.changes === this.#records?.changes) return this.#records.numbers;
    let numbers: Float64Array = new Float64Array(0);
    const makeViews: MakeViews = (buffer, byteOffset, byteLength) => {
      numbers = new Float64Array(buffer, byteOffset, byteLength / 8);
    };
    const block = this.#memory.allocate(meshes.inOrder.size * SHARED_MESH_STRIDE * 8, makeViews, true);
    writeMeshes(meshes, numbers);
    for (const mesh of meshes.inOrder)
      for (const { byteOffset } of arraysOfMesh(mesh)) this.#memory.held.add(byteOffset);
    if (this.#records !== null) this.#keep(this.#records.block);
    this.#records = { block, numbers, changes: meshes.changes };
    return numbers;
  }

  /** Must be called before a mesh is changed. */
  beforeMesh(mesh: StoredMesh, withCopies: boolean): void {
    this.#reclaim();
    for (const { byteOffset } of arraysOfMesh(mesh)) {
      if (this.#memory.held.has(byteOffset)) this.#keep(this.#memory.leave(byteOffset, withCopies));
    }
  }

  /** Keeps a block as long as there is a version that there is now. */
  #keep(block: Block): void {
    this.#left.push({ block, versions: new Set(this.#kept.keys()) });
  }

  /**
   * Must be called before the tree or its boxes are changed.
   *
   * @throws RangeError if there is no room for another copy. Nothing that anybody sees has changed then.
   */
  beforeChange(): void {
    this.#leaveArrays(true);
  }

  /** Must be called before the tree and its boxes are dropped. Their content need not be copied. */
  beforeClear(): void {
    this.#leaveArrays(false);
  }

  #leaveArrays(withCopies: boolean): void {
    if (this.#tree === null) return;
    if (this.isOverwritten) {
      this.#forget();
      return;
    }
    const { latest } = this.versions;
    this.#reclaim();
    const kept = this.#kept.get(latest);
    for (const array of sharedArrays(this.#tree, this.versions.record(latest))) {
      kept?.push(this.#memory.leave(array, withCopies));
    }
    if (withCopies) checkBuildMemory(this.#memory, this.#tree.boxes.size);
    this.#tree = null;
  }

  /** Lets everything move: the next version says anew where it is. */
  #forget(): void {
    this.#tree = null;
    this.#memory.held.clear();
    if (this.#records !== null) this.#keep(this.#records.block);
    this.#records = null;
  }

  /** Makes the bytes of versions that nobody reads available again. */
  #reclaim(): void {
    const { versions } = this;
    for (const [version, blocks] of this.#kept) {
      if (version === versions.latest || versions.isRead(version)) continue;
      for (const block of blocks) block.release();
      this.#kept.delete(version);
      for (const { versions: others } of this.#left) others.delete(version);
    }
    // Backwards, as entries are taken out.
    for (let i = this.#left.length - 1; i >= 0; i--) {
      if (this.#left[i].versions.size > 0) continue;
      this.#left[i].block.release();
      this.#left.splice(i, 1);
    }
  }
}
