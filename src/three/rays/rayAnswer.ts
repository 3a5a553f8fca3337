import type { Camera, Object3D, Ray, Raycaster } from 'three';
import type { FoundHits } from './allIntersections';

/** A Raycaster with the fields that IndexRaycaster, three-mesh-bvh and wide lines read. Users may leave out parts of `params`. */
interface AnyRaycaster extends Omit<Raycaster, 'params'> {
  readonly firstHitOnly?: boolean;
  /** The fields of an {@link IndexRaycaster}. */
  readonly hitsInvisible: boolean;
  readonly within: ReadonlySet<Object3D> | null;
  readonly params: { readonly [kind in 'Line' | 'Points' | 'Line2']?: { readonly threshold?: number } };
}

/** The hits of a Raycaster, and the settings with which it found them. */
export class RayAnswer {
  /** The hits, or null if there are none. */
  found: FoundHits | null = null;
  readonly #raycaster: AnyRaycaster;
  readonly #ray: Ray;
  readonly #near: number;
  readonly #far: number;
  readonly #mask: number;
  readonly #line: number | undefined;
  readonly #points: number | undefined;
  readonly #wideLine: number | undefined;
  readonly #firstHitOnly: boolean | undefined;
  readonly #hitsInvisible: boolean;
  readonly #within: ReadonlySet<Object3D> | null;
  readonly #camera: Camera | null;

  constructor(raycaster: AnyRaycaster) {
    const { Line, Points, Line2 } = raycaster.params;
    this.#raycaster = raycaster;
    this.#ray = raycaster.ray.clone();
    this.#near = raycaster.near;
    this.#far = raycaster.far;
    this.#mask = raycaster.layers.mask;
    this.#line = Line?.threshold;
    this.#points = Points?.threshold;
    this.#wideLine = Line2?.threshold;
    this.#firstHitOnly = raycaster.firstHitOnly;
    this.#hitsInvisible = raycaster.hitsInvisible;
    this.#within = raycaster.within;
    this.#camera = raycaster.camera;
  }

  /** Whether a Raycaster has the settings of this answer, and so would find the same hits. */
  isOf(raycaster: AnyRaycaster): boolean {
    const { ray, near, far, layers, camera, firstHitOnly, hitsInvisible, within, params } = raycaster;
    return (
      this.#raycaster === raycaster &&
      this.#ray.equals(ray) &&
      this.#near === near &&
      this.#far === far &&
      this.#mask === layers.mask &&
      this.#camera === camera &&
      this.#line === params.Line?.threshold &&
      this.#points === params.Points?.threshold &&
      this.#wideLine === params.Line2?.threshold &&
      this.#firstHitOnly === firstHitOnly &&
      this.#hitsInvisible === hitsInvisible &&
      this.#within === within
    );
  }
}
