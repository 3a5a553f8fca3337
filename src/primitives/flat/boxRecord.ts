import type { Aabb } from '../shapes/aabb';
import { COLUMNS, INVERSE, TRANSLATION } from './boxLayout';
import { checkCorners } from './corners';
import { isObject, show } from '../check';
import { invertLinear, isAffine, type Matrix4, readInvertible } from '../shapes/matrix4';
import type { Obb } from '../shapes/obb';
import { Reusable } from '../reusable';
import { type Coordinates, checkComponents, checkIsVec3, isFinite3, type Vec3 } from '../shapes/vec3';

/**
 * Reads the min and max of an axis-aligned box. Throws if the box has a matrix, which would be ignored. Runs no code of
 * the caller, such as getters, after it has written to `out`, so nested calls can share `out`.
 */
export function readAabb(name: string, box: Aabb, out: Float64Array): void {
  if (isObject(box) && 'matrix' in box) {
    throw new TypeError(`${name} must be axis-aligned, got an oriented box: it has a matrix`);
  }
  readBounds(name, box, out);
}

/** Reads a box as a record: see boxLayout.ts. Returns whether the box is oriented, which means that it has a matrix. */
export function readBox(name: string, box: Aabb | Obb, out: Float64Array): boolean {
  readBounds(name, box, out);
  if (!('matrix' in box)) return false;
  readPlacement(`${name}.matrix`, box.matrix, out);
  return true;
}

/**
 * Reads an oriented box as a record: see boxLayout.ts. Returns whether all numbers of the box are smaller than
 * SAFE_SIZE: see shapes/matrix4.ts.
 */
export function readObb(name: string, box: Obb, out: Float64Array): boolean {
  readBounds(name, box, out);
  return readPlacement(`${name}.matrix`, box.matrix, out);
}

function readPlacement(name: string, matrix: Matrix4, out: Float64Array): boolean {
  readMatrix(name, matrix, out);
  return checkCorners(name, out);
}

/**
 * Reads the min and max of a box. Reads all six numbers before it writes the first. Throws, naming the argument, unless
 * the numbers are finite and min <= max.
 */
export function readBounds(name: string, box: Aabb, out: Float64Array): void {
  if (!isObject(box)) throw new TypeError(`${name} must be a box { min, max }, got ${show(box)}`);
  const { min, max } = box;
  // The text of an error is made only for an invalid box, because a call may read millions of boxes.
  if (!isObject(min) || !isObject(max)) refuseCorners(name, box, min, max);
  const { x: minX, y: minY, z: minZ } = min;
  const { x: maxX, y: maxY, z: maxZ } = max;
  const isFinite = isFinite3(minX, minY, minZ) && isFinite3(maxX, maxY, maxZ);
  if (!(isFinite && minX <= maxX && minY <= maxY && minZ <= maxZ)) {
    refuseBounds(name, min, { x: minX, y: minY, z: minZ }, max, { x: maxX, y: maxY, z: maxZ });
  }
  out[0] = minX;
  out[1] = minY;
  out[2] = minZ;
  out[3] = maxX;
  out[4] = maxY;
  out[5] = maxZ;
}

function refuseCorners(name: string, box: Aabb, min: Vec3, max: Vec3): void {
  // If `min` and `max` are functions, the value is no box: a Vector3 of three.js has methods of these names.
  if (![min, max].some((corner: unknown) => corner !== undefined && typeof corner !== 'function')) {
    const remedy = 'x' in box ? ': give both corners in one object' : '';
    throw new TypeError(`${name} must be a box { min, max }, got ${show(box)}${remedy}`);
  }
  checkIsVec3(`${name}.min`, min);
  checkIsVec3(`${name}.max`, max);
}

/** Throws the error for the invalid corners `min` and `max` of a box, copied from `givenMin` and `givenMax`. */
function refuseBounds(name: string, givenMin: Vec3, min: Vec3, givenMax: Vec3, max: Vec3): void {
  // An empty box of three.js has a min of Infinity and a max of -Infinity.
  if (min.x === Infinity && max.x === -Infinity) {
    throw new RangeError(`${name} must not be empty, got a box from Infinity to -Infinity`);
  }
  checkComponents(`${name}.min`, givenMin, min.x, min.y, min.z);
  checkComponents(`${name}.max`, givenMax, max.x, max.y, max.z);
  checkOrder(name, 'x', min.x, max.x);
  checkOrder(name, 'y', min.y, max.y);
  checkOrder(name, 'z', min.z, max.z);
}

function checkOrder(name: string, axis: 'x' | 'y' | 'z', min: number, max: number): void {
  if (min > max) {
    throw new RangeError(
      `${name}.min.${axis} must not be greater than ${name}.max.${axis}, got ${min} and ${max}; ` +
        'aabbFromPoints takes two corners in any order',
    );
  }
}

const matrices = /* @__PURE__ */ new Reusable(() => new Float64Array(16));

/**
 * Reads a matrix that places a box, and its inverse, into the record of the box. Throws, naming the argument, unless
 * the matrix is finite, affine and not singular.
 *
 * @returns whether all numbers of the matrix are smaller than SAFE_SIZE: see shapes/matrix4.ts.
 */
export function readMatrix(name: string, matrix: Matrix4, out: Float64Array): boolean {
  const m = matrices.take();
  const areSafe = readInvertible(name, matrix, m, out, INVERSE);
  copyColumns(m, 0, out, 0);
  matrices.giveBack(m);
  return areSafe;
}

/**
 * Writes a matrix (16 numbers from `from`) and its inverse into the record at `at`, like {@link readMatrix}. Returns
 * false if a number is not smaller than `limit`, which may be Infinity, or if the matrix is not affine or is singular.
 */
export function tryWriteMatrix(
  m: ArrayLike<number>,
  from: number,
  out: Float64Array,
  at: number,
  limit: number,
): boolean {
  for (let i = from; i < from + 16; i++) if (!(Math.abs(m[i]) < limit)) return false;
  if (!isAffine(m, from) || !invertLinear(m, from, out, at + INVERSE)) return false;
  copyColumns(m, from, out, at);
  return true;
}

function copyColumns(m: ArrayLike<number>, from: number, out: Float64Array, at: number): void {
  copyColumn(m, from, out, at + COLUMNS);
  copyColumn(m, from + 4, out, at + COLUMNS + 3);
  copyColumn(m, from + 8, out, at + COLUMNS + 6);
  copyColumn(m, from + 12, out, at + TRANSLATION);
}

/** Copies a column of a matrix, three numbers. A loop would take longer than the copies. */
function copyColumn(m: ArrayLike<number>, from: number, out: Float64Array, at: number): void {
  out[at] = m[from];
  out[at + 1] = m[from + 1];
  out[at + 2] = m[from + 2];
}

/**
 * Returns the middle of a box on one axis. The min is at `at`, and the max is three numbers after the min. Both are
 * halved before the sum, because the sum of two large numbers would overflow.
 */
export function middle(b: Coordinates, at: number): number {
  return b[at] / 2 + b[at + 3] / 2;
}

export function halfSize(b: Coordinates, at: number): number {
  return b[at + 3] / 2 - b[at] / 2;
}
