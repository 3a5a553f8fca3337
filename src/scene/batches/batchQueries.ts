import type { NearestSelection } from '../../bvh/query/nearest';
import { ConvexShape } from '../../primitives/flat/convexShape';
import { readConvexShape } from '../../primitives/flat/readConvexShape';
import type { MotionOptions } from '../../primitives/query/sweep';
import type { RayRange } from '../../primitives/shapes/ray';
import type { TriangleSide } from '../../primitives/query/triangles/triangleSide';
import { readVec3 } from '../../primitives/shapes/vec3';
import { checkPointNumbers, checkRayNumbers } from '../arguments/checkNumbers';
import { type FloatArray, viewFloatArray } from '../arguments/floatArray';
import { ManyMotions, type ManyShapesKind, strideOfMotion } from '../arguments/manyShapes';
import type { ManyRaysSettings, RaySettings } from '../arguments/raycastOptions';
import type { SweepManySettings } from '../arguments/shapeOptions';
import type { RayQueries } from '../queries/rayQueries';
import type { ShapeQueries } from '../queries/shapeQueries';

/** One array of the answers to a batch of rays, points or motions, such as all ids: as many elements for each of them. */
export type Column = Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** The queries of a scene that answer batches: parts of its internals. */
export interface SceneQueries {
  readonly rays: Pick<RayQueries, 'raycastMany' | 'anyId'>;
  readonly shapes: Pick<ShapeQueries, 'readTarget' | 'nearest' | 'sweepMany'>;
}

/** A query for many rays, points or motions at once. Each part of them can be answered by another thread. */
export interface BatchQuery<Settings> {
  /** The name of the argument with the rays, points or motions, for errors. */
  readonly argument: string;
  /** Returns how many numbers a ray, a point or a motion has. */
  strideOf(settings: Settings): number;
  /** Returns a new view of the argument. Throws unless the count of numbers is a multiple of the stride. */
  view(numbers: FloatArray, settings: Settings): FloatArray;
  /**
   * Throws unless all numbers of the argument are well formed.
   *
   * @param first the index in the whole argument at which `numbers`, a part of the argument, begins.
   */
  checkNumbers(numbers: FloatArray, first: number, settings: Settings): void;
  createColumns(count: number, settings: Settings): Column[];
  /** Returns the answers of a scene to the rays, points or motions, which nothing may change during the call. */
  answer(queries: SceneQueries, numbers: FloatArray, settings: Settings): Column[];
}

/** Options of queries for many rays: which hits of the rays count. */
export interface ManyRaysOptions extends RayRange {
  /** A mask of 32 bits. The query finds only boxes whose masks share a bit with it. All boxes by default. */
  mask?: number;
  /** Which sides of triangles are hit: `'front'`, `'back'` or `'both'`, the default. */
  side?: TriangleSide;
  /** Whether an instance of a mesh counts as its box, and not by its triangles. False by default. */
  boxesOnly?: boolean;
}

/** The option `triangles` of batch queries, which adds triangles to the ids and distances of the answers. */
export interface WithTriangles {
  /** Whether the answers have the numbers of the triangles that are found. False by default. */
  triangles?: boolean;
}

/** The option `fronts` of batch queries for rays, which adds the sides that are hit to the answers. */
export interface WithFronts {
  /** Whether the answer has, for each ray, whether it hits a front: `fronts`. False by default. */
  fronts?: boolean;
}

/** The option `features` of batch queries for motions, which adds what is hit to the answers. */
export interface WithFeatures {
  /** Whether the answer has, for each shape, the feature that it hits, and the normal of the face. False by default. */
  features?: boolean;
}

/** Options of nearest queries for many points: which boxes near the points count. */
export interface ManyPointsOptions {
  /** The largest distance of a box that counts, in world units, 0 or more. Infinity by default. */
  maxDistance?: number;
  /** A mask of 32 bits. The query finds only boxes whose masks share a bit with it. All boxes by default. */
  mask?: number;
  /** Whether an instance of a mesh counts as its box, and not by its triangles. False by default. */
  boxesOnly?: boolean;
}

/** The checked options of nearest queries for many points. */
export interface ManyPointsSettings extends NearestSelection {
  readonly triangles: boolean;
}

/** The checked options of sweeps of many shapes, and the kind of the shapes. */
export interface ManyMotionsSettings extends SweepManySettings {
  readonly kind: ManyShapesKind;
}

/** Options of sweeps of many shapes: how far the shapes move, and which hits count. */
export interface ManyMotionsOptions extends MotionOptions {
  /** A mask of 32 bits. The query finds only boxes whose masks share a bit with it. All boxes by default. */
  mask?: number;
  /** Whether an instance of a mesh counts as its box, and not by its triangles. False by default. */
  boxesOnly?: boolean;
}

