import { checkFinite, isObject, show } from '../check';
import { dot, readVec3, type Vec3 } from './vec3';

/**
 * A plane: the points p with `normal·p + constant = 0`. The normal points to the front, and may have any length except
 * 0. You can pass a `THREE.Plane`. {@link planeFromNormalAndPoint} makes it.
 */
export interface Plane {
  normal: Vec3;
  constant: number;
}

/** Returns a checked copy of a plane. Each number is read once. */
export function readPlane(name: string, plane: Plane): Plane {
  if (!isObject(plane)) throw notPlane(name, plane);
  const { normal, constant } = plane;
  if (!isObject(normal) && !('normal' in plane || 'constant' in plane)) throw notPlane(name, plane);
  const copy = { normal: readNormal(`${name}.normal`, normal), constant };
  checkFinite(`${name}.constant`, constant);
  return copy;
}

function notPlane(name: string, value: unknown): TypeError {
  return new TypeError(`${name} must be a plane { normal, constant }, got ${show(value)}`);
}

/** Returns the error for a value that is not an array of planes. */
export function notPlanes(value: unknown): TypeError {
  let remedy = '';
  if (isObject(value) && 'planes' in value) remedy = ': give its planes';
  else if (isObject(value) && 'normal' in value) remedy = ': put a single plane into an array';
  else if (ArrayBuffer.isView(value) || (isObject(value) && 'elements' in value)) {
    remedy = ': frustumFromMatrix makes them of a matrix';
  }
  return new TypeError(`planes must be an array of planes, got ${show(value)}${remedy}`);
}

function readNormal(name: string, normal: Vec3): Vec3 {
  const copy = readVec3(name, normal);
  const { x, y, z } = copy;
  if (x === 0 && y === 0 && z === 0) throw new RangeError(`${name} must not be zero: point it to the front`);
  return copy;
}

/**
 * Returns the plane that has a normal and goes through a point.
 *
 * @throws TypeError or RangeError if a number is not finite or the normal is zero.
 *
 * @example
 * ```ts
 * const plane = planeFromNormalAndPoint({ x: 0, y: 1, z: 0 }, { x: 5, y: 3, z: 5 }); // y = 3
 * plane.constant; // → -3
 * ```
 */
export function planeFromNormalAndPoint(normal: Vec3, point: Vec3): Plane {
  const facing = readNormal('normal', normal);
  const { x, y, z } = readVec3('point', point);
  const constant = -dot(facing.x, facing.y, facing.z, x, y, z);
  checkFinite('-normal·point', constant);
  return { normal: facing, constant };
}

/**
 * Returns the plane of the points p with `normal·p = distance`.
 *
 * @param distance the distance from the world's origin along the normal, in world units if the normal has length 1.
 * @throws TypeError or RangeError if a number is not finite or the normal is zero.
 *
 * @example
 * ```ts
 * const plane = planeFromNormalAndDistance({ x: 0, y: 1, z: 0 }, 3); // y = 3
 * plane.constant; // → -3
 * ```
 */
export function planeFromNormalAndDistance(normal: Vec3, distance: number): Plane {
  const facing = readNormal('normal', normal);
  checkFinite('distance', distance);
  return { normal: facing, constant: -distance };
}
