import type { BoxStore } from '../boxes/boxStore';
import type { MeshStore } from '../meshes/meshStore';
import type { WasmAllocator } from '../memory/wasmAllocator';
import { type Tree, UNCHANGED } from '../tree/tree';
import { ageOf, builtAreasOf, readVersion } from './snapshotRecord';
import type { Versions } from './snapshots';

/** The version of a shared scene that a reader sees. */
export class SnapshotReader {
  /** Half the areas of the tree's nodes, per box, when it was built: see SceneTree. */
  builtAreas = UNCHANGED;
  tree: Tree;
  readonly versions: Versions;
  readonly #memory: WasmAllocator;
  readonly #boxes: BoxStore;
  readonly #meshes: MeshStore;
  /** The version that counts this reader, or null if somebody else is counted on its behalf. */
  #pinned: number | null = null;
  #isFixed = false;
  #isDetached = false;
  #age = -1;

  /** @param memory the reader's part of the memory that the versions are in. */
  constructor(versions: Versions, memory: WasmAllocator, boxes: BoxStore, meshes: MeshStore) {
    this.versions = versions;
    this.#memory = memory;
    this.#boxes = boxes;
    this.#meshes = meshes;
    this.#pinned = versions.pinLatest();
    this.tree = this.#show(this.#pinned);
  }

  /** Moves on to the latest version, unless a walk is under way. Returns whether it is another one. */
  follow(): boolean {
    this.checkAttached();
    const { versions } = this;
    if (this.#isFixed || this.tree.walks > 0 || versions.latest === this.#pinned) return false;
    const before = this.#pinned;
    this.#pinned = versions.pinLatest();
    if (before !== null) versions.unpin(before);
    this.tree = this.#show(this.#pinned);
    return true;
  }

  /** From now on, shows a version that somebody else keeps from being changed. Returns whether it is another one. */
  fix(version: number): boolean {
    this.checkAttached();
    const isOther = ageOf(this.versions.record(version)) !== this.#age;
    if (isOther) this.tree = this.#show(version);
    this.#unpin();
    this.#isFixed = true;
    return isOther;
  }

  /** Releases the version, which may then be overwritten, and the reader's part of the memory. */
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
    if (this.#pinned !== null) this.versions.unpin(this.#pinned);
    this.#pinned = null;
  }

  #show(version: number): Tree {
    const { memory } = this.versions;
    const record = this.versions.record(version);
    // Another thread may have grown the memory. This call updates our view of it.
    memory.grow(0);
    this.#age = ageOf(record);
    this.builtAreas = builtAreasOf(record);
    return readVersion(record, memory.buffer, this.#boxes, this.#meshes);
  }
}
