import { checkFinite, isObject, show } from '../check';
import { type Matrix4, readInvertible } from './matrix4';
import { checkComponents, readVec3, type Vec3, vec3 } from './vec3';

/**
 * An oriented box: a closed local box from `min` to `max`, placed by an affine `matrix`. The matrix may rotate, scale,
 * mirror and shear, but must not be singular. The local box may be flat or a point, and may lie anywhere.
 * {@link obbFromCenter} makes an oriented box.
 *
 * Float64 must be able to hold the corners: on each axis of the world, |column₀|·x + |column₁|·y + |column₂|·z +
 * |translation| must be finite, where x, y and z are the largest sizes of the local coordinates.
 */
export interface Obb {
  /** The corners of the local box, before the matrix places it. */
  min: Vec3;
  max: Vec3;
  /** The matrix that places the local box in the world: affine, column-major, not singular. */
  matrix: Matrix4;
}

/**
 * A rotation as a quaternion `{ x, y, z, w }` of any length except 0. You can pass a `THREE.Quaternion`. See
 * {@link obbFromCenter}.
 */
export interface Quaternion {
  x: number;
  y: number;
  z: number;
  w: number;
}

/**
 * Returns the oriented box around a centre that reaches `halfSize` along each of its own axes.
 *
 * @param center the centre, in world units.
 * @param halfSize half the edge lengths, in world units, 0 or more.
 * @param rotation a quaternion, or a matrix of 16 numbers, column-major, whose linear part turns the box.
 * @throws TypeError or RangeError if a number is not finite, a half size is negative, or the rotation is zero or
 *   singular.
 *
 * @example
 * ```ts
 * const eighthTurn = { x: 0, y: Math.sin(Math.PI / 8), z: 0, w: Math.cos(Math.PI / 8) }; // about y
 * const car = obbFromCenter({ x: 4, y: 1, z: -6 }, { x: 2, y: 1, z: 1 }, eighthTurn); // 4 long, 2 high, 2 wide
 * overlaps(car, { x: 5, y: 1, z: -7 }); // → true
 * ```
 */
export function obbFromCenter(center: Vec3, halfSize: Vec3, rotation: Quaternion | Matrix4): Obb {
  const middle = readVec3('center', center);
  const { x, y, z } = readVec3('halfSize', halfSize);
  if (x < 0 || y < 0 || z < 0) throw new RangeError(`halfSize must not be negative, got (${x}, ${y}, ${z})`);
  if (!isObject(rotation) || ('x' in rotation && !('w' in rotation))) {
    const remedy = isObject(rotation) ? ': make a quaternion of Euler angles first' : '';
    throw new TypeError(`rotation must be a quaternion { x, y, z, w } or a matrix, got ${show(rotation)}${remedy}`);
  }
  const matrix = 'w' in rotation ? rotationMatrix(rotation) : linearPart(rotation);
  matrix[12] = middle.x;
  matrix[13] = middle.y;
  matrix[14] = middle.z;
  return { min: vec3(-x, -y, -z), max: vec3(x, y, z), matrix };
}

function rotationMatrix(quaternion: Quaternion): number[] {
  const given = { x: quaternion.x, y: quaternion.y, z: quaternion.z, w: quaternion.w };
  checkComponents('rotation', quaternion, given.x, given.y, given.z);
  checkFinite('rotation.w', given.w);
  // Dividing the quaternion by its largest component first keeps the squares from overflowing or underflowing.
  const { abs, max } = Math;
  const largest = max(abs(given.x), abs(given.y), abs(given.z), abs(given.w));
  if (largest === 0) throw new RangeError('rotation must be a quaternion other than zero, got (0, 0, 0, 0)');
  const x = given.x / largest;
  const y = given.y / largest;
  const z = given.z / largest;
  const w = given.w / largest;
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
  const m = new Float64Array(16);
  readInvertible('rotation', matrix, m, new Float64Array(9), 0);
  return [...m.subarray(0, 3), 0, ...m.subarray(4, 7), 0, ...m.subarray(8, 11), 0, 0, 0, 0, 1];
}
