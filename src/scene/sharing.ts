import type { LeafStore } from '../bvh/boxes/leafStore';
import type { KernelMemory } from '../bvh/memory/kernelMemory';
import { PublishedVersions } from '../bvh/share/publishedVersions';
import { ShownVersion } from '../bvh/share/shownVersion';
import type { Versions } from '../bvh/share/versions';

/** How a scene is shared with other threads: it publishes versions, it shows those of another scene, or neither. */
export class Sharing {
  /** Of a shared scene: the versions that other threads see, from its first handle on. */
  readonly published: PublishedVersions | null;
  /** Of an attached one: the version that it sees. */
  readonly shown: ShownVersion | null;

  /**
   * @param memory that threads can share; null where it is the scene's own.
   * @param versions of the scene that this one is attached to, in that memory; null where it is none.
   */
  constructor(memory: KernelMemory | null, versions: Versions | null, leaves: LeafStore) {
    this.published = memory === null || versions !== null ? null : new PublishedVersions(memory);
    this.shown = memory === null || versions === null ? null : new ShownVersion(versions, memory, leaves);
  }

  get isShared(): boolean {
    return this.published !== null || this.shown !== null;
  }

  /** Lets go of the version that an attached scene sees. */
  detach(): void {
    if (this.shown === null) throw new Error('only an attached scene can be detached');
    if (this.shown.tree.walks > 0) {
      throw new Error('a scene cannot be detached by the filter or refine of a query that is under way in it');
    }
    this.shown.detach();
  }

  unpin(version: number): void {
    (this.shown ?? this.published)?.versions.unpin(version);
  }
}
