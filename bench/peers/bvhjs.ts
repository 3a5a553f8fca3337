import { BVH, HybridBuilder } from 'bvh.js';
import type { Matrix4 } from 'three';
import type { Rays } from '../rays';
import type { Scene } from '../scenes';
import type { CastsRays, CullsByFrustum } from './contender';
import { createLeafTest } from './leafTest';

/** It has no closest hit of its own: a ray visits all boxes that it meets, and the callback keeps the closest. */
export class BvhJs implements CastsRays, CullsByFrustum {
  readonly #bvh = new BVH<object, number>(new HybridBuilder());
  readonly #ids: Uint32Array;
  readonly #castRay: (rays: Rays, at: number) => number;

  constructor(scene: Scene) {
    // One small array a box is how the library takes and keeps boxes, so making them is part of its build.
    const { bounds } = scene;
    const boxes: Float32Array[] = [];
    const ids: number[] = [];
    for (let id = 0, at = 0; id < scene.count; id++, at += 6) {
      const box = new Float32Array(6);
      for (let axis = 0; axis < 3; axis++) {
        box[2 * axis] = bounds[at + axis];
        box[2 * axis + 1] = bounds[at + 3 + axis];
      }
      boxes.push(box);
      ids.push(id);
    }
    this.#bvh.createFromArray(ids, boxes, undefined, 0);
    this.#ids = new Uint32Array(scene.count);

    const leafTest = createLeafTest(scene);
    const origin = new Float32Array(3);
    const direction = new Float32Array(3);
    let closest = Infinity;
    const keepClosest = (id: number) => {
      const distance = leafTest(id, origin[0], origin[1], origin[2], direction[0], direction[1], direction[2]);
      if (distance < closest) closest = distance;
    };
    this.#castRay = (rays, at) => {
      for (let axis = 0; axis < 3; axis++) {
        origin[axis] = rays[at + axis];
        direction[axis] = rays[at + 3 + axis];
      }
      closest = Infinity;
      this.#bvh.rayIntersections(direction, origin, keepClosest);
      return closest;
    };
  }

  castRays(rays: Rays, distances: Float64Array): void {
    for (let at = 0; at < rays.length; at += 6) distances[at / 6] = this.#castRay(rays, at);
  }

  cull(viewProjection: Matrix4): number {
    const ids = this.#ids;
    let count = 0;
    this.#bvh.frustumCulling(viewProjection.elements, ({ object }) => {
      if (object !== undefined) ids[count++] = object;
    });
    return count;
  }
}
