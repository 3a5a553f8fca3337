import type { Aabb } from '../shapes/aabb';
import { COLUMNS, INVERSE, TRANSLATION } from './boxLayout';
import { isObject, show } from '../check';
import { invertLinear, isAffine, type Matrix4, readInvertible } from '../shapes/matrix4';
import type { Obb } from '../shapes/obb';
import { Reusable } from '../reusable';
import { checkComponents, checkIsVec3, isFinite3, type Vec3 } from '../shapes/vec3';

/**
 * Reads the min and max of a box that must not be oriented: its matrix would be dropped. Nothing of the caller's runs once `out`
 * has been written to, so that many calls may share it.
 */
export function readAabb(name: string, box: Aabb, out: Float64Array): void {
  if (isObject(box) && 'matrix' in box) {
    throw new TypeError(`${name} must be axis-aligned, got one with a matrix: that is an oriented box`);
  }
  readBounds(name, box, out);
}

/** Reads a box, see boxLayout; returns whether it is oriented: it has a matrix. */
export function readBox(name: string, box: Aabb | Obb, out: Float64Array): boolean {
  readBounds(name, box, out);
  const isOriented = 'matrix' in box;
  if (isOriented) readMatrix(`${name}.matrix`, box.matrix, out);
  return isOriented;
}

/** Reads the min and max of a box, all before the first is written; throws, under that name, unless they are finite and ordered. */
export function readBounds(name: string, box: Aabb, out: Float64Array): void {
  if (!isObject(box)) throw new TypeError(`${name} must be a box { min, max }, got ${show(box)}`);
  const { min, max } = box;
  // Boxes come by the million: only a bad one pays for the text of its message.
  if (!isObject(min)) checkIsVec3(`${name}.min`, min);
  if (!isObject(max)) checkIsVec3(`${name}.max`, max);
  const { x: minX, y: minY, z: minZ } = min;
  const { x: maxX, y: maxY, z: maxZ } = max;
  const isFinite = isFinite3(minX, minY, minZ) && isFinite3(maxX, maxY, maxZ);
  if (!(isFinite && minX <= maxX && minY <= maxY && minZ <= maxZ)) {
    refuseBounds(name, { x: minX, y: minY, z: minZ }, { x: maxX, y: maxY, z: maxZ });
  }
  out[0] = minX;
  out[1] = minY;
  out[2] = minZ;
  out[3] = maxX;
  out[4] = maxY;
  out[5] = maxZ;
}

function refuseBounds(name: string, min: Vec3, max: Vec3): void {
  // What three.js calls an empty box.
  if (min.x === Infinity && max.x === -Infinity) {
    throw new RangeError(`${name} must not be empty, got one from Infinity to -Infinity, which holds nothing`);
  }
  checkComponents(`${name}.min`, min.x, min.y, min.z);
  checkComponents(`${name}.max`, max.x, max.y, max.z);
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

/** Reads a matrix that places a box, and inverts it; throws, under that name, unless it is finite, affine and not singular. */
export function readMatrix(name: string, matrix: Matrix4, out: Float64Array): void {
  const m = matrices.take();
  readInvertible(name, matrix, m, out, INVERSE);
  copyColumns(m, 0, out, 0);
  matrices.giveBack(m);
}

/**
 * Writes a matrix, 16 numbers from `from`, into the record at `at` as {@link readMatrix} does, or returns false where they are
 * not finite, not affine or singular.
 */
export function tryWriteMatrix(m: ArrayLike<number>, from: number, out: Float64Array, at: number): boolean {
  for (let i = from; i < from + 16; i++) if (!Number.isFinite(m[i])) return false;
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

/** One by one, as loops of three take longer than what they do. */
function copyColumn(m: ArrayLike<number>, from: number, out: Float64Array, at: number): void {
  out[at] = m[from];
  out[at + 1] = m[from + 1];
  out[at + 2] = m[from + 2];
}

/** The middle between a min and the max three numbers on; halved first, as the sum of two large numbers overflows. */
export function middle(b: Float32Array | Float64Array, at: number): number {
  return b[at] / 2 + b[at + 3] / 2;
}

export function halfSize(b: Float32Array | Float64Array, at: number): number {
  return b[at + 3] / 2 - b[at] / 2;
}
