import type { Ray, RayRange } from '../../primitives/shapes/ray';
import type { TriangleSide } from '../../primitives/query/triangles/raycastTriangle';
import type { Vec3 } from '../../primitives/shapes/vec3';
import type { ManyHits, ManyTriangleHits, Neighbor } from '../answers/hit';
import { checkPointNumbers, checkRayNumbers } from '../arguments/checkNumbers';
import { type FloatArray, viewFloatArray } from '../arguments/floatArray';

/** One part of the answers to a batch, such as all ids: one element per ray or point. */
export type Column = Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** The used queries of a scene. */
export interface SceneQueries {
  raycastMany(rays: FloatArray, options: ManyRaysOptions & WithTriangles): ManyHits & Partial<ManyTriangleHits>;
  raycastAny(ray: Ray, options: ManyRaysOptions): boolean;
  nearest(point: Vec3, options: ManyPointsOptions): Neighbor[];
}

/** A query for many rays or points at once. Any run of them can be answered alone. */
export interface BatchQuery<Options> {
  /** The name of the rays or points in messages. */
  readonly argument: string;
  /** How many numbers a ray or a point has. */
  readonly stride: number;
  /** A new view of the numbers. Throws unless their count is a multiple of the stride. */
  view(numbers: FloatArray): FloatArray;
  /**
   * Throws unless all numbers are well formed.
   *
   * @param first the index of the first of these numbers in the whole argument.
   */
  checkNumbers(numbers: FloatArray, first: number): void;
  createColumns(count: number, options: Options): Column[];
  /** Returns the answers of a scene. Nothing may change the numbers meanwhile. */
  answer(scene: SceneQueries, numbers: FloatArray, options: Options): Column[];
}

/** Which hits of rays count. */
export interface ManyRaysOptions extends RayRange {
  /** 32 bits. The query sees only boxes whose masks share a bit with it, and all boxes without it. */
  mask?: number;
  /** Which sides of triangles are hit: `'front'`, `'back'` or `'both'`, the default. */
  side?: TriangleSide;
  /** Whether an instance of a mesh counts as its box. False by default. */
  boxesOnly?: boolean;
}

/** Whether answers have triangles besides ids and distances. */
export interface WithTriangles {
  /** Whether the answers have the triangles that are found. False by default. */
  triangles?: boolean;
}

/** Which boxes near points count. */
export interface ManyPointsOptions {
  /** Boxes that are farther away do not count. In world units, 0 or more. Infinity by default. */
  maxDistance?: number;
  /** 32 bits. The query sees only boxes whose masks share a bit with it, and all boxes without it. */
  mask?: number;
  /** Whether an instance of a mesh counts as its box, and not by its triangles. False by default. */
  boxesOnly?: boolean;
}

/** The closest hits: ids and ts, and perhaps triangles, us and vs. */
const raycastMany: BatchQuery<ManyRaysOptions & WithTriangles> = {
  argument: 'rays',
  stride: 6,
  view: (rays) => viewFloatArray('rays', rays, 6, 'ray'),
  checkNumbers: (rays, first) => {
    checkRayNumbers('rays', rays, first);
  },
  createColumns: (count, { triangles }) => [
    new Int32Array(count),
    new Float64Array(count),
    ...(triangles === true ? [new Int32Array(count), new Float64Array(count), new Float64Array(count)] : []),
  ],
  answer: (scene, rays, options) => {
    const { ids, ts, triangles, us, vs } = scene.raycastMany(rays, options);
    return [ids, ts, triangles, us, vs].filter((column) => column !== undefined) as Column[];
  },
};

/** Whether anything is hit: 1 or 0. */
const raycastAnyMany: BatchQuery<ManyRaysOptions> = {
  ...raycastMany,
  createColumns: (count) => [new Uint8Array(count)],
  answer: (scene, rays, options) => {
    checkRayNumbers('rays', rays);
    const isHit = new Uint8Array(rays.length / 6);
    const origin = { x: 0, y: 0, z: 0 };
    const direction = { x: 0, y: 0, z: 0 };
    const ray = { origin, direction };
    for (let i = 0, at = 0; i < isHit.length; i++) {
      origin.x = rays[at++];
      origin.y = rays[at++];
      origin.z = rays[at++];
      direction.x = rays[at++];
      direction.y = rays[at++];
      direction.z = rays[at++];
      if (scene.raycastAny(ray, options)) isHit[i] = 1;
    }
    return [isHit];
  },
};

/**
 * The nearest boxes: ids and distances, and perhaps triangles. Where a point has no nearest box, the id is -1, the distance
 * Infinity, and the triangle -1.
 */
const nearestMany: BatchQuery<ManyPointsOptions & WithTriangles> = {
  argument: 'points',
  stride: 3,
  view: (points) => viewFloatArray('points', points, 3, 'point'),
  checkNumbers: (points, first) => {
    checkPointNumbers('points', points, first);
  },
  createColumns: (count, { triangles }) => [
    new Int32Array(count),
    new Float64Array(count),
    ...(triangles === true ? [new Int32Array(count)] : []),
  ],
  answer: (scene, points, { triangles: withTriangles, ...options }) => {
    checkPointNumbers('points', points);
    const count = points.length / 3;
    const ids = new Int32Array(count).fill(-1);
    const distances = new Float64Array(count).fill(Infinity);
    const triangles = withTriangles === true ? new Int32Array(count).fill(-1) : null;
    const point = { x: 0, y: 0, z: 0 };
    for (let i = 0, at = 0; i < count; i++) {
      point.x = points[at++];
      point.y = points[at++];
      point.z = points[at++];
      const neighbor = scene.nearest(point, options).at(0);
      if (neighbor === undefined) continue;
      ids[i] = neighbor.id;
      distances[i] = neighbor.distance;
      if (triangles !== null) triangles[i] = neighbor.triangle;
    }
    return triangles === null ? [ids, distances] : [ids, distances, triangles];
  },
};

export const batchQueries = { raycastMany, raycastAnyMany, nearestMany };

export type BatchQueryName = keyof typeof batchQueries;
