import { checkFinite, isObject, show } from '../check';

/**
 * A point in world units, or a direction: `x`, `y` and `z`. Any object with these numbers will do, such as a
 * `THREE.Vector3`. See {@link rayPointAt}.
 */
export interface Vec3 {
  x: number;
  y: number;
  z: number;
}

/** The coordinates of points or boxes as flat numbers. */
export type Coordinates = Float32Array | Float64Array;

export function vec3(x: number, y: number, z: number): Vec3 {
  return { x, y, z };
}

/** Returns a checked copy of a vector. Each component is read once. */
export function readVec3(name: string, value: Vec3): Vec3 {
  checkIsVec3(name, value);
  const { x, y, z } = value;
  if (!isFinite3(x, y, z)) checkComponents(name, value, x, y, z);
  return { x, y, z };
}

/** Throws unless a vector is an object. Does not check the vector's components. */
export function checkIsVec3(name: string, value: Vec3): void {
  if (!isObject(value)) throw notVec3(name, value);
}

function notVec3(name: string, value: unknown): TypeError {
  return new TypeError(`${name} must be a vector { x, y, z }, got ${show(value)}`);
}

/** Throws unless x, y and z, which have been read from the vector `value`, are finite numbers. */
export function checkComponents(name: string, value: Vec3, x: number, y: number, z: number): void {
  if (!('x' in value || 'y' in value || 'z' in value)) throw notVec3(name, value);
  checkFinite(`${name}.x`, x);
  checkFinite(`${name}.y`, y);
  checkFinite(`${name}.z`, z);
}

export function isFinite3(x: number, y: number, z: number): boolean {
  return Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z);
}

/** Returns `ax·bx + ay·by + az·bz`, summed from left to right. Every exact answer relies on this order. */
export function dot(ax: number, ay: number, az: number, bx: number, by: number, bz: number): number {
  return ax * bx + ay * by + az * bz;
}

/** Returns the length of (x, y, z). Math.hypot is not used, because its last bits differ between engines. */
export function length(x: number, y: number, z: number): number {
  const square = x * x + y * y + z * z;
  if (square > 1e-200 && square < 1e200) return Math.sqrt(square);
  // Scaling by a power of two keeps the squares from overflowing or underflowing, and rounds nothing.
  const scale = square < 1 ? 2 ** 600 : 2 ** -600;
  const u = x * scale;
  const v = y * scale;
  const w = z * scale;
  return Math.sqrt(u * u + v * v + w * w) / scale;
}

/** Returns the length of `t·(x, y, z)`, for a `t` of 0 or more, also if the length of (x, y, z) is beyond float64. */
export function lengthOfPart(t: number, x: number, y: number, z: number): number {
  const whole = length(x, y, z);
  return whole < Infinity ? t * whole : length(t * x, t * y, t * z);
}

/** Scales the vector at an index of an array to length 1, in place, whatever its size. A zero vector stays zero. */
export function normalize(numbers: Float64Array, at: number): void {
  const x = numbers[at];
  const y = numbers[at + 1];
  const z = numbers[at + 2];
  // Dividing the vector by its largest component first keeps the squares from overflowing or underflowing.
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) || 1;
  const u = x / largest;
  const v = y / largest;
  const w = z / largest;
  const length = Math.sqrt(u * u + v * v + w * w) || 1;
  // Adding 0 turns a component of -0 into 0.
  numbers[at] = u / length + 0;
  numbers[at + 1] = v / length + 0;
  numbers[at + 2] = w / length + 0;
}
