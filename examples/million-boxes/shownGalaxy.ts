import { SceneIndex, VisibleInstances } from 'slabtree/three';
import type { InstancedMesh } from 'three';
import { Progress } from '../site/progress';
import { makeGalaxy } from './makeGalaxy';

/** A galaxy with its index, and what is drawn instead of it if not all of it is drawn. */
export class ShownGalaxy {
  readonly mesh: InstancedMesh;
  readonly matrices: Float32Array;
  readonly index: SceneIndex;
  readonly visible: VisibleInstances;
  /** For each box, 1 if it crosses the plane. */
  readonly isCrossing: Uint8Array;

  private constructor(mesh: InstancedMesh) {
    this.mesh = mesh;
    this.matrices = mesh.instanceMatrix.array as Float32Array;
    // The page marks what moves, so the index need not look for it.
    this.index = SceneIndex.from(mesh, { autoUpdate: false });
    this.visible = new VisibleInstances(mesh);
    this.isCrossing = new Uint8Array(mesh.count);
  }

  /** Makes a galaxy of so many boxes, with the progress on screen. */
  static async make(count: number): Promise<ShownGalaxy> {
    const mesh = await makeGalaxy(count);
    const progress = new Progress('Building the index');
    await progress.set(0);
    const made = new ShownGalaxy(mesh);
    progress.done();
    return made;
  }

  get count(): number {
    return this.mesh.count;
  }

  /** Takes it out of its scene. */
  remove(): void {
    this.visible.dispose();
    this.visible.removeFromParent();
    this.mesh.removeFromParent();
    this.mesh.dispose();
  }
}
