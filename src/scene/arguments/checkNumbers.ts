import { checkFinite, checkNumber } from '../../primitives/check';
import type { FloatArray } from './floatArray';

/** 32 bits, as JavaScript's bit operators take and give them: 0xffffffff and -1 are the same mask. */
export function checkMask(name: string, mask: number): void {
  checkNumber(name, mask);
  if (!Number.isInteger(mask) || mask < -0x80000000 || mask > 0xffffffff) {
    throw new RangeError(`${name} must be an integer of 32 bits, got ${mask}`);
  }
}

/** Where in an array something is wrong, for a message; `first` is the index of the array's first number in all of them. */
function locate(name: string, stride: number, what: string, index: number, first: number): string {
  return `${name}[${first + index}] (${what} ${Math.floor((first + index) / stride)})`;
}

/** Throws unless numbers, of which the first has the index `first` among all, are boxes: finite, no min greater than its max. */
export function checkBoxNumbers(name: string, boxes: FloatArray, first = 0): void {
  for (let at = 0; at < boxes.length; at += 6) {
    // Boxes come by the million: an extent that is finite and not negative tells that both its ends are well formed.
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

/** Throws unless numbers, of which the first has the index `first` among all, are rays: finite, no direction zero. */
export function checkRayNumbers(name: string, rays: FloatArray, first = 0): void {
  for (let i = 0; i < rays.length; i += 6) {
    for (let k = i; k < i + 6; k++) {
      if (!Number.isFinite(rays[k])) checkFinite(locate(name, 6, 'ray', k, first), rays[k]);
    }
    if (rays[i + 3] === 0 && rays[i + 4] === 0 && rays[i + 5] === 0) {
      throw new RangeError(
        `${locate(name, 6, 'ray', i + 3, first)} must not begin a direction of zero: give one that goes somewhere`,
      );
    }
  }
}

/** Throws unless numbers, of which the first has the index `first` among all, are points: finite. */
export function checkPointNumbers(name: string, points: FloatArray, first = 0): void {
  for (let i = 0; i < points.length; i++) {
    if (!Number.isFinite(points[i])) checkFinite(locate(name, 3, 'point', i, first), points[i]);
  }
}
