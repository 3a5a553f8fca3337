import type { BoxStore } from '../boxes/boxStore';
import type { MeshStore } from '../meshes/meshStore';
import type { WasmAllocator } from '../memory/wasmAllocator';
import { type Tree, UNCHANGED } from '../tree/tree';
import { ageOf, builtAreasOf, readSnapshot } from './snapshotRecord';
import type { Snapshots } from './snapshots';

/** Reads the snapshots of a shared scene, one at a time. Pins the snapshot that it reads, so that it cannot change. */
export class SnapshotReader {
  /** The sum of half the surface areas of the tree's nodes, per box, when the tree was built: see SceneTree. */
  builtAreas = UNCHANGED;
  tree: Tree;
  readonly snapshots: Snapshots;
  readonly #memory: WasmAllocator;
  readonly #boxes: BoxStore;
  readonly #meshes: MeshStore;
  /** The snapshot that this reader pins, or null if another thread pins the snapshot that is read: see {@link fix}. */
  #pinned: number | null = null;
  #isFixed = false;
  #isDetached = false;
  #age = -1;

  /** @param memory allocates the snapshot reader's own pages, in the memory that holds the snapshots. */
  constructor(snapshots: Snapshots, memory: WasmAllocator, boxes: BoxStore, meshes: MeshStore) {
    this.snapshots = snapshots;
    this.#memory = memory;
    this.#boxes = boxes;
    this.#meshes = meshes;
    this.#pinned = snapshots.pinLatest();
    this.tree = this.#read(this.#pinned);
  }

  /** Makes the reader switch to the latest snapshot, unless it walks a tree. Returns whether it has switched. */
  follow(): boolean {
    this.checkAttached();
    const { snapshots } = this;
    if (this.#isFixed || this.tree.walks > 0 || snapshots.latest === this.#pinned) return false;
    const before = this.#pinned;
    this.#pinned = snapshots.pinLatest();
    if (before !== null) snapshots.unpin(before);
    this.tree = this.#read(this.#pinned);
    return true;
  }

  /**
   * Makes the reader read only the given snapshot, which another thread must pin. Returns whether the reader has read
   * another snapshot before.
   */
  fix(snapshot: number): boolean {
    this.checkAttached();
    const isOther = ageOf(this.snapshots.record(snapshot)) !== this.#age;
    if (isOther) this.tree = this.#read(snapshot);
    this.#unpin();
    this.#isFixed = true;
    return isOther;
  }

  /** Unpins the snapshot, whose bytes may then be reused, and makes the reader's pages free for other threads. */
  detach(): void {
    if (this.#isDetached) return;
    this.#isDetached = true;
    this.#unpin();
    this.#memory.release();
  }

  checkAttached(): void {
    if (this.#isDetached) throw new Error('the scene has been detached: attach another one to the handle');
  }

  #unpin(): void {
    if (this.#pinned !== null) this.snapshots.unpin(this.#pinned);
    this.#pinned = null;
  }

  #read(snapshot: number): Tree {
    const { memory } = this.snapshots;
    const record = this.snapshots.record(snapshot);
    // Another thread may have grown the memory. Growing it by 0 pages makes `memory.buffer` cover the new pages.
    memory.grow(0);
    this.#age = ageOf(record);
    this.builtAreas = builtAreasOf(record);
    return readSnapshot(record, memory.buffer, this.#boxes, this.#meshes);
  }
}
