import { BVH, type BVHNode, HybridBuilder } from 'bvh.js';
import type { Box3, Matrix4 } from 'three';
import type { Rays } from '../rays';
import type { Scene } from '../scenes';
import { boxDistance } from './boxDistance';
import type { CastsRays, CullsByFrustum, FindsNearest, FindsOverlaps } from './contender';
import { createLeafTest } from './leafTest';

export type BvhJsNode = BVHNode<object, number>;

export interface BvhJsOptions {
  /** How much each box is enlarged on all sides. */
  readonly margin?: number;
  readonly onLeafCreation?: (leaf: BvhJsNode) => void;
}

/** It has no closest hit. A ray visits all boxes that it hits, and the callback keeps the closest. */
export class BvhJs implements CastsRays, CullsByFrustum, FindsOverlaps, FindsNearest {
  protected readonly bvh = new BVH<object, number>(new HybridBuilder());
  readonly #bounds: Float32Array;
  readonly #ids: Uint32Array;
  readonly #castRay: (rays: Rays, at: number) => number;

  constructor(scene: Scene, { margin = 0, onLeafCreation }: BvhJsOptions = {}) {
    // The library takes and keeps one small array for each box. So making them is part of its build.
    const { bounds } = scene;
    this.#bounds = bounds;
    const boxes: Float32Array[] = [];
    const ids: number[] = [];
    for (let id = 0, at = 0; id < scene.count; id++, at += 6) {
      boxes.push(writeBox(bounds, at, new Float32Array(6)));
      ids.push(id);
    }
    this.bvh.createFromArray(ids, boxes, onLeafCreation, margin);
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
      this.bvh.rayIntersections(direction, origin, keepClosest);
      return closest;
    };
  }

  castRays(rays: Rays, distances: Float64Array): void {
    for (let at = 0; at < rays.length; at += 6) distances[at / 6] = this.#castRay(rays, at);
  }

  cull(viewProjection: Matrix4): number {
    const ids = this.#ids;
    let count = 0;
    this.bvh.frustumCulling(viewProjection.elements, ({ object }) => {
      if (object !== undefined) ids[count++] = object;
    });
    return count;
  }

  overlap({ min, max }: Box3): number {
    const ids = this.#ids;
    let count = 0;
    const query = new Float32Array([min.x, max.x, min.y, max.y, min.z, max.z]);
    this.bvh.intersectsBox(query, (id) => {
      ids[count++] = id;
      return false;
    });
    return count;
  }

  overlapIds(query: Box3): Uint32Array {
    return this.#ids.slice(0, this.overlap(query));
  }

  /** Without a callback, the library returns the distance, but not the box. */
  findNearest(points: Float32Array, distances: Float64Array): void {
    const bounds = this.#bounds;
    const point = new Float32Array(3);
    let nearest = Infinity;
    let nearestId: number;
    const keepNearest = (id: number) => {
      const distance = boxDistance(bounds, id, point[0], point[1], point[2]);
      if (distance < nearest) {
        nearest = distance;
        nearestId = id;
      }
      return distance ** 2;
    };
    for (let at = 0; at < points.length; at += 3) {
      nearest = Infinity;
      nearestId = -1;
      for (let axis = 0; axis < 3; axis++) point[axis] = points[at + axis];
      this.bvh.closestPointToPoint(point, keepNearest);
      distances[at / 3] = nearestId < 0 ? Infinity : nearest;
    }
  }
}

/** Turns min xyz, max xyz into min and max of each axis in turn. */
export function writeBox<Box extends BvhJsNode['box']>(from: Float32Array, at: number, box: Box): Box {
  for (let axis = 0; axis < 3; axis++) {
    box[2 * axis] = from[at + axis];
    box[2 * axis + 1] = from[at + 3 + axis];
  }
  return box;
}
