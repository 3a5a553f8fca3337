import type { Aabb } from './aabb';
import { OBB_STRIDE } from './boxLayout';
import { readMatrix } from './boxRecord';
import { checkFinite, checkVec3, isObject, show } from './check';
import { elementsOf, type Matrix4 } from './matrix4';
import { type Vec3, vec3 } from './vec3';

/**
 * An oriented box: the image of a closed local box under an affine matrix, which may rotate, scale, mirror and shear but
 * must not be singular. The local box may be flat, a point, or lie anywhere.
 */
export interface Obb {
  min: Vec3;
  max: Vec3;
  matrix: Matrix4;
}

/** A rotation as a quaternion of any length but 0. `THREE.Quaternion` goes in as it is. */
export interface Quaternion {
  x: number;
  y: number;
  z: number;
  w: number;
}

/** Whether a box is oriented: it has a matrix. */
export function isObb(box: Aabb | Obb): box is Obb {
  return 'matrix' in box;
}

/**
 * The box around a centre that reaches `halfSize` along each of its own axes.
 *
 * @param halfSize half the edge lengths, 0 or more.
 * @param rotation a quaternion, or a matrix of which the linear part turns the box.
 * @throws TypeError or RangeError where a number is not finite, a half size is negative or the rotation is zero or
 *   singular.
 */
export function obbFromCenter(center: Vec3, halfSize: Vec3, rotation: Quaternion | Matrix4): Obb {
  checkVec3('center', center);
  checkVec3('halfSize', halfSize);
  if (halfSize.x < 0 || halfSize.y < 0 || halfSize.z < 0) {
    throw new RangeError(`halfSize must not be negative, got (${halfSize.x}, ${halfSize.y}, ${halfSize.z})`);
  }
  if (!isObject(rotation)) {
    throw new TypeError(`rotation must be a quaternion { x, y, z, w } or a matrix, got ${show(rotation)}`);
  }
  const matrix = 'w' in rotation ? rotationMatrix(rotation) : linearPart(rotation);
  matrix[12] = center.x;
  matrix[13] = center.y;
  matrix[14] = center.z;
  const { x, y, z } = halfSize;
  return { min: vec3(-x, -y, -z), max: vec3(x, y, z), matrix };
}

function rotationMatrix(quaternion: Quaternion): number[] {
  checkFinite('rotation.x', quaternion.x);
  checkFinite('rotation.y', quaternion.y);
  checkFinite('rotation.z', quaternion.z);
  checkFinite('rotation.w', quaternion.w);
  // Dividing by the largest component first keeps the squares from overflowing or vanishing.
  const { abs, max } = Math;
  const largest = max(abs(quaternion.x), abs(quaternion.y), abs(quaternion.z), abs(quaternion.w));
  if (largest === 0) throw new RangeError('rotation must be a quaternion of length 1, got (0, 0, 0, 0)');
  const x = quaternion.x / largest;
  const y = quaternion.y / largest;
  const z = quaternion.z / largest;
  const w = quaternion.w / largest;
  const s = 2 / (x * x + y * y + z * z + w * w);
  return [
    1 - s * (y * y + z * z),
    s * (x * y + w * z),
    s * (x * z - w * y),
    0,
    s * (x * y - w * z),
    1 - s * (x * x + z * z),
    s * (y * z + w * x),
    0,
    s * (x * z + w * y),
    s * (y * z - w * x),
    1 - s * (x * x + y * y),
    0,
    0,
    0,
    0,
    1,
  ];
}

function linearPart(matrix: Matrix4): number[] {
  readMatrix('rotation', matrix, new Float64Array(OBB_STRIDE));
  const m = elementsOf(matrix);
  return [m[0], m[1], m[2], 0, m[4], m[5], m[6], 0, m[8], m[9], m[10], 0, 0, 0, 0, 1];
}
