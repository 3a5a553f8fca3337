import type { ClosestHit } from '../../bvh/query/raycast';
import { NO_TRIANGLE } from '../../bvh/meshes/rayVisitor';
import { isObject, show } from '../../primitives/check';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { DIRECTION, FACE, IS_INSIDE } from '../../primitives/flat/rayLayout';
import type { ClosestPoints } from '../../primitives/query/distance';
import { along } from '../../primitives/query/rayPointAt';
import { lengthOfPart, type Vec3 } from '../../primitives/shapes/vec3';

/** Where a ray hits a box of the scene, or a triangle of an instance: the answer of {@link BoxScene.raycast}. */
export interface Hit {
  /** The id of the box or of the instance that the ray hits. */
  id: number;
  /** The `t` of the hit, in units of the ray's direction: the point is `origin + t·direction`. A finite number. */
  t: number;
  /**
   * The distance from the ray's origin to the point of the hit, in world units. Never negative, not even for a hit
   * behind the origin of a line. Infinity if the distance is beyond float64.
   */
  distance: number;
  /** The point of the hit, in world space. */
  point: Vec3;
  /**
   * The outward normal of the box's face that is hit, with length 1. On an edge or a corner, the first of the box's own
   * axes x, y and z decides. All zero if the ray starts inside a box and `solid` is true. `refine` does not change it.
   *
   * On a triangle, the normal of the triangle's front, also if the back is hit.
   */
  normal: Vec3;
  /** Whether the ray starts inside the box. False if the ray hits a triangle. */
  inside: boolean;
  /** The number of the triangle in its mesh, from 0, in the order given to `addMesh`. -1 if the ray hits a box. */
  triangle: number;
  /** The share of the triangle's second corner: the point is `(1 - u - v)·a + u·b + v·c`. 0 if the ray hits a box. */
  u: number;
  /** The share of the triangle's third corner in the point of the hit. 0 if the ray hits a box. */
  v: number;
  /** Whether the ray hits the front of the triangle. If the ray hits a box, whether it comes from outside. */
  front: boolean;
}

/** The closest hits of many rays, in the order of the rays: the answer of {@link BoxScene.raycastMany}. */
export interface ManyHits {
  /** For each ray the id of the box that it hits, or -1 if it hits nothing. */
  ids: Int32Array;
  /** For each ray the `t` of its hit, or Infinity if it hits nothing. */
  ts: Float64Array;
}

/**
 * The closest hits of many rays, with the triangles that are hit: the answer of {@link BoxScene.raycastMany} with
 * `triangles`.
 */
export interface ManyTriangleHits extends ManyHits {
  /** For each ray the number of the triangle that it hits, or -1 if it hits a box or nothing. */
  triangles: Int32Array;
  /** For each ray the `u` of its hit (see `Hit`), or 0 if it hits no triangle. */
  us: Float64Array;
  /** For each ray the `v` of its hit (see `Hit`), or 0 if it hits no triangle. */
  vs: Float64Array;
}

/** The sides from which many rays hit: what {@link BoxScene.raycastMany} adds to its answer with `fronts`. */
export interface ManyFronts {
  /**
   * For each ray 1 if it hits the front of a triangle, or a box from outside (see `Hit`), and 0 if it hits the back, a box from
   * inside, or nothing.
   */
  fronts: Uint8Array;
}

/**
 * A box of the scene that is near a point or another shape, or an instance with a triangle that is near it: see
 * {@link BoxScene.nearest}.
 */
export interface Neighbor {
  /** The id of the box or of the instance that is near the point. */
  id: number;
  /** The number of the instance's nearest triangle, the smallest among equally near triangles. -1 for a box. */
  triangle: number;
  /**
   * The distance from the query's point to the box, or to the nearest triangle of an instance, in world units. 0 if the
   * point is inside the box or on it. Infinity if the distance is beyond float64. See `signed` of {@link NearestOptions}.
   */
  distance: number;
  /**
   * The nearest point of the box or the triangle: the query's point itself if that is inside the box or on it. With `signed`, always a
   * point of the surface.
   */
  point: Vec3;
}

/** The closest points of two boxes or instances of a scene: the answer of {@link BoxScene.closestPoints}. */
export interface SceneClosestPoints extends ClosestPoints {
  /**
   * The numbers of the triangles that have the points: of the first, then of the second. -1 for a box. Among equally close triangles, the
   * smallest of the first, and then of the second.
   */
  triangles: [number, number];
}

/** The caller's hit for the answer, and its two vectors, read once: a getter may return other vectors the next time. */
export interface HitTarget {
  readonly hit: Hit;
  readonly point: Vec3;
  readonly normal: Vec3;
}

