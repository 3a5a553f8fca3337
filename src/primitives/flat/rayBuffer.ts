import { checkNumber, isObject, show } from '../check';
import { OptionNames } from '../optionNames';
import { Reusable } from '../reusable';
import type { Ray, RayRange } from '../shapes/ray';
import { OBB_STRIDE } from './boxLayout';
import { BOTH_SIDES, DIRECTION, RAY_STRIDE, SIDES, SOLID, T_MAX, T_MIN, WIDENING } from './rayLayout';
import { checkComponents, checkIsVec3, type Vec3 } from '../shapes/vec3';

/** A ray and its range as flat numbers, the form in which rays are tested: see rayLayout.ts. */
export type RayBuffer = Float64Array;

/** An object that holds a ray. When WebAssembly memory grows, `ray` is replaced by another array with equal numbers. */
export interface RayHolder {
  readonly ray: RayBuffer;
}

export function createRayBuffer(): RayBuffer {
  const buffer = new Float64Array(RAY_STRIDE);
  buffer[T_MAX] = Number.MAX_VALUE;
  buffer[SIDES] = BOTH_SIDES;
  return buffer;
}

/** The working space of a call: a ray and a box as flat numbers. */
export const raysAndBoxes = /* @__PURE__ */ new Reusable(() => ({
  ray: createRayBuffer(),
  box: new Float64Array(OBB_STRIDE),
}));

/**
 * Reads the origin and direction of a ray into the buffer of `holder`. Throws, naming the argument, unless they are
 * finite and the direction is not zero. Reads everything before it writes anything, because a getter may read another
 * ray into the same buffer.
 */
export function readRay(name: string, ray: Ray, holder: RayHolder): void {
  if (!isObject(ray)) throw new TypeError(`${name} must be a ray { origin, direction }, got ${show(ray)}`);
  const { origin, direction } = ray;
  // The text of an error is made only for an invalid ray, because a call may read millions of rays. The numbers are
  // tested in this function, because engines allocate a number on the heap to pass it to a function that is not
  // inlined.
  if (!isObject(origin) || !isObject(direction)) refuseParts(name, ray, origin, direction);
  const { x, y, z } = origin;
  const { x: alongX, y: alongY, z: alongZ } = direction;
  if (!(Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z))) {
    checkComponents(`${name}.origin`, origin, x, y, z);
  }
  if (!(Number.isFinite(alongX) && Number.isFinite(alongY) && Number.isFinite(alongZ))) {
    checkComponents(`${name}.direction`, direction, alongX, alongY, alongZ);
  }
  if (alongX === 0 && alongY === 0 && alongZ === 0) {
    throw new RangeError(`${name}.direction must not be zero: give the direction that the ray goes in`);
  }
  const out = holder.ray;
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[DIRECTION] = alongX;
  out[DIRECTION + 1] = alongY;
  out[DIRECTION + 2] = alongZ;
}

function refuseParts(name: string, ray: Ray, origin: Vec3, direction: Vec3): void {
  if (!('origin' in ray || 'direction' in ray)) {
    const remedy = 'ray' in ray ? ': give its ray' : '';
    throw new TypeError(`${name} must be a ray { origin, direction }, got ${show(ray)}${remedy}`);
  }
  checkIsVec3(`${name}.origin`, origin);
  checkIsVec3(`${name}.direction`, direction);
}

const RANGE = /* @__PURE__ */ new OptionNames<RayRange>({ tMin: true, tMax: true, solid: true });

/** Reads the range of a ray (tMin, tMax, solid) into a ray buffer. Throws, naming the argument, unless it is valid. */
export function readRange(name: string, range: RayRange, out: RayBuffer): void {
  RANGE.check(name, range);
  const { tMin = 0, tMax = Infinity, solid = false } = range;
  checkRange(name, tMin, tMax, solid);
  writeRange(tMin, tMax, solid, out);
}

export function checkRange(name: string, tMin: number, tMax: number, solid: boolean): void {
  if (tMin < Infinity && tMax > -Infinity && tMin <= tMax && typeof solid === 'boolean') {
    if (typeof tMin === 'number' && typeof tMax === 'number') return;
  }
  checkNumber(`${name}.tMin`, tMin);
  checkNumber(`${name}.tMax`, tMax);
  if (typeof solid !== 'boolean') throw new TypeError(`${name}.solid must be true or false, got ${show(solid)}`);
  if (!(tMin < Infinity)) throw new RangeError(`${name}.tMin must be less than Infinity, got ${tMin}`);
  if (!(tMax > -Infinity)) throw new RangeError(`${name}.tMax must be greater than -Infinity, got ${tMax}`);
  if (tMin > tMax) throw new RangeError(`${name}.tMin must not be greater than tMax, got ${tMin} and ${tMax}`);
}

/** Writes the range of a ray, clamped to finite numbers: a `t` that overflows is no hit, as its point is not finite. */
export function writeRange(tMin: number, tMax: number, solid: boolean, out: RayBuffer): void {
  out[T_MIN] = Math.max(tMin, -Number.MAX_VALUE);
  out[T_MAX] = Math.min(tMax, Number.MAX_VALUE);
  out[SOLID] = solid ? 1 : 0;
}

/** Copies a ray and its range. A loop for this copy would take a tenth of the time of a short cast. */
export function copyRay(from: RayBuffer, to: RayBuffer): void {
  to[0] = from[0];
  to[1] = from[1];
  to[2] = from[2];
  to[DIRECTION] = from[DIRECTION];
  to[DIRECTION + 1] = from[DIRECTION + 1];
  to[DIRECTION + 2] = from[DIRECTION + 2];
  to[T_MIN] = from[T_MIN];
  to[T_MAX] = from[T_MAX];
  to[SOLID] = from[SOLID];
  to[WIDENING] = from[WIDENING];
  to[SIDES] = from[SIDES];
}
