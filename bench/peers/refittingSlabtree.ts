import type { BoxScene } from 'slabtree';
import type { Refits } from './contender';
import { SlabtreeArrays } from './slabtree';

/** Times one call for all boxes, and `commit`. */
export class RefittingSlabtree extends SlabtreeArrays implements Refits {
  prepare(): void {
    // Everything is timed.
  }

  refit(boxes: Float32Array): void {
    setBoxes(this.scene, boxes);
    this.scene.commit();
  }
}

/** Times `commit` alone. */
export class CommittingSlabtree extends SlabtreeArrays implements Refits {
  prepare(boxes: Float32Array): void {
    setBoxes(this.scene, boxes);
  }

  refit(): void {
    this.scene.commit();
  }
}

/** @param boxes 16 numbers each if the boxes are oriented, else 6. */
function setBoxes(scene: BoxScene, boxes: Float32Array): void {
  if (boxes.length === 16 * scene.size) scene.setMatrices(0, boxes);
  else scene.setAabbs(0, boxes);
}
