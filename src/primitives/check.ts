/**
 * Checks at the door. Each names the argument, the value and what was expected, and throws before anything has changed:
 * a `TypeError` where the kind of value is wrong, a `RangeError` where the value itself is.
 */
import type { Aabb } from './aabb';
import { elementsOf, isAffine, type Matrix4 } from './matrix4';
import type { Plane } from './plane';
import type { Ray, RayRange } from './ray';
import type { Sphere } from './sphere';
import type { Vec3 } from './vec3';

/** A value as it is shown in a message. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  const prototype = Object.getPrototypeOf(value) as { constructor?: { name: string } } | null;
  const name = prototype?.constructor?.name;
  return name === undefined || name === 'Object' ? 'an object' : `a value of type ${name}`;
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

export function checkNumber(name: string, value: number): void {
  if (typeof value !== 'number') throw new TypeError(`${name} must be a number, got ${show(value)}`);
}

export function checkFinite(name: string, value: number): void {
  checkNumber(name, value);
  if (!Number.isFinite(value)) throw new RangeError(`${name} must be a finite number, got ${value}`);
}

function isFiniteVec3(value: Vec3): boolean {
  return isObject(value) && Number.isFinite(value.x) && Number.isFinite(value.y) && Number.isFinite(value.z);
}

export function checkVec3(name: string, value: Vec3): void {
  if (isFiniteVec3(value)) return;
  if (!isObject(value)) throw new TypeError(`${name} must be a vector { x, y, z }, got ${show(value)}`);
  checkFinite(`${name}.x`, value.x);
  checkFinite(`${name}.y`, value.y);
  checkFinite(`${name}.z`, value.z);
}

function isZero({ x, y, z }: Vec3): boolean {
  return x === 0 && y === 0 && z === 0;
}

export function checkRay(name: string, ray: Ray): void {
  // Rays come by the million: only a bad one pays for the text of its message.
  if (isObject(ray) && isFiniteVec3(ray.origin) && isFiniteVec3(ray.direction) && !isZero(ray.direction)) return;
  if (!isObject(ray)) throw new TypeError(`${name} must be a ray { origin, direction }, got ${show(ray)}`);
  checkVec3(`${name}.origin`, ray.origin);
  checkVec3(`${name}.direction`, ray.direction);
  throw new RangeError(`${name}.direction must not be zero: give the direction that the ray goes in`);
}

/** An object of options; not null, and not an array, whose methods would be taken for options. */
export function checkOptions(name: string, options: object): void {
  if (!isObject(options) || Array.isArray(options)) {
    throw new TypeError(`${name} must be an object, got ${show(options)}`);
  }
}

export function checkRange(name: string, range: RayRange): void {
  checkOptions(name, range);
  const { tMin = 0, tMax = Infinity, solid = false } = range;
  checkNumber(`${name}.tMin`, tMin);
  checkNumber(`${name}.tMax`, tMax);
  if (typeof solid !== 'boolean') throw new TypeError(`${name}.solid must be true or false, got ${show(solid)}`);
  if (!(tMin < Infinity)) throw new RangeError(`${name}.tMin must be less than Infinity, got ${tMin}`);
  if (!(tMax > -Infinity)) throw new RangeError(`${name}.tMax must be greater than -Infinity, got ${tMax}`);
  if (tMin > tMax) throw new RangeError(`${name}.tMin must not be greater than tMax, got ${tMin} and ${tMax}`);
}

/** The min and max of a box, whatever else it has. */
export function checkBounds(name: string, box: Aabb): void {
  if (!isObject(box)) throw new TypeError(`${name} must be a box { min, max }, got ${show(box)}`);
  const { min, max } = box;
  const isOrdered = isFiniteVec3(min) && isFiniteVec3(max) && min.x <= max.x && min.y <= max.y && min.z <= max.z;
  if (isOrdered) return;
  checkVec3(`${name}.min`, min);
  checkVec3(`${name}.max`, max);
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

/** An affine matrix: 16 finite numbers with the last row 0, 0, 0, 1. Whether it is singular shows when it is inverted. */
export function checkAffine(name: string, matrix: Matrix4): void {
  checkMatrix4(name, matrix);
  const m = elementsOf(matrix);
  if (!isAffine(m)) {
    throw new RangeError(
      `${name} must be affine (elements 3, 7, 11 and 15 are 0, 0, 0 and 1, column-major), ` +
        `got ${m[3]}, ${m[7]}, ${m[11]} and ${m[15]}`,
    );
  }
}

export function checkMatrix4(name: string, matrix: Matrix4): void {
  const m: unknown = isObject(matrix) && 'elements' in matrix ? matrix.elements : matrix;
  if (!isObject(m) || !('length' in m)) {
    throw new TypeError(`${name} must be 16 numbers, column-major, or { elements }, got ${show(matrix)}`);
  }
  const elements = m as ArrayLike<number>;
  if (elements.length !== 16) throw new RangeError(`${name} must hold 16 numbers, got ${elements.length}`);
  for (let i = 0; i < 16; i++) if (!Number.isFinite(elements[i])) checkFinite(`${name}[${i}]`, elements[i]);
}

export function checkPlane(name: string, plane: Plane): void {
  if (!isObject(plane)) throw new TypeError(`${name} must be a plane { normal, constant }, got ${show(plane)}`);
  checkNormal(`${name}.normal`, plane.normal);
  checkFinite(`${name}.constant`, plane.constant);
}

export function checkSphere(name: string, sphere: Sphere): void {
  checkVec3(`${name}.center`, sphere.center);
  checkFinite(`${name}.radius`, sphere.radius);
  if (sphere.radius < 0) throw new RangeError(`${name}.radius must not be negative, got ${sphere.radius}`);
}

export function checkNormal(name: string, normal: Vec3): void {
  checkVec3(name, normal);
  if (isZero(normal)) throw new RangeError(`${name} must not be zero: give the side that is in front`);
}

export function checkClipSpace(name: string, clipSpace: string): void {
  if (clipSpace !== 'opengl' && clipSpace !== 'webgpu') {
    throw new RangeError(`${name} must be 'opengl' or 'webgpu', got ${show(clipSpace)}`);
  }
}
