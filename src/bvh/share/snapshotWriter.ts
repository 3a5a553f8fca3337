import { checkBuildMemory } from '../memory/buildMemory';
import type { MeshStore } from '../meshes/meshStore';
import type { StoredMesh } from '../meshes/storedMesh';
import type { WasmAllocator } from '../memory/wasmAllocator';
import type { Block, MakeViews } from '../memory/memory';
import type { Tree } from '../tree/tree';
import { arraysOfMesh, SHARED_MESH_STRIDE, writeMeshes } from './sharedMeshes';
import { sharedArrays, writeSnapshot } from './snapshotRecord';
import { SNAPSHOT_LIMIT, Snapshots, SNAPSHOTS_BYTES } from './snapshots';

/**
 * Publishes snapshots of a shared scene. It belongs to the thread that changes the scene.
 *
 * There is a snapshot from the first commit on, even without readers: a later reader must not read uncommitted changes.
 * The latest snapshot shares its arrays with the scene. When the scene changes, the scene gets copies of the arrays,
 * and the snapshot retains the old arrays until a newer snapshot is published and no reader pins the old one.
 *
 * Meshes are large and seldom change, so several snapshots may share the arrays of a mesh. When a mesh changes, all
 * present snapshots retain its old arrays.
 */
export class SnapshotWriter {
  readonly snapshots: Snapshots;
  /** Whether changes overwrite the latest snapshot. If so, no thread may read the scene during a change. */
  isOverwritten = false;
  readonly #memory: WasmAllocator;
  /** For each snapshot, the blocks of memory that it alone retains. */
  readonly #retained = new Map<number, Block[]>();
  /** The blocks of memory that several snapshots retain, and for each block the snapshots that still retain it. */
  readonly #sharedBlocks: { readonly block: Block; readonly snapshots: Set<number> }[] = [];
  readonly #meshes: MeshStore;
  /** The mesh records of the latest snapshot, and how many times meshes had changed when the records were written. */
  #records: { readonly block: Block; readonly numbers: Float64Array; readonly changes: number } | null = null;
  /** The tree of the scene, while it shares its arrays with the latest snapshot. Otherwise null. */
  #tree: Tree | null = null;
  #count = 0;

  constructor(memory: WasmAllocator, meshes: MeshStore) {
    this.#memory = memory;
    this.#meshes = meshes;
    let byteOffset = 0;
    const makeViews = (_: ArrayBufferLike, at: number): void => {
      byteOffset = at;
    };
    memory.allocate(SNAPSHOTS_BYTES, makeViews, true);
    new Uint8Array(memory.memory.buffer, byteOffset, SNAPSHOTS_BYTES).fill(0);
    this.snapshots = Snapshots.create(memory.memory, byteOffset);
    memory.useFreePages(this.snapshots.freePages);
  }

  /** Whether no snapshot has been published yet. */
  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /**
   * Publishes a snapshot of a tree and its boxes. Readers that pin the latest snapshot pin this one from now on.
   *
   * @throws Error if readers pin too many snapshots.
   */
  publish(tree: Tree, builtAreas: number): void {
    if (this.#tree === tree) return;
    const { snapshots } = this;
    this.#reclaim();
    let snapshot = 0;
    while (this.#retained.has(snapshot)) snapshot++;
    if (snapshot === SNAPSHOT_LIMIT) {
      throw new Error(`${SNAPSHOT_LIMIT} versions are being read at once: detach attached scenes that are not in use`);
    }
    writeSnapshot(tree, this.#publishMeshes(), builtAreas, this.#count++, snapshots.record(snapshot));
    this.#retained.set(snapshot, []);
    snapshots.latest = snapshot;
    this.#tree = tree;
  }

  /** Writes the mesh records if a mesh has changed, and marks the arrays of all meshes as published. */
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
      for (const { byteOffset } of arraysOfMesh(mesh)) this.#memory.published.add(byteOffset);
    if (this.#records !== null) this.#retain(this.#records.block);
    this.#records = { block, numbers, changes: meshes.changes };
    return numbers;
  }

  /** Must be called before a mesh is changed. Snapshots keep the mesh's arrays, and it gets copies or empty arrays. */
  beforeMesh(mesh: StoredMesh, withCopies: boolean): void {
    this.#reclaim();
    for (const { byteOffset } of arraysOfMesh(mesh)) {
      if (this.#memory.published.has(byteOffset)) this.#retain(this.#memory.preserve(byteOffset, withCopies));
    }
  }

  /** Retains a block of memory until all present snapshots have been dropped. */
  #retain(block: Block): void {
    this.#sharedBlocks.push({ block, snapshots: new Set(this.#retained.keys()) });
  }

  /**
   * Must be called before the tree of the scene or its boxes are changed. Copies the arrays that the latest snapshot
   * retains.
   *
   * @throws RangeError if there is no room for the copies. The scene and its snapshots are unchanged then.
   */
  beforeChange(): void {
    this.#preserveArrays(true);
  }

  /** Must be called before the scene's tree and boxes are cleared. Does not copy their content: it is not needed. */
  beforeClear(): void {
    this.#preserveArrays(false);
  }

  #preserveArrays(withCopies: boolean): void {
    if (this.#tree === null) return;
    if (this.isOverwritten) {
      this.#unpublish();
      return;
    }
    const { latest } = this.snapshots;
    this.#reclaim();
    const blocks = this.#retained.get(latest);
    for (const array of sharedArrays(this.#tree, this.snapshots.record(latest))) {
      blocks?.push(this.#memory.preserve(array, withCopies));
    }
    if (withCopies) checkBuildMemory(this.#memory, this.#tree.boxes.size);
    this.#tree = null;
  }

  /** Allows the allocator to move all blocks of the snapshot. The next snapshot records the new addresses. */
  #unpublish(): void {
    this.#tree = null;
    this.#memory.published.clear();
    if (this.#records !== null) this.#retain(this.#records.block);
    this.#records = null;
  }

  /** Releases the blocks of all snapshots that no reader pins, except the latest snapshot. */
  #reclaim(): void {
    const { snapshots } = this;
    for (const [snapshot, blocks] of this.#retained) {
      if (snapshot === snapshots.latest || snapshots.isRead(snapshot)) continue;
      for (const block of blocks) block.release();
      this.#retained.delete(snapshot);
      for (const { snapshots: others } of this.#sharedBlocks) others.delete(snapshot);
    }
    // The loop over the shared blocks runs backwards, because it removes entries of the list.
    for (let i = this.#sharedBlocks.length - 1; i >= 0; i--) {
      if (this.#sharedBlocks[i].snapshots.size > 0) continue;
      this.#sharedBlocks[i].block.release();
      this.#sharedBlocks.splice(i, 1);
    }
  }
}
