import type { ClosestHit } from '../../bvh/query/raycast';
import { NO_TRIANGLE } from '../../bvh/meshes/rayVisitor';
import { isObject, show } from '../../primitives/check';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { DIRECTION, FACE, IS_INSIDE } from '../../primitives/flat/rayLayout';
import { along } from '../../primitives/query/rayPointAt';
import { length, type Vec3 } from '../../primitives/shapes/vec3';

/** Where a ray hits a box of the scene, or a triangle of an instance. */
export interface Hit {
  /** The id of the box or of the instance. */
  id: number;
  /** In units of the ray's direction: the point is `origin + t·direction`. A finite number. */
  t: number;
  /**
   * From the ray's origin to the point, in world units. Never negative, not even for a hit behind the origin of a line.
   * Infinity if it is beyond float64.
   */
  distance: number;
  /** Where the hit is, in world space. */
  point: Vec3;
  /**
   * The outward normal of the face that is hit, with length 1. On an edge or a corner, the first of the box's own axes x, y
   * and z decides. All zero if the ray starts inside a box and `solid` is true. With `refine`, it is still the box's normal.
   *
   * On a triangle, it is the normal of its front, also if the back is hit.
   */
  normal: Vec3;
  /** Whether the ray starts inside the box. False on a triangle. */
  inside: boolean;
  /** The triangle of the mesh, counted from 0 in the order in which `addMesh` was given them. -1 on a box. */
  triangle: number;
  /** The share of the triangle's second corner: the point is `(1 - u - v)·a + u·b + v·c`. 0 on a box. */
  u: number;
  /** The share of the third corner. 0 on a box. */
  v: number;
  /** Whether the front of the triangle is hit. On a box, whether the ray comes from outside. */
  front: boolean;
}

/** The closest hits of many rays, in the order of the rays. */
export interface ManyHits {
  /** For each ray the id of the box that it hits, or -1 if it hits nothing. */
  ids: Int32Array;
  /** For each ray the `t` of its hit, or Infinity if it hits nothing. */
  ts: Float64Array;
}

/** The closest hits of many rays, with the triangles that are hit. */
export interface ManyTriangleHits extends ManyHits {
  /** For each ray the triangle that it hits, or -1 if it hits a box or nothing. */
  triangles: Int32Array;
  /** For each ray the `u` of its hit: see `Hit`. 0 without a triangle. */
  us: Float64Array;
  /** For each ray the `v` of its hit. 0 without a triangle. */
  vs: Float64Array;
}

/** A box of the scene that is near a point, or an instance whose triangles are. */
export interface Neighbor {
  /** The id of the box or of the instance. */
  id: number;
  /** The nearest triangle of an instance, and of equal ones the first. -1 for a box. */
  triangle: number;
  /**
   * From the point to the box, in world units. 0 if the point is inside the box or on it. To an instance, it is the distance
   * to the triangle. Infinity if it is beyond float64.
   */
  distance: number;
  /** The nearest point of the box or the triangle. This is the given point itself if that is inside the box or on it. */
  point: Vec3;
}

/** A user's hit to write an answer to, and its vectors. The vectors are read once: a getter may return others each time. */
export interface HitTarget {
  readonly hit: Hit;
  readonly point: Vec3;
  readonly normal: Vec3;
}

/**
 * Checks a hit of the user before the query writes to it. Writes every field back unchanged: a field that is frozen or has
 * only a getter then throws before any field has changed. Object.isFrozen finds no getters and no fixed fields of classes, and
 * a descriptor of each field would allocate 14 objects per ray and search the prototypes.
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
 * Writes the closest hit of a ray, whose face is known, to a target, or to a new hit if there is no target. Reads all numbers
 * before it writes the first: a setter may cast another ray. Passes few numbers to functions: unless engines inline such a
 * call, they allocate each number on the heap.
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
  // distanceTo computes the first expression, too, for a direction of such a length, but is not inlined.
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
  const unit = length(ray[3], ray[4], ray[5]);
  // The length of a direction may overflow float64 although the distance does not.
  return unit < Infinity ? Math.abs(t) * unit : length(t * ray[3], t * ray[4], t * ray[5]);
}
