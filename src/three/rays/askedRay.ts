import { type Camera, Ray, type Raycaster, Vector3 } from 'three';

/** What three-mesh-bvh and wide lines read of a Raycaster too. Users may leave out parts of `params`. */
interface AnyRaycaster extends Omit<Raycaster, 'params'> {
  readonly firstHitOnly?: boolean;
  readonly params: { readonly [kind in 'Line' | 'Points' | 'Line2']?: { readonly threshold?: number } };
}

/** What a Raycaster was set to when it was last asked. */
export class AskedRay {
  readonly #ray = new Ray(new Vector3(NaN));
  #near = 0;
  #far = 0;
  #mask = 0;
  #line: number | undefined;
  #points: number | undefined;
  #wideLine: number | undefined;
  #firstHitOnly: boolean | undefined;
  #camera: Camera | null = null;

  /** Whether a Raycaster would ask the same again. */
  equals(raycaster: AnyRaycaster): boolean {
    const { ray, near, far, layers, camera, firstHitOnly, params } = raycaster;
    return (
      this.#ray.equals(ray) &&
      this.#near === near &&
      this.#far === far &&
      this.#mask === layers.mask &&
      this.#camera === camera &&
      this.#line === params.Line?.threshold &&
      this.#points === params.Points?.threshold &&
      this.#wideLine === params.Line2?.threshold &&
      this.#firstHitOnly === firstHitOnly
    );
  }

  copy(raycaster: AnyRaycaster): void {
    const { Line, Points, Line2 } = raycaster.params;
    this.#ray.copy(raycaster.ray);
    this.#near = raycaster.near;
    this.#far = raycaster.far;
    this.#mask = raycaster.layers.mask;
    this.#camera = raycaster.camera;
    this.#line = Line?.threshold;
    this.#points = Points?.threshold;
    this.#wideLine = Line2?.threshold;
    this.#firstHitOnly = raycaster.firstHitOnly;
  }
}
