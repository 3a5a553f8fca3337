import { checkAffine, checkClipSpace, checkFinite, checkMatrix4, show } from './check';
import type { ClipSpace } from './clipSpace';
import { elementsOf, type Matrix4 } from './matrix4';
import { invertPlacement } from './obb';
import type { Ray } from './ray';
import { dot, normalize, type Vec3, vec3 } from './vec3';

/** A point on a canvas, in pixels from its top left as the DOM counts (`offsetX`, `offsetY`), and the canvas's size. */
export interface Pointer {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The view matrix (world to camera, `camera.matrixWorldInverse`) and the projection matrix, column-major. */
export interface Camera {
  view: Matrix4;
  projection: Matrix4;
}

const inverseView = new Float64Array(9);

/**
 * The ray of all that lies under a screen point: it starts on the near plane and goes into the scene, with a direction of
 * length 1, so that `t` is the distance from the near plane. Perspective and orthographic.
 *
 * A screen point is where two planes through the camera's volume meet, one for its x and one for its y. The ray is found
 * as their intersection, in camera space where the numbers are small: no matrix is multiplied or inverted that mixes the
 * camera's position with its projection, and a far plane at infinity does no harm.
 *
 * @throws TypeError or RangeError where a number is not finite, the canvas has no size, or a matrix is singular.
 */
export function screenRay(pointer: Pointer, camera: Camera, clipSpace: ClipSpace = 'opengl'): Ray {
  checkPointer(pointer);
  checkCamera(camera);
  checkClipSpace('clipSpace', clipSpace);
  const p = elementsOf(camera.projection);
  // Normalised device coordinates: -1 to 1, y up.
  const x = (2 * pointer.x) / pointer.width - 1;
  const y = 1 - (2 * pointer.y) / pointer.height;
  const vertical = vec3(p[0] - x * p[3], p[4] - x * p[7], p[8] - x * p[11]);
  const horizontal = vec3(p[1] - y * p[3], p[5] - y * p[7], p[9] - y * p[11]);
  const nearest = clipSpace === 'opengl' ? 1 : 0;
  const near = vec3(p[2] + nearest * p[3], p[6] + nearest * p[7], p[10] + nearest * p[11]);
  const verticalConstant = p[12] - x * p[15];
  const horizontalConstant = p[13] - y * p[15];
  const nearConstant = p[14] + nearest * p[15];

  const along = cross(vertical, horizontal);
  const determinant = dot(along.x, along.y, along.z, near.x, near.y, near.z);
  if (determinant === 0 || !Number.isFinite(determinant)) {
    throw new RangeError('camera.projection must not be singular, got a matrix that sees no volume');
  }
  // Cramer's rule for the point on all three planes.
  const a = cross(horizontal, near);
  const b = cross(near, vertical);
  const start = vec3(
    -(verticalConstant * a.x + horizontalConstant * b.x + nearConstant * along.x) / determinant,
    -(verticalConstant * a.y + horizontalConstant * b.y + nearConstant * along.y) / determinant,
    -(verticalConstant * a.z + horizontalConstant * b.z + nearConstant * along.z) / determinant,
  );
  // The near plane's normal points into the volume, and so must the ray.
  const inward = Math.sign(determinant);
  return fromCameraSpace(camera.view, start, vec3(inward * along.x, inward * along.y, inward * along.z));
}

function fromCameraSpace(view: Matrix4, start: Vec3, direction: Vec3): Ray {
  invertPlacement('camera.view', view, inverseView);
  const m = elementsOf(view);
  const origin = rotate(start.x - m[12], start.y - m[13], start.z - m[14]);
  // At length 1 first, so that a far plane of any distance cannot make it over- or underflow on the way.
  const unit = normalize(direction.x, direction.y, direction.z);
  const turned = rotate(unit.x, unit.y, unit.z);
  return { origin, direction: normalize(turned.x, turned.y, turned.z) };
}

function rotate(x: number, y: number, z: number): Vec3 {
  const [a, b, c, d, e, f, g, h, i] = inverseView;
  return vec3(dot(a, b, c, x, y, z), dot(d, e, f, x, y, z), dot(g, h, i, x, y, z));
}

function cross(a: Vec3, b: Vec3): Vec3 {
  return vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

function checkPointer(pointer: Pointer): void {
  if (typeof pointer !== 'object') {
    throw new TypeError(`pointer must be { x, y, width, height } in pixels, got ${show(pointer)}`);
  }
  checkFinite('pointer.x', pointer.x);
  checkFinite('pointer.y', pointer.y);
  checkSize('pointer.width', pointer.width);
  checkSize('pointer.height', pointer.height);
}

function checkSize(name: string, value: number): void {
  checkFinite(name, value);
  if (value <= 0) throw new RangeError(`${name} must be greater than 0, got ${value}: the canvas's size in pixels`);
}

function checkCamera(camera: Camera): void {
  if (typeof camera !== 'object') {
    throw new TypeError(`camera must be { view, projection }, got ${show(camera)}`);
  }
  checkAffine('camera.view', camera.view);
  checkMatrix4('camera.projection', camera.projection);
}
