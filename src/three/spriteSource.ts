import { Box3, type Intersection, Matrix4, type Raycaster, type Sprite, Vector3 } from 'three';
import type { BoxSource } from './boxSource';

const scale = /* @__PURE__ */ new Vector3();

/** The cube around all that a sprite may cover as it turns to the camera. */
export class SpriteSource implements BoxSource {
  readonly object: Sprite;
  readonly instanceName = null;
  readonly count = 1;
  readonly matrices = null;
  readonly version = 0;
  readonly boundsCount = 1;
  readonly #matrix = new Matrix4();
  readonly #bounds = new Box3();

  constructor(object: Sprite) {
    this.object = object;
  }

  get matrixWorld(): Matrix4 {
    return this.#matrix.copyPosition(this.object.matrixWorld);
  }

  boundsAt(): Box3 {
    const { center, matrixWorld } = this.object;
    scale.setFromMatrixScale(matrixWorld);
    const width = Math.max(Math.abs(center.x), Math.abs(1 - center.x)) * scale.x;
    const height = Math.max(Math.abs(center.y), Math.abs(1 - center.y)) * scale.y;
    const radius = Math.hypot(width, height);
    this.#bounds.min.setScalar(-radius);
    this.#bounds.max.setScalar(radius);
    return this.#bounds;
  }

  /** One whose size on the screen does not depend on the distance is, in the world, as large as it is far away. */
  reach(): number {
    return this.object.material.sizeAttenuation ? 0 : Infinity;
  }

  intersect(raycaster: Raycaster, _: number, hits: Intersection[]): void {
    this.object.raycast(raycaster, hits);
  }
}
