import { checkFinite, checkNumber, show } from '../primitives/check';

/** Numbers of many boxes, rays or matrices, one after the other, kept in their own precision. */
export type FloatArray = Float32Array | Float64Array;

/** 32 bits, as JavaScript's bit operators take and give them: 0xffffffff and -1 are the same mask. */
export function checkMask(name: string, mask: number): void {
  checkNumber(name, mask);
  if (!Number.isInteger(mask) || mask < -0x80000000 || mask > 0xffffffff) {
    throw new RangeError(`${name} must be an integer of 32 bits, got ${mask}`);
  }
}

function checkNumbers(name: string, numbers: FloatArray, stride: number, what: string): void {
  // By name and not by instanceof: one from another frame is as good.
  const type = Object.prototype.toString.call(numbers);
  if (type !== '[object Float32Array]' && type !== '[object Float64Array]') {
    throw new TypeError(`${name} must be a Float32Array or a Float64Array, got ${show(numbers)}`);
  }
  if (numbers.length % stride !== 0) {
    throw new RangeError(`${name} must hold ${stride} numbers a ${what}, got ${numbers.length} in all`);
  }
}

/** Where in an array something is wrong, for a message. */
function locate(name: string, stride: number, what: string, index: number): string {
  return `${name}[${index}] (${what} ${Math.floor(index / stride)})`;
}

/** Throws unless the numbers are boxes: 6 a box, finite, no min greater than its max. */
export function checkBoxes(name: string, boxes: FloatArray): void {
  checkBoxCount(name, boxes);
  checkBoxNumbers(name, boxes, 0, boxes.length);
}

/** Throws unless the numbers are as many as boxes have. */
export function checkBoxCount(name: string, boxes: FloatArray): void {
  checkNumbers(name, boxes, 6, 'box');
}

/** Throws unless the boxes from one index to another are finite, and no min is greater than its max. */
export function checkBoxNumbers(name: string, boxes: FloatArray, from: number, to: number): void {
  for (let at = from; at < to; at += 6) {
    // Boxes come by the million: an extent that is finite and not negative tells that both its ends are well formed.
    const x = boxes[at + 3] - boxes[at];
    const y = boxes[at + 4] - boxes[at + 1];
    const z = boxes[at + 5] - boxes[at + 2];
    const isPlain = x >= 0 && y >= 0 && z >= 0 && x < Infinity && y < Infinity && z < Infinity;
    if (!isPlain) checkBox(name, boxes, at);
  }
}

function checkBox(name: string, boxes: FloatArray, at: number): void {
  for (let i = at; i < at + 6; i++) {
    if (!Number.isFinite(boxes[i])) checkFinite(locate(name, 6, 'box', i), boxes[i]);
    if (i < at + 3 && boxes[i] > boxes[i + 3]) {
      throw new RangeError(
        `${locate(name, 6, 'box', i)} must not be greater than ${name}[${i + 3}], got ${boxes[i]} and ${boxes[i + 3]}: ` +
          'a box is min x y z, max x y z',
      );
    }
  }
}

/** Throws unless the numbers are as many as matrices have. */
export function checkMatrixCount(name: string, matrices: FloatArray): void {
  checkNumbers(name, matrices, 16, 'matrix');
}

/** Throws unless the numbers are as many as rays have. */
export function checkRayCount(name: string, rays: FloatArray): void {
  checkNumbers(name, rays, 6, 'ray');
}

/** Throws unless rays, or those from one index to another, are finite, and no direction is zero. */
export function checkRayNumbers(name: string, rays: FloatArray, from = 0, to = rays.length): void {
  for (let i = from; i < to; i += 6) {
    for (let k = i; k < i + 6; k++) if (!Number.isFinite(rays[k])) checkFinite(locate(name, 6, 'ray', k), rays[k]);
    if (rays[i + 3] === 0 && rays[i + 4] === 0 && rays[i + 5] === 0) {
      throw new RangeError(
        `${locate(name, 6, 'ray', i + 3)} must not begin a direction of zero: give one that goes somewhere`,
      );
    }
  }
}

/** Throws unless the numbers are as many as points have. */
export function checkPointCount(name: string, points: FloatArray): void {
  checkNumbers(name, points, 3, 'point');
}

/** Throws unless the points from one index to another are finite. */
export function checkPointNumbers(name: string, points: FloatArray, from = 0, to = points.length): void {
  for (let i = from; i < to; i++) {
    if (!Number.isFinite(points[i])) checkFinite(locate(name, 3, 'point', i), points[i]);
  }
}
