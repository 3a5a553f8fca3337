import type { LeafStore } from './leafStore';
import type { Tree } from './tree';
import { ageOf, builtCostOf, readVersion } from './versionRecord';
import type { Versions } from './versions';

/** The version of a shared scene that a reader sees. */
export class ShownVersion {
  /** What the tree cost when it was built: see BoxScene. */
  builtCost = 0;
  tree: Tree;
  readonly #versions: Versions;
  readonly #leaves: LeafStore;
  /** The version in whose readers this one is counted; null where somebody else is, on its behalf. */
  #pinned: number | null = null;
  #isFixed = false;
  #age = -1;

  constructor(versions: Versions, leaves: LeafStore) {
    this.#versions = versions;
    this.#leaves = leaves;
    this.#pinned = versions.pinLatest();
    this.tree = this.#show(this.#pinned);
  }

  /** Moves on to the latest version, unless a walk is under way; returns whether that is another one. */
  follow(): boolean {
    if (this.#isFixed || this.tree.walks > 0 || this.#versions.latest === this.#pinned) return false;
    const before = this.#pinned;
    this.#pinned = this.#versions.pinLatest();
    if (before !== null) this.#versions.unpin(before);
    this.tree = this.#show(this.#pinned);
    return true;
  }

  /** Shows a version that somebody else keeps from being changed, from now on; returns whether that is another one. */
  fix(version: number): boolean {
    const isOther = ageOf(this.#versions.record(version)) !== this.#age;
    if (isOther) this.tree = this.#show(version);
    this.release();
    this.#isFixed = true;
    return isOther;
  }

  /** Lets go of the version: it may be overwritten from now on. */
  release(): void {
    if (this.#pinned !== null) this.#versions.unpin(this.#pinned);
    this.#pinned = null;
  }

  #show(version: number): Tree {
    const { memory } = this.#versions;
    const record = this.#versions.record(version);
    // Another thread may have let memory grow, of which this one is told now.
    memory.grow(0);
    this.#age = ageOf(record);
    this.builtCost = builtCostOf(record);
    return readVersion(record, memory.buffer, this.#leaves);
  }
}
