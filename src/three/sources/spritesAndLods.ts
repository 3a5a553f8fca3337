import { Box3, type LOD, Matrix4, type Object3D, type Sprite, type SpriteMaterial, Vector3 } from 'three';
import { SingleSource } from './boxSource';

const nothing = /* @__PURE__ */ new Box3();
const scale = /* @__PURE__ */ new Vector3();

/** The source of a Sprite. Its box is the cube around everything that the sprite can cover as it turns to the camera. */
export class SpriteSource extends SingleSource<Sprite> {
  readonly isInCameraSpace = true;
  readonly #matrix = new Matrix4();
  readonly #bounds = new Box3();

  override get matrixWorld(): Matrix4 {
    return this.#matrix.copyPosition(this.object.matrixWorld);
  }

  /** Returns an empty box without a material: no renderer draws the sprite. */
  boundsAt(): Box3 {
    if (!this.#material) return nothing;
    const radius = this.#radius;
    this.#bounds.min.setScalar(-radius);
    this.#bounds.max.setScalar(radius);
    return this.#bounds;
  }

  get #radius(): number {
    const { center, matrixWorld } = this.object;
    scale.setFromMatrixScale(matrixWorld);
    const width = Math.max(Math.abs(center.x), Math.abs(1 - center.x)) * scale.x;
    const height = Math.max(Math.abs(center.y), Math.abs(1 - center.y)) * scale.y;
    return Math.sqrt(width * width + height * height);
  }

  /**
   * Returns how far outside its box a sprite may be hit. Infinity if it has one size on the screen at any distance. A camera that
   * counts as rigid stretches it by less than the share that is returned.
   */
  reach(): number {
    return this.#material?.sizeAttenuation === true ? this.#radius * 2 ** -10 : Infinity;
  }

  /** Undefined or null for a sprite without a material, of which three.js's types do not know. */
  get #material(): SpriteMaterial | null | undefined {
    return this.object.material;
  }
}

export interface LodObject extends Object3D {
  readonly levels: LOD['levels'];
}

/**
 * The source of an LOD, whose raycast calls one level's raycast and ignores that level's layers. An LOD has no box: for a ray
 * that hits the box of a level, the index also calls the raycasts of the level's ancestors. If a ray on the LOD's layers might
 * miss the box of a level, every ray calls the LOD's raycast.
 */
export class LodSource extends SingleSource<LodObject> {
  boundsAt(): Box3 {
    return nothing;
  }

  /**
   * Returns how far outside its box the LOD may be hit. Infinity if a level lacks a layer of the LOD or is not its child: every ray then
   * tests the LOD. Otherwise -Infinity: rays find the LOD by the boxes of its levels alone.
   */
  reach(): number {
    const { object: lod } = this;
    const { mask } = lod.layers;
    const isApart = lod.levels.some(({ object }) => object.parent !== lod || (mask & ~object.layers.mask) !== 0);
    return isApart ? Infinity : -Infinity;
  }
}
