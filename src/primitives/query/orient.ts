import { checkFinite, checkObject } from '../check';
import { readVec3, type Vec3 } from '../shapes/vec3';
import { orientation2d, orientation3d } from './orientation';

/** A point of a plane: `x` and `y`. Any object with these numbers will do, such as a `THREE.Vector2`. See {@link orient2d}. */
export interface Vec2 {
  x: number;
  y: number;
}

/** The four points of {@link orient3d}. */
const points = /* @__PURE__ */ new Float64Array(12);

/**
 * Returns a number whose sign is exact: positive if three points of a plane go round counter-clockwise, with x to the right and y up, negative if
 * they go round clockwise, and 0 if they are on one line. Only the sign has a meaning.
 *
 * No rounding changes the sign, whatever the finite coordinates are. Exchanging two points reverses it.
 *
 * @throws TypeError or RangeError if a point is not valid.
 *
 * @example
 * ```ts
 * const [a, b] = [{ x: 0, y: 0 }, { x: 3, y: 1 }];
 * orient2d(a, b, { x: 1, y: 1 }) > 0; // → true
 * orient2d(a, b, { x: 9e15, y: 3e15 }); // → 0
 * ```
 */
export function orient2d(a: Vec2, b: Vec2, c: Vec2): number {
  const { x: aX, y: aY } = readVec2('a', a);
  const { x: bX, y: bY } = readVec2('b', b);
  const { x: cX, y: cY } = readVec2('c', c);
  return orientation2d(aX, aY, bX, bY, cX, cY);
}

/** Returns a checked copy of a point of a plane. Each coordinate is read once. */
function readVec2(name: string, value: Vec2): Vec2 {
  checkObject(name, value, 'a point { x, y }', 'x', 'y');
  const { x, y } = value;
  checkFinite(`${name}.x`, x);
  checkFinite(`${name}.y`, y);
  return { x, y };
}

/**
 * Returns a number whose sign is exact: negative if point d is on the front of the triangle of a, b and c, from which these go round
 * counter-clockwise, positive if it is on the back, and 0 if all four points are in one plane. Only the sign has a meaning.
 *
 * No rounding changes the sign, whatever the finite coordinates are. Exchanging two points reverses it. The sign is that of Shewchuk's
 * `orient3d`.
 *
 * @throws TypeError or RangeError if a point is not valid.
 *
 * @example
 * ```ts
 * const [a, b, c] = [{ x: 0, y: 0, z: 0 }, { x: 1, y: 0, z: 0 }, { x: 0, y: 1, z: 0 }];
 * orient3d(a, b, c, { x: 0, y: 0, z: 5 }) < 0; // → true
 * orient3d(a, b, c, { x: 0, y: 0, z: -1e-300 }) > 0; // → true
 * ```
 */
export function orient3d(a: Vec3, b: Vec3, c: Vec3, d: Vec3): number {
  const { x: aX, y: aY, z: aZ } = readVec3('a', a);
  const { x: bX, y: bY, z: bZ } = readVec3('b', b);
  const { x: cX, y: cY, z: cZ } = readVec3('c', c);
  const { x: dX, y: dY, z: dZ } = readVec3('d', d);
  setPoint(0, aX, aY, aZ);
  setPoint(3, bX, bY, bZ);
  setPoint(6, cX, cY, cZ);
  setPoint(9, dX, dY, dZ);
  return orientation3d(points, 0, 3, 6, 9);
}

function setPoint(at: number, x: number, y: number, z: number): void {
  points[at] = x;
  points[at + 1] = y;
  points[at + 2] = z;
}