/** The members that both batch queries for rays share: how they read and check their argument. */
const ofRays: Pick<BatchQuery<RaySettings>, 'argument' | 'strideOf' | 'view' | 'checkNumbers'> = {
  argument: 'rays',
  strideOf: () => 6,
  view: (rays) => viewFloatArray('rays', rays, 6, 'ray'),
  checkNumbers: (rays, first) => {
    checkRayNumbers('rays', rays, first);
  },
};

/**
 * The batch query for the closest hit of each ray. Its columns are ids and ts. The option `triangles` adds triangles, us
 * and vs. The option `fronts` adds fronts as the last column.
 */
const raycastMany: BatchQuery<ManyRaysSettings> = {
  ...ofRays,
  createColumns: (count, { triangles, fronts }) => [
    new Int32Array(count),
    new Float64Array(count),
    ...(triangles ? [new Int32Array(count), new Float64Array(count), new Float64Array(count)] : []),
    ...(fronts ? [new Uint8Array(count)] : []),
  ],
  answer: (queries, rays, settings) => {
    const { ids, ts, triangles, us, vs, fronts } = queries.rays.raycastMany(rays, settings);
    return [ids, ts, triangles, us, vs, fronts].filter((column) => column !== undefined) as Column[];
  },
};

/** The batch query for whether each ray hits anything: 1 or 0. */
const raycastAnyMany: BatchQuery<RaySettings> = {
  ...ofRays,
  createColumns: (count) => [new Uint8Array(count)],
  answer: (queries, rays, settings) => {
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
      if (queries.rays.anyId(ray, settings) >= 0) isHit[i] = 1;
    }
    return [isHit];
  },
};

/**
 * The batch query for the box nearest to each point: ids and distances, and with `triangles` also triangles. If a point
 * has no nearest box, the id is -1, the distance Infinity, and the triangle -1.
 */
const nearestMany: BatchQuery<ManyPointsSettings> = {
  argument: 'points',
  strideOf: () => 3,
  view: (points) => viewFloatArray('points', points, 3, 'point'),
  checkNumbers: (points, first) => {
    checkPointNumbers('points', points, first);
  },
  createColumns: (count, { triangles }) => [
    new Int32Array(count),
    new Float64Array(count),
    ...(triangles ? [new Int32Array(count)] : []),
  ],
  answer: (queries, points, settings) => {
    checkPointNumbers('points', points);
    const count = points.length / 3;
    const ids = new Int32Array(count).fill(-1);
    const distances = new Float64Array(count).fill(Infinity);
    const triangles = settings.triangles ? new Int32Array(count).fill(-1) : null;
    const point = { x: 0, y: 0, z: 0 };
    for (let i = 0, at = 0; i < count; i++) {
      point.x = points[at++];
      point.y = points[at++];
      point.z = points[at++];
      const neighbor = queries.shapes.nearest(queries.shapes.readTarget(point), settings).at(0);
      if (neighbor === undefined) continue;
      ids[i] = neighbor.id;
      distances[i] = neighbor.distance;
      if (triangles !== null) triangles[i] = neighbor.triangle;
    }
    return triangles === null ? [ids, distances] : [ids, distances, triangles];
  },
};

/** The batch query for the first hit of each moving shape: ids, ts and triangles, and with `features` also features and faceNormals. */
const sweepMany: BatchQuery<ManyMotionsSettings> = {
  argument: 'motions',
  strideOf: ({ kind }) => strideOfMotion(kind),
  view: (numbers, { kind }) => viewFloatArray('motions', numbers, strideOfMotion(kind), `${kind} and motion`),
  checkNumbers: (numbers, first, { kind }) => {
    const motions = new ManyMotions(kind, numbers);
    const before = first / strideOfMotion(kind);
    for (let i = 0; i < motions.count; i++) {
      const name = `motions[${before + i}]`;
      readConvexShape(name, motions.shapeAt(i), new ConvexShape());
      readVec3(name, motions.wayAt(i));
    }
  },
  createColumns: (count, { features }) => [
    new Int32Array(count),
    new Float64Array(count),
    new Int32Array(count),
    ...(features ? [new Int32Array(count), new Float64Array(3 * count)] : []),
  ],
  answer: (queries, numbers, settings) => {
    const found = queries.shapes.sweepMany(new ManyMotions(settings.kind, numbers), settings);
    const { ids, ts, triangles, features, faceNormals } = found;
    return [ids, ts, triangles, features, faceNormals].filter((column) => column !== undefined) as Column[];
  },
};

const batchQueries = { raycastMany, raycastAnyMany, nearestMany, sweepMany };

/** Returns a batch query. Its settings are the options of the same query of a pool, checked. They have no functions, so threads can get them. */
export function batchQueryOf(name: BatchQueryName): BatchQuery<object> {
  return batchQueries[name];
}

export type BatchQueryName = keyof typeof batchQueries;
