import { checkFinite, checkNormal, checkVec3 } from './check';
import { dot, type Vec3, vec3 } from './vec3';

/**
 * The points p with `normal·p + constant = 0`; in front is the side the normal points to.
 * The normal need not have length 1. `THREE.Plane` goes in as it is.
 */
export interface Plane {
  normal: Vec3;
  constant: number;
}

/**
 * The plane through a point.
 *
 * @throws TypeError or RangeError where a number is not finite or the normal is zero.
 */
export function planeFromNormalAndPoint(normal: Vec3, point: Vec3): Plane {
  checkNormal('normal', normal);
  checkVec3('point', point);
  const { x, y, z } = normal;
  const constant = -dot(x, y, z, point.x, point.y, point.z);
  checkFinite('-normal·point', constant);
  return { normal: vec3(x, y, z), constant };
}

/**
 * The plane of the points p with `normal·p = distance`; a distance in world units where the normal has length 1.
 *
 * @throws TypeError or RangeError where a number is not finite or the normal is zero.
 */
export function planeFromNormalAndDistance(normal: Vec3, distance: number): Plane {
  checkNormal('normal', normal);
  checkFinite('distance', distance);
  return { normal: vec3(normal.x, normal.y, normal.z), constant: -distance };
}
