import type { Aabb } from './aabb';
import { checkAabb, checkAffine, checkFinite, checkVec3, show } from './check';
import { elementsOf, invertLinear, isAffine, type Matrix4 } from './matrix4';
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

const scratch = new Float64Array(9);

/** Throws unless the local box is well formed and the matrix affine and invertible. */
export function checkObb(name: string, obb: Obb): void {
  checkAabb(name, obb);
  invertPlacement(`${name}.matrix`, obb.matrix, scratch);
}

/** Inverts the linear part of a matrix that places a box; false where it cannot: not finite, not affine, or singular. */
export function isPlacement(m: ArrayLike<number>, out: Float64Array): boolean {
  for (let i = 0; i < 16; i++) if (!Number.isFinite(m[i])) return false;
  return m.length === 16 && isAffine(m) && invertLinear(m, out);
}

/** Inverts the linear part of a matrix that places a box; throws unless it is affine and not singular. */
export function invertPlacement(name: string, matrix: Matrix4, out: Float64Array): void {
  checkAffine(name, matrix);
  if (invertLinear(elementsOf(matrix), out)) return;
  throw new RangeError(
    `${name} must not be singular, got a matrix without an inverse; ` +
      'for a flat box make the local box flat and keep the scale away from 0',
  );
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
  const matrix = 'w' in rotation ? rotationMatrix(rotation) : linearPart(rotation);
  matrix[12] = center.x;
  matrix[13] = center.y;
  matrix[14] = center.z;
  const { x, y, z } = halfSize;
  return { min: vec3(-x, -y, -z), max: vec3(x, y, z), matrix };
}

function rotationMatrix(quaternion: Quaternion): number[] {
  const { x, y, z, w } = quaternion;
  checkFinite('rotation.x', x);
  checkFinite('rotation.y', y);
  checkFinite('rotation.z', z);
  checkFinite('rotation.w', w);
  const s = 2 / (x * x + y * y + z * z + w * w);
  if (!Number.isFinite(s) || s === 0) {
    throw new RangeError(`rotation must be a quaternion of a length near 1, got (${x}, ${y}, ${z}, ${w})`);
  }
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
  if (typeof matrix !== 'object') {
    throw new TypeError(`rotation must be a quaternion { x, y, z, w } or a matrix, got ${show(matrix)}`);
  }
  invertPlacement('rotation', matrix, scratch);
  const m = elementsOf(matrix);
  return [m[0], m[1], m[2], 0, m[4], m[5], m[6], 0, m[8], m[9], m[10], 0, 0, 0, 0, 1];
}
