import type { BoxStore } from '../../bvh/boxes/boxStore';
import { checkFinite, checkNumber } from '../../primitives/check';
import { areSafe } from '../../primitives/flat/corners';
import type { FloatArray } from './floatArray';

/** Throws unless a mask is a 32-bit integer, signed or unsigned: 0xffffffff and -1 are the same mask. */
export function checkMask(name: string, mask: number): void {
  checkNumber(name, mask);
  if (!Number.isInteger(mask) || mask < -0x80000000 || mask > 0xffffffff) {
    throw new RangeError(`${name} must be a 32-bit integer, got ${mask}`);
  }
}

/** Returns the name of an invalid number for an error. `first` is the index in the argument of the first number. */
function locate(name: string, stride: number, what: string, index: number, first: number): string {
  return `${name}[${first + index}] (${what} ${Math.floor((first + index) / stride)})`;
}

/**
 * Throws unless all boxes are finite and no min is greater than its max.
 *
 * @param first the index in the whole argument at which `boxes`, a part of the argument, begins.
 */
export function checkBoxNumbers(name: string, boxes: FloatArray, first = 0): void {
  for (let at = 0; at < boxes.length; at += 6) {
    // A fast test: if the size of a box on an axis is finite and not negative, min and max are finite and in order.
    const x = boxes[at + 3] - boxes[at];
    const y = boxes[at + 4] - boxes[at + 1];
    const z = boxes[at + 5] - boxes[at + 2];
    const isPlain = x >= 0 && y >= 0 && z >= 0 && x < Infinity && y < Infinity && z < Infinity;
    if (!isPlain) checkBox(name, boxes, at, first);
  }
}

function checkBox(name: string, boxes: FloatArray, at: number, first: number): void {
  for (let i = at; i < at + 6; i++) {
    if (!Number.isFinite(boxes[i])) checkFinite(locate(name, 6, 'box', i, first), boxes[i]);
    if (i < at + 3 && boxes[i] > boxes[i + 3]) {
      throw new RangeError(
        `${locate(name, 6, 'box', i, first)} must not be greater than ${name}[${first + i + 3}], ` +
          `got ${boxes[i]} and ${boxes[i + 3]}: a box is min x y z, max x y z`,
      );
    }
  }
}

/**
 * Throws unless all rays are finite and no direction is zero.
 *
 * @param first the index in the whole argument at which `rays`, a part of the argument, begins.
 */
export function checkRayNumbers(name: string, rays: FloatArray, first = 0): void {
  for (let i = 0; i < rays.length; i += 6) {
    for (let k = i; k < i + 6; k++) {
      if (!Number.isFinite(rays[k])) checkFinite(locate(name, 6, 'ray', k, first), rays[k]);
    }
    if (rays[i + 3] === 0 && rays[i + 4] === 0 && rays[i + 5] === 0) {
      throw new RangeError(
        `${locate(name, 6, 'ray', i + 3, first)} must not start a direction of zero length: give a direction that is not zero`,
      );
    }
  }
}

/**
 * Throws unless all vertices of a mesh are finite. Returns whether the numbers of all vertices are smaller than
 * SAFE_SIZE: see primitives/shapes/matrix4.ts.
 */
export function checkVertexNumbers(name: string, positions: FloatArray): boolean {
  if (areSafe(positions)) return true;
  for (let i = 0; i < positions.length; i++) {
    if (!Number.isFinite(positions[i])) checkFinite(locate(name, 3, 'vertex', i, 0), positions[i]);
  }
  return false;
}

/**
 * Throws unless all points are finite.
 *
 * @param first the index in the whole argument at which `points`, a part of the argument, begins.
 */
export function checkPointNumbers(name: string, points: FloatArray, first = 0): void {
  for (let i = 0; i < points.length; i++) {
    if (!Number.isFinite(points[i])) checkFinite(locate(name, 3, 'point', i, first), points[i]);
  }
}

/** Throws unless the scene has a box with the id `id`. */
export function checkId(boxes: BoxStore, id: number, name = 'id'): void {
  checkNumber(name, id);
  if (!isIdOfBox(boxes, id)) throw new RangeError(`${name} must be the id of a box in the scene, got ${id}`);
}

/** Throws unless the scene has a box with each of the `count` ids from `firstId` on. */
export function checkIds(boxes: BoxStore, firstId: number, count: number): void {
  checkNumber('firstId', firstId);
  if (!(Number.isInteger(firstId) && firstId >= 0)) {
    throw new RangeError(`firstId must be an id, an integer of 0 or more, got ${firstId}`);
  }
  for (let i = 0; i < count; i++) {
    if (boxes.has(firstId + i)) continue;
    throw new RangeError(
      `firstId must start a run of ${count} boxes in the scene, got ${firstId}, but there is no box ${firstId + i}`,
    );
  }
}

/** Throws unless a box is oriented. The error begins with `expected`, which says what the argument must be. */
export function checkIsObb(boxes: BoxStore, id: number, expected: string): void {
  if (boxes.isObb(id)) return;
  throw new TypeError(`${expected}, but box ${id} is axis-aligned: use setAabb or setObb`);
}

/** Returns whether the scene has a box with an id. The id may be any number, even a fraction. */
export function isIdOfBox(boxes: BoxStore, id: number): boolean {
  return Number.isInteger(id) && id >= 0 && boxes.has(id);
}
