import type { BoxStore } from '../../bvh/boxes/boxStore';
import type { MeshStore } from '../../bvh/meshes/meshStore';
import type { WasmAllocator } from '../../bvh/memory/wasmAllocator';
import { SnapshotWriter } from '../../bvh/share/snapshotWriter';
import { SnapshotReader } from '../../bvh/share/snapshotReader';
import type { Snapshots } from '../../bvh/share/snapshots';

/** How a scene is shared with other threads: it publishes versions, it shows the versions of another scene, or neither. */
export class Sharing {
  /** Publishes the versions of a shared scene that other threads read. Null if the scene publishes none. */
  readonly published: SnapshotWriter | null;
  /** Reads a version of the original scene for an attached scene. Null if the scene is not attached. */
  readonly shown: SnapshotReader | null;

  /**
   * @param memory memory that threads can share. Null if the scene has memory of its own.
   * @param versions the versions of the original scene, in the memory `memory`. Null if the scene is not attached.
   */
  constructor(memory: WasmAllocator | null, versions: Snapshots | null, boxes: BoxStore, meshes: MeshStore) {
    this.published = memory === null || versions !== null ? null : new SnapshotWriter(memory, meshes);
    this.shown = memory === null || versions === null ? null : new SnapshotReader(versions, memory, boxes, meshes);
  }

  get isShared(): boolean {
    return this.published !== null || this.shown !== null;
  }

  /** Releases the version that an attached scene reads. */
  detach(): void {
    if (this.shown === null) throw new Error('only an attached scene can be detached');
    if (this.shown.tree.walks > 0) {
      throw new Error('a scene cannot be detached by a filter or refine while its query runs');
    }
    this.shown.detach();
  }

  unpin(version: number): void {
    (this.shown ?? this.published)?.snapshots.unpin(version);
  }
}
