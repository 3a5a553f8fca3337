import { Box3, Frustum, type Matrix4, type Plane, Ray, Vector3 } from 'three';
import type { Rays } from '../rays';
import type { Scene } from '../scenes';
import type { CastsRays, CullsByFrustum, SplitCounts, SplitsByPlane } from './contender';
import { type LeafTest, createLeafTest } from './leafTest';

/** three has no index over boxes. This is the loop that its users write. */
export class ThreeLoop implements CastsRays, SplitsByPlane, CullsByFrustum {
  readonly #boxes: Box3[];
  readonly #ids: Uint32Array;
  /** For oriented boxes, a Box3 is only the bounds. So the loop needs a finer test inside it. */
  readonly #leafTest: LeafTest | null;

  constructor(scene: Scene) {
    const { bounds } = scene;
    this.#boxes = [];
    for (let at = 0; at < bounds.length; at += 6) {
      this.#boxes.push(new Box3(new Vector3().fromArray(bounds, at), new Vector3().fromArray(bounds, at + 3)));
    }
    this.#ids = new Uint32Array(scene.count);
    this.#leafTest = scene.matrices === null ? null : createLeafTest(scene);
  }

  castRays(rays: Rays, distances: Float64Array): void {
    const boxes = this.#boxes;
    const leafTest = this.#leafTest;
    const ray = new Ray();
    const point = new Vector3();
    const { origin, direction } = ray;
    for (let at = 0; at < rays.length; at += 6) {
      origin.fromArray(rays, at);
      direction.fromArray(rays, at + 3);
      let closest = Infinity;
      for (let id = 0; id < boxes.length; id++) {
        if (ray.intersectBox(boxes[id], point) === null) continue;
        const distance =
          leafTest === null
            ? point.distanceTo(origin)
            : leafTest(id, origin.x, origin.y, origin.z, direction.x, direction.y, direction.z);
        if (distance < closest) closest = distance;
      }
      distances[at / 6] = closest;
    }
  }

  /** three can tell which boxes a plane cuts, but not on which side the others lie. */
  split(plane: Plane): SplitCounts {
    const boxes = this.#boxes;
    let crossing = 0;
    for (let id = 0; id < boxes.length; id++) if (boxes[id].intersectsPlane(plane)) this.#ids[crossing++] = id;
    return { front: null, crossing, back: null };
  }

  cull(viewProjection: Matrix4): number {
    const boxes = this.#boxes;
    const frustum = new Frustum().setFromProjectionMatrix(viewProjection);
    let count = 0;
    for (let id = 0; id < boxes.length; id++) if (frustum.intersectsBox(boxes[id])) this.#ids[count++] = id;
    return count;
  }
}
