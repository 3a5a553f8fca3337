import { type Box3, Ray, Vector3 } from 'three';
import { BVH, CONTAINED, INTERSECTED, NOT_INTERSECTED, SAH, type SplitStrategy } from 'three-mesh-bvh';
import type { Rays } from '../rays';
import type { Scene } from '../scenes';
import { boxDistance } from './boxDistance';
import type { CastsRays, FindsNearest, FindsOverlaps, Refits } from './contender';
import { createLeafTest } from './leafTest';

/** What a subclass of the generic BVH needs. It is part of the library, but missing from its declarations. */
declare module 'three-mesh-bvh' {
  interface BVH {
    _roots: ArrayBuffer[];
    primitiveBuffer: Uint32Array;
    primitiveBufferStride: number;
    init(options: TreeOptions): void;
  }
}

interface TreeOptions {
  readonly strategy: SplitStrategy;
  readonly targetLeafSize: number;
}

/** The heuristic for the fastest tree. Leaves are small, because the test of a box is cheaper than the test of a triangle. */
const FASTEST: TreeOptions = { strategy: SAH, targetLeafSize: 2 };

class BoxBvh extends BVH {
  readonly #bounds: Float32Array;

  constructor(bounds: Float32Array, options: TreeOptions) {
    super();
    this.#bounds = bounds;
    this.primitiveBuffer = Uint32Array.from({ length: bounds.length / 6 }, (_, id) => id);
    this.primitiveBufferStride = 1;
    this.init(options);
  }

  getRootRanges(): { offset: number; count: number }[] {
    return [{ offset: 0, count: this.primitiveBuffer.length }];
  }

  writePrimitiveBounds(index: number, target: Float32Array, offset: number): void {
    const at = 6 * this.primitiveBuffer[index];
    for (let k = 0; k < 6; k++) target[offset + k] = this.#bounds[at + k];
  }
}

export class ThreeMeshBvh implements CastsRays, FindsOverlaps, FindsNearest, Refits {
  /** The tree without the boxes. They stay in the user's array. */
  readonly byteLength: number;
  readonly #bounds: Float32Array;
  readonly #bvh: BoxBvh;
  /** The answers of the latest overlap. */
  readonly #ids: Uint32Array;
  readonly #castRay: (rays: Rays, at: number) => number;

  constructor(scene: Scene, options = FASTEST) {
    const bvh = new BoxBvh(scene.bounds, options);
    this.#bounds = scene.bounds;
    this.#bvh = bvh;
    this.#ids = new Uint32Array(scene.count);
    this.byteLength = bvh._roots.reduce((sum, root) => sum + root.byteLength, bvh.primitiveBuffer.byteLength);

    const leafTest = createLeafTest(scene);
    const ids = bvh.primitiveBuffer;
    const ray = new Ray();
    const { origin, direction } = ray;
    const entry = new Vector3();
    let closest = Infinity;
    const callbacks = {
      boundsTraverseOrder: (bounds: Box3) => bounds.distanceToPoint(origin),
      intersectsBounds: (bounds: Box3) => {
        if (ray.intersectBox(bounds, entry) === null) return false;
        return bounds.containsPoint(origin) || origin.distanceTo(entry) < closest;
      },
      intersectsRange: (offset: number, count: number) => {
        for (let index = offset; index < offset + count; index++) {
          const distance = leafTest(ids[index], origin.x, origin.y, origin.z, direction.x, direction.y, direction.z);
          if (distance < closest) closest = distance;
        }
        return false;
      },
    };
    this.#castRay = (rays, at) => {
      origin.fromArray(rays, at);
      direction.fromArray(rays, at + 3);
      closest = Infinity;
      bvh.shapecast(callbacks);
      return closest;
    };
  }

  castRays(rays: Rays, distances: Float64Array): void {
    for (let at = 0; at < rays.length; at += 6) distances[at / 6] = this.#castRay(rays, at);
  }

  overlap(query: Box3): number {
    const { min, max } = query;
    const bounds = this.#bounds;
    const primitives = this.#bvh.primitiveBuffer;
    const ids = this.#ids;
    let found = 0;
    this.#bvh.shapecast({
      intersectsBounds: (box) => {
        if (!query.intersectsBox(box)) return NOT_INTERSECTED;
        return query.containsBox(box) ? CONTAINED : INTERSECTED;
      },
      intersectsRange: (offset, count, contained) => {
        for (let index = offset; index < offset + count; index++) {
          const id = primitives[index];
          const at = 6 * id;
          const isOverlapping =
            contained ||
            (bounds[at] <= max.x &&
              bounds[at + 1] <= max.y &&
              bounds[at + 2] <= max.z &&
              bounds[at + 3] >= min.x &&
              bounds[at + 4] >= min.y &&
              bounds[at + 5] >= min.z);
          if (isOverlapping) ids[found++] = id;
        }
        return false;
      },
    });
    return found;
  }

  overlapIds(query: Box3): Uint32Array {
    return this.#ids.slice(0, this.overlap(query));
  }

  /** Does the same as MeshBVH.closestPointToPoint, which the generic class does not have. */
  findNearest(points: Float32Array, distances: Float64Array): void {
    const bounds = this.#bounds;
    const primitives = this.#bvh.primitiveBuffer;
    const point = new Vector3();
    let nearest = Infinity;
    let nearestId: number;
    const callbacks = {
      boundsTraverseOrder: (box: Box3) => box.distanceToPoint(point),
      intersectsBounds: (_box: Box3, _isLeaf: boolean, distance: number | undefined) =>
        distance === undefined || distance < nearest,
      intersectsRange: (offset: number, count: number) => {
        for (let index = offset; index < offset + count; index++) {
          const id = primitives[index];
          const distance = boxDistance(bounds, id, point.x, point.y, point.z);
          if (distance < nearest) {
            nearest = distance;
            nearestId = id;
          }
        }
        return false;
      },
    };
    for (let at = 0; at < points.length; at += 3) {
      point.fromArray(points, at);
      nearest = Infinity;
      nearestId = -1;
      this.#bvh.shapecast(callbacks);
      distances[at / 3] = nearestId < 0 ? Infinity : nearest;
    }
  }

  prepare(boxes: Float32Array): void {
    this.#bounds.set(boxes);
  }

  refit(): void {
    this.#bvh.refit();
  }
}
