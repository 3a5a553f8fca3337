import type { Aabb } from 'slabtree';
import { BoxGeometry, Mesh, MeshBasicMaterial, Vector3 } from 'three';

const cube = new BoxGeometry();
/** A mark is larger than its box by this on each side, in metres, so that it hides the box. */
const MARGIN = 0.03;

/** Shows one box in a plain color. */
export class BoxMark extends Mesh<BoxGeometry, MeshBasicMaterial> {
  constructor() {
    super(cube, new MeshBasicMaterial());
    this.visible = false;
  }

  /** Marks a box, or none. */
  show(box: Aabb | null): void {
    this.visible = box !== null;
    if (box === null) return;
    const [low, high] = [new Vector3().copy(box.min), new Vector3().copy(box.max)];
    this.position.lerpVectors(low, high, 0.5);
    this.scale.subVectors(high, low).addScalar(2 * MARGIN);
  }
}
