import { dot, length, type Vec3, vec3 } from '../primitives/shapes/vec3';

export const ZERO: Vec3 = /* @__PURE__ */ Object.freeze(vec3(0, 0, 0));

/** Returns `a + share·b`. */
export function add(a: Vec3, b: Vec3, share = 1): Vec3 {
  return vec3(a.x + share * b.x, a.y + share * b.y, a.z + share * b.z);
}

export function scaled(a: Vec3, factor: number): Vec3 {
  return vec3(factor * a.x, factor * a.y, factor * a.z);
}

/** Returns the dot product: how far a goes along b, times the length of b. */
export function along(a: Vec3, b: Vec3): number {
  return dot(a.x, a.y, a.z, b.x, b.y, b.z);
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

export function lengthOf(a: Vec3): number {
  return length(a.x, a.y, a.z);
}

/** Returns the part of a vector that is across a direction of length 1. */
export function across(a: Vec3, direction: Vec3): Vec3 {
  return add(a, direction, -along(a, direction));
}
