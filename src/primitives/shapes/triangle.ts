import { isObject, show } from '../check';
import { checkComponents, checkIsVec3, isFinite3, type Vec3 } from './vec3';

/**
 * A closed triangle: its edges and corners are part of it. It may also be a line or a point. Seen from the front, `a`,
 * `b` and `c` go round counter-clockwise. You can pass a `THREE.Triangle`. See {@link raycastTriangle}.
 */
export interface Triangle {
  a: Vec3;
  b: Vec3;
  c: Vec3;
}

/** How many numbers a triangle takes in a flat array: a x y z, b x y z, c x y z. */
export const TRIANGLE_STRIDE = 9;

/**
 * Reads a triangle as flat numbers. Reads all nine numbers before it writes the first. Throws, naming the argument,
 * unless all are finite.
 */
export function readTriangle(name: string, triangle: Triangle, out: Float64Array): void {
  if (!isObject(triangle)) throw notTriangle(name, triangle);
  const { a, b, c } = triangle;
  if (!isObject(a) || !isObject(b) || !isObject(c)) {
    if (!('a' in triangle || 'b' in triangle || 'c' in triangle)) throw notTriangle(name, triangle);
    checkIsVec3(`${name}.a`, a);
    checkIsVec3(`${name}.b`, b);
    checkIsVec3(`${name}.c`, c);
  }
  const { x: aX, y: aY, z: aZ } = a;
  const { x: bX, y: bY, z: bZ } = b;
  const { x: cX, y: cY, z: cZ } = c;
  if (!(isFinite3(aX, aY, aZ) && isFinite3(bX, bY, bZ) && isFinite3(cX, cY, cZ))) {
    checkComponents(`${name}.a`, a, aX, aY, aZ);
    checkComponents(`${name}.b`, b, bX, bY, bZ);
    checkComponents(`${name}.c`, c, cX, cY, cZ);
  }
  out[0] = aX;
  out[1] = aY;
  out[2] = aZ;
  out[3] = bX;
  out[4] = bY;
  out[5] = bZ;
  out[6] = cX;
  out[7] = cY;
  out[8] = cZ;
}

function notTriangle(name: string, value: unknown): TypeError {
  return new TypeError(`${name} must be a triangle { a, b, c }, got ${show(value)}`);
}
