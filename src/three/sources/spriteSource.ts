import { Box3, Matrix4, type Sprite, Vector3 } from 'three';
import { SingleSource } from './singleSource';

const scale = /* @__PURE__ */ new Vector3();

/** A sprite, with the cube around everything that it can cover as it turns to the camera. */
export class SpriteSource extends SingleSource<Sprite> {
  readonly #matrix = new Matrix4();
  readonly #bounds = new Box3();

  override get matrixWorld(): Matrix4 {
    return this.#matrix.copyPosition(this.object.matrixWorld);
  }

  boundsAt(): Box3 {
    const { center, matrixWorld } = this.object;
    scale.setFromMatrixScale(matrixWorld);
    const width = Math.max(Math.abs(center.x), Math.abs(1 - center.x)) * scale.x;
    const height = Math.max(Math.abs(center.y), Math.abs(1 - center.y)) * scale.y;
    const radius = Math.sqrt(width * width + height * height);
    this.#bounds.min.setScalar(-radius);
    this.#bounds.max.setScalar(radius);
    return this.#bounds;
  }

  /** Without size attenuation, a sprite keeps its size on the screen: in the world it grows with the distance. */
  reach(): number {
    return this.object.material.sizeAttenuation ? 0 : Infinity;
  }
}