/**
 * Checks the caller's hit before a query writes its answer to it. Writes every field back unchanged: a field that is
 * frozen or has only a getter then throws before any field has changed. Object.isFrozen finds no getters and no fixed
 * fields of classes. A descriptor of each field would allocate 14 objects per ray and search the prototypes.
 */
export function readTarget(hit: Hit): HitTarget {
  if (!isObject(hit)) reject(hit);
  const { id, t, distance, point, normal, inside, triangle, u, v, front } = hit;
  if (!isObject(point) || !isObject(normal) || point === normal) reject(hit);
  const { x, y, z } = point;
  const { x: acrossX, y: acrossY, z: acrossZ } = normal;
  const isHit =
    typeof id === 'number' &&
    typeof t === 'number' &&
    typeof distance === 'number' &&
    typeof inside === 'boolean' &&
    typeof triangle === 'number' &&
    typeof u === 'number' &&
    typeof v === 'number' &&
    typeof front === 'boolean' &&
    typeof x === 'number' &&
    typeof y === 'number' &&
    typeof z === 'number' &&
    typeof acrossX === 'number' &&
    typeof acrossY === 'number' &&
    typeof acrossZ === 'number';
  if (!isHit) reject(hit);
  try {
    hit.id = id;
    hit.t = t;
    hit.distance = distance;
    hit.inside = inside;
    hit.triangle = triangle;
    hit.u = u;
    hit.v = v;
    hit.front = front;
    point.x = x;
    point.y = y;
    point.z = z;
    normal.x = acrossX;
    normal.y = acrossY;
    normal.z = acrossZ;
  } catch (cause) {
    throw new TypeError('options.into must be a hit whose parts can be written, got one that is read-only', { cause });
  }
  return { hit, point, normal };
}

function reject(hit: unknown): never {
  throw new TypeError(
    `options.into must be a hit { id, t, distance, point, normal, inside, triangle, u, v, front } with two vectors { x, y, z }, got ${show(hit)}`,
  );
}

/**
 * Writes the closest hit of a ray, whose face is known, to a target, or to a new hit if there is no target. Reads all
 * numbers before it writes the first, because a setter may cast another ray. Passes few numbers to functions, because
 * engines allocate each number on the heap for a call that they do not inline.
 */
export function writeHit(ray: RayBuffer, closest: ClosestHit, target: HitTarget | null): Hit {
  const { id, t, hitTriangle } = closest;
  const { triangle } = hitTriangle;
  const isBox = triangle === NO_TRIANGLE;
  const alongX = ray[DIRECTION];
  const alongY = ray[DIRECTION + 1];
  const alongZ = ray[DIRECTION + 2];
  let x = ray[0] + t * alongX;
  let y = ray[1] + t * alongY;
  let z = ray[2] + t * alongZ;
  const square = alongX * alongX + alongY * alongY + alongZ * alongZ;
  // Between 1e-200 and 1e200, the square has neither overflowed nor underflowed, and distanceTo computes the same
  // expression. The expression is repeated here because engines do not inline distanceTo.
  const distance = square > 1e-200 && square < 1e200 ? Math.abs(t) * Math.sqrt(square) : distanceTo(ray, t);
  if (distance === Infinity) {
    x = along(ray[0], alongX, t);
    y = along(ray[1], alongY, t);
    z = along(ray[2], alongZ, t);
  }
  const acrossX = ray[FACE];
  const acrossY = ray[FACE + 1];
  const acrossZ = ray[FACE + 2];
  const inside = ray[IS_INSIDE] !== 0;
  const u = isBox ? 0 : hitTriangle.u;
  const v = isBox ? 0 : hitTriangle.v;
  const front = isBox ? !inside : hitTriangle.front;
  if (target === null) {
    const point = { x, y, z };
    const normal = { x: acrossX, y: acrossY, z: acrossZ };
    return { id, t, distance, point, normal, inside, triangle, u, v, front };
  }
  const { hit, point, normal } = target;
  hit.id = id;
  hit.t = t;
  hit.distance = distance;
  hit.inside = inside;
  hit.triangle = triangle;
  hit.u = u;
  hit.v = v;
  hit.front = front;
  point.x = x;
  point.y = y;
  point.z = z;
  normal.x = acrossX;
  normal.y = acrossY;
  normal.z = acrossZ;
  return hit;
}

function distanceTo(ray: RayBuffer, t: number): number {
  return lengthOfPart(Math.abs(t), ray[3], ray[4], ray[5]);
}
