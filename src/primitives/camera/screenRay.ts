import { INVERSE, OBB_STRIDE, TRANSLATION } from '../flat/boxLayout';
import { readMatrix } from '../flat/boxRecord';
import { checkFinite, isObject, show } from '../check';
import { checkClipSpace, clipPlane, type ClipSpace } from './clipSpace';
import { type Matrix4, readMatrix4 } from '../shapes/matrix4';
import type { Plane } from '../shapes/plane';
import type { Ray } from '../shapes/ray';
import { dot, isFinite3, normalize, type Vec3, vec3 } from '../shapes/vec3';

/**
 * A point on a canvas for {@link screenRay}: `x` and `y` in pixels from the top left (like `offsetX` and `offsetY` in
 * the DOM), and `width` and `height` of the canvas in pixels.
 */
export interface Pointer {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * A camera for {@link screenRay}: its matrices `view` (world to camera, `camera.matrixWorldInverse` in three.js) and
 * `projection`, both column-major.
 */
export interface Camera {
  view: Matrix4;
  projection: Matrix4;
}

/**
 * Returns the ray of all points under a screen point. The ray starts on the near plane and goes into the scene. Its
 * direction has length 1, so `t` is the distance from the near plane along the ray. The projection may be perspective
 * or orthographic.
 *
 * The ray is the intersection of two planes through the view volume: one for the x of the screen point, one for its y.
 * The intersection is computed in camera space, where the numbers are small. No matrix that mixes the camera's position
 * with its projection is multiplied or inverted. The far plane may be at infinity, and a perspective projection may
 * have reversed depth. An orthographic projection must map the near plane to the lowest depth, because its matrix does
 * not show which end is near.
 *
 * @param clipSpace the depths of the projection. `'opengl'` by default.
 * @throws TypeError or RangeError if a number is not finite, the canvas has no size, or a matrix is singular or too large.
 *
 * @example
 * ```ts
 * const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
 * const orthographic = [0.125, 0, 0, 0, 0, 0.125, 0, 0, 0, 0, -0.02, 0, 0, 0, -1, 1]; // 16 wide, 16 high, 100 deep
 * const pixel = { x: 480, y: 240, width: 640, height: 480 };
 * const ray = screenRay(pixel, { view: identity, projection: orthographic });
 * ray.origin; // → { x: 4, y: 0, z: 0 }
 * ray.direction; // → { x: 0, y: 0, z: -1 }
 * ```
 */
export function screenRay(pointer: Pointer, camera: Camera, clipSpace: ClipSpace = 'opengl'): Ray {
  const pixel = readPointer(pointer);
  const { view, projection: p } = readCamera(camera);
  checkClipSpace('clipSpace', clipSpace);
  // The pointer in normalised device coordinates: from -1 to 1, y up.
  const x = (2 * pixel.x) / pixel.width - 1;
  const y = 1 - (2 * pixel.y) / pixel.height;
  // The planes, in camera space, through the pixel's column and through its row. They intersect in the ray's line.
  const column = clipPlane(p, 0, 1, -x);
  const row = clipPlane(p, 1, 1, -y);
  const along = cross(column.normal, row.normal);
  const lowest = startOn(p, clipPlane(p, 2, 1, clipSpace === 'opengl' ? 1 : 0), column, row, along);
  const highest = startOn(p, clipPlane(p, 2, -1, 1), column, row, along);
  // The lowest depth is at the near plane, except in a projection with reversed depth.
  const isReversed = lowest === null || (highest !== null && highest.depth > 0 && highest.depth < lowest.depth);
  const nearest = isReversed ? highest : lowest;
  if (nearest === null) {
    throw new RangeError('camera.projection must not be singular, got a matrix that sees no volume');
  }
  const { point, inward } = nearest;
  const ray = fromCameraSpace(view, point, vec3(inward * along.x, inward * along.y, inward * along.z));
  const { origin, direction } = ray;
  if (isFinite3(origin.x, origin.y, origin.z) && isFinite3(direction.x, direction.y, direction.z)) return ray;
  throw new RangeError('camera must give a ray of finite numbers, got matrices whose products overflow');
}

/** The point where a pixel's line crosses the near or the far plane: a candidate for the start of the pixel's ray. */
interface Start {
  point: Vec3;
  /** 1 if the direction of the pixel's line goes into the view volume at the point, -1 if its opposite does. */
  inward: number;
  /** The w of the point in clip space, which in a perspective projection grows with the distance from the camera. */
  depth: number;
}

/**
 * Returns the point of a pixel's line on `end`, the plane at one end of the depth range, or null if `end` is at
 * infinity. `along` is the direction of the line, and the normal of `end` points into the view volume.
 */
function startOn(p: Float64Array, end: Plane, column: Plane, row: Plane, along: Vec3): Start | null {
  const determinant = dot(along.x, along.y, along.z, end.normal.x, end.normal.y, end.normal.z);
  if (determinant === 0 || !Number.isFinite(determinant)) return null;
  // Cramer's rule for the point that the planes `column`, `row` and `end` have in common.
  const a = cross(row.normal, end.normal);
  const b = cross(end.normal, column.normal);
  const x = -(column.constant * a.x + row.constant * b.x + end.constant * along.x) / determinant;
  const y = -(column.constant * a.y + row.constant * b.y + end.constant * along.y) / determinant;
  const z = -(column.constant * a.z + row.constant * b.z + end.constant * along.z) / determinant;
  return { point: vec3(x, y, z), inward: Math.sign(determinant), depth: dot(p[3], p[7], p[11], x, y, z) + p[15] };
}

function fromCameraSpace(view: Float64Array, start: Vec3, direction: Vec3): Ray {
  const [x, y, z] = view.subarray(TRANSLATION, INVERSE);
  const origin = rotate(view, start.x - x, start.y - y, start.z - z);
  // The direction is normalised before the rotation, so that no far plane, at whatever distance, makes a product
  // overflow or underflow.
  const unit = unitAlong(direction);
  return { origin, direction: unitAlong(rotate(view, unit.x, unit.y, unit.z)) };
}

function unitAlong({ x, y, z }: Vec3): Vec3 {
  const unit = Float64Array.of(x, y, z);
  normalize(unit, 0);
  return vec3(unit[0], unit[1], unit[2]);
}

/** Transforms a vector from camera space to the world, by the inverse of the view matrix's linear part. */
function rotate(view: Float64Array, x: number, y: number, z: number): Vec3 {
  const [a, b, c, d, e, f, g, h, i] = view.subarray(INVERSE);
  return vec3(dot(a, b, c, x, y, z), dot(d, e, f, x, y, z), dot(g, h, i, x, y, z));
}

function cross(a: Vec3, b: Vec3): Vec3 {
  return vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

function readPointer(pointer: Pointer): Pointer {
  if (!isObject(pointer)) throw notPointer(pointer, '');
  if (isEvent(pointer)) {
    throw notPointer(pointer, ': give x and y from the top left of the canvas, and the size of the canvas');
  }
  const { x, y, width, height } = pointer;
  checkFinite('pointer.x', x);
  checkFinite('pointer.y', y);
  checkSize('pointer.width', width);
  checkSize('pointer.height', height);
  return { x, y, width, height };
}

/** Returns whether a pointer is a DOM event. The width and height of a PointerEvent are not the size of the canvas. */
function isEvent(pointer: object): boolean {
  return 'target' in pointer || 'touches' in pointer || ('clientX' in pointer && !('x' in pointer));
}

function notPointer(value: unknown, remedy: string): TypeError {
  return new TypeError(`pointer must be { x, y, width, height } in pixels, got ${show(value)}${remedy}`);
}

function checkSize(name: string, value: number): void {
  checkFinite(name, value);
  if (value <= 0) throw new RangeError(`${name} must be greater than 0, got ${value}: the canvas's size in pixels`);
}

/** Returns the view matrix as an OBB's record (see boxLayout.ts), with its inverse, and the projection's numbers. */
function readCamera(camera: Camera): { view: Float64Array; projection: Float64Array } {
  if (!isObject(camera)) {
    throw new TypeError(`camera must be { view, projection }, got ${show(camera)}`);
  }
  if ('projectionMatrix' in camera && !('projection' in camera)) {
    throw new TypeError(
      `camera must be { view, projection }, got ${show(camera)}: ` +
        'give { view: camera.matrixWorldInverse, projection: camera.projectionMatrix }',
    );
  }
  const copy = { view: new Float64Array(OBB_STRIDE), projection: new Float64Array(16) };
  readMatrix('camera.view', camera.view, copy.view);
  readMatrix4('camera.projection', camera.projection, copy.projection);
  return copy;
}
