import type { BoxScene } from 'slabtree';
import type { Refits } from './contender';
import { SlabtreeArrays } from './slabtree';

/** One call for all boxes, and `commit`. */
export class RefittingSlabtree extends SlabtreeArrays implements Refits {
  prepare(): void {
    // There is nothing to do beforehand.
  }

  refit(boxes: Float32Array): void {
    setBoxes(this.scene, boxes);
    this.scene.commit();
  }
}

/** Of that, `commit` alone. */
export class CommittingSlabtree extends SlabtreeArrays implements Refits {
  prepare(boxes: Float32Array): void {
    setBoxes(this.scene, boxes);
  }

  refit(): void {
    this.scene.commit();
  }
}

/** 16 numbers each where they are oriented, 6 where they are not. */
function setBoxes(scene: BoxScene, boxes: Float32Array): void {
  if (boxes.length === 16 * scene.size) scene.setMatrices(0, boxes);
  else scene.setAabbs(0, boxes);
}
