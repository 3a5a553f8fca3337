import { checkBuildMemory } from '../boxes/buildMemory';
import type { KernelMemory } from '../memory/kernelMemory';
import type { Block } from '../memory/memory';
import type { Tree } from '../tree/tree';
import { sharedArrays, writeVersion } from './versionRecord';
import { VERSION_LIMIT, Versions, VERSIONS_BYTES } from './versions';

/**
 * The versions of a shared scene as the thread has them that changes it. The latest consists of the very arrays that the scene
 * works with, until it changes: then those are copied, and the version keeps what it had, until another one is the latest and
 * nobody reads it any longer.
 */
export class PublishedVersions {
  readonly versions: Versions;
  /** Whether there may be readers: until then nothing is published, and nothing copied. */
  isOpen = false;
  readonly #memory: KernelMemory;
  /** What each version keeps. */
  readonly #kept = new Map<number, Block[]>();
  /** The tree of the latest version, while it consists of the same arrays. */
  #tree: Tree | null = null;
  #count = 0;

  constructor(memory: KernelMemory) {
    this.#memory = memory;
    let byteOffset = 0;
    const tellPlace = (_: ArrayBufferLike, at: number): void => {
      byteOffset = at;
    };
    memory.allocate(VERSIONS_BYTES, tellPlace, true);
    new Uint8Array(memory.memory.buffer, byteOffset, VERSIONS_BYTES).fill(0);
    this.versions = Versions.create(memory.memory, byteOffset);
    memory.useSpares(this.versions.spares);
  }

  /** From now on there may be readers, who see a tree and its boxes as they are. */
  open(tree: Tree, builtCost: number): void {
    this.isOpen = true;
    this.publish(tree, builtCost);
  }

  /**
   * Makes a tree and its boxes, as they are, what readers see from now on.
   *
   * @throws Error where too many versions are still read.
   */
  publish(tree: Tree, builtCost: number): void {
    if (!this.isOpen || this.#tree === tree) return;
    const { versions } = this;
    this.#reclaim();
    let version = 0;
    while (this.#kept.has(version)) version++;
    if (version === VERSION_LIMIT) {
      throw new Error(`${VERSION_LIMIT} versions are read at once: let attached scenes that are not in use detach`);
    }
    writeVersion(tree, builtCost, this.#count++, versions.record(version));
    this.#kept.set(version, []);
    versions.latest = version;
    this.#tree = tree;
  }

  /**
   * To be called before the tree or its boxes are changed.
   *
   * @throws RangeError where there is no room for another copy; then nothing has changed that anybody sees.
   */
  beforeChange(): void {
    this.#leaveArrays(true);
  }

  /** To be called before the tree and its boxes are dropped: what they were need not be copied. */
  beforeClear(): void {
    this.#leaveArrays(false);
  }

  #leaveArrays(withCopies: boolean): void {
    if (this.#tree === null) return;
    const { latest } = this.versions;
    this.#reclaim();
    const kept = this.#kept.get(latest);
    for (const array of sharedArrays(this.#tree, this.versions.record(latest))) {
      kept?.push(this.#memory.leave(array, withCopies));
    }
    if (withCopies) checkBuildMemory(this.#memory, this.#tree.leaves.size);
    this.#tree = null;
  }

  /** Uses the bytes again of versions that nobody reads. */
  #reclaim(): void {
    const { versions } = this;
    for (const [version, blocks] of this.#kept) {
      if (version === versions.latest || versions.isRead(version)) continue;
      for (const block of blocks) block.release();
      this.#kept.delete(version);
    }
  }
}
