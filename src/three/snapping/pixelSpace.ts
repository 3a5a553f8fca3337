import { Box2, type Camera, Matrix4, type Plane, type Vector2, type Vector3, Vector4 } from 'three';
import { checkProjection, hasZeroToOneDepth, planesAround } from '../camera/viewPlanes';
import { distanceTo } from '../math';

/**
 * How far the search radius around the pointer is enlarged, in pixels and relative to the radius. A place on the screen is
 * computed from the ends of an edge: if an end is 10^12 pixels away, rounding moves the place by a thousandth of a pixel.
 */
const RADIUS_TOLERANCE = 1e-3;

/** How far the planes of a search are moved back, relative to the terms of their equations, which are exact to 2^-48. */
const PLANE_TOLERANCE = 2 ** -40;

const square = /* @__PURE__ */ new Box2();
const start = /* @__PURE__ */ new Vector4();
const end = /* @__PURE__ */ new Vector4();
const cut = /* @__PURE__ */ new Vector4();
/** Which end of the view a round of a loop is for: true is the near plane, which comes first, and false is the far plane. */
const ENDS = [true, false];

/** A place on a segment, and where the camera draws it on the screen. */
export interface ScreenPlace {
  /** Where the place is on the segment: the fraction of the way from its start to its end. */
  readonly t: number;
  /** The distance of the place from the pointer on the screen, in pixels. */
  readonly pixels: number;
  /** The depth of the place in the camera's picture. It grows with the distance from the camera. */
  readonly depth: number;
}

/** Maps points of a space (the world, or an object's own space) to a camera's screen: in pixels around the pointer. */
export class PixelSpace {
  /** Maps a point to its x, y and depth on the screen, all three multiplied by the homogeneous coordinate w. */
  readonly matrix: Matrix4;
  readonly #camera: Camera;
  readonly #hasZeroToOneDepth: boolean;
  readonly #sign: 1 | -1;

  constructor(matrix: Matrix4, camera: Camera) {
    this.matrix = matrix;
    this.#camera = camera;
    this.#hasZeroToOneDepth = hasZeroToOneDepth(camera);
    this.#sign = camera.reversedDepth ? -1 : 1;
  }

  /** Returns the mapping to the screen from another space, which `matrix` places in the space of this mapping. */
  within(matrix: Matrix4): PixelSpace {
    return new PixelSpace(this.matrix.clone().multiply(matrix), this.#camera);
  }

  /**
   * Returns the planes around everything that the camera draws within a radius of the pointer, in pixels: the sides of a square,
   * then the near and far plane. The planes are moved back by RADIUS_TOLERANCE and PLANE_TOLERANCE.
   *
   * @param size the largest distance of points from the origin of the space.
   */
  planesAround(radius: number, size: number): Plane[] {
    square.max.setScalar(radius + RADIUS_TOLERANCE * (radius + 1));
    square.min.copy(square.max).negate();
    const planes = planesAround(square, this.matrix, this.#camera);
    for (const plane of planes) {
      plane.constant += PLANE_TOLERANCE * (Math.abs(plane.constant) + plane.normal.length() * size);
    }
    return planes;
  }

  /** Sets `target` to x, y and depth of a point on the screen, all three multiplied by w, and to w. */
  place({ x, y, z }: Vector3, target: Vector4): Vector4 {
    return target.set(x, y, z, 1).applyMatrix4(this.matrix);
  }

  /**
   * Returns the place on a segment that is drawn nearest to the pointer. Null if no part of the segment is between the near and
   * the far plane.
   */
  nearestTo(from: Vector3, to: Vector3): ScreenPlace | null {
    const a = this.place(from, start);
    const b = this.place(to, end);
    let first = 0;
    let last = 1;
    for (const isNear of ENDS) {
      const atA = isNear ? this.#beyondNear(a) : a.w - a.z;
      const atB = isNear ? this.#beyondNear(b) : b.w - b.z;
      if (atA < 0 && atB < 0) return null;
      if (atA < 0) first = Math.max(first, atA / (atA - atB));
      if (atB < 0) last = Math.min(last, atA / (atA - atB));
    }
    const way = b.sub(a);
    const q = cut.copy(a).addScaledVector(way, last);
    const p = a.addScaledVector(way, first);
    if (!(first <= last && p.w > 0 && q.w > 0)) return null;
    const x = p.x / p.w;
    const y = p.y / p.w;
    const alongX = q.x / q.w - x;
    const alongY = q.y / q.w - y;
    const lengthSq = alongX * alongX + alongY * alongY;
    const depth = (this.#sign * p.z) / p.w;
    const deeper = (this.#sign * q.z) / q.w - depth;
    // If the camera looks along the segment, all of it is drawn at one place. The end nearer to the camera is then taken.
    const endOn = deeper >= 0 ? 0 : 1;
    const u = lengthSq > 0 ? Math.min(1, Math.max(0, -(x * alongX + y * alongY) / lengthSq)) : endOn;
    const nearestX = x + u * alongX;
    const nearestY = y + u * alongY;
    // In a perspective picture, equal steps on the screen are longer steps on the segment where it is farther away.
    const step = (u * p.w) / (u * p.w + (1 - u) * q.w);
    return {
      t: first + step * (last - first),
      pixels: Math.sqrt(nearestX * nearestX + nearestY * nearestY),
      depth: depth + u * deeper,
    };
  }

  #beyondNear({ z, w }: Vector4): number {
    return this.#hasZeroToOneDepth ? z : z + w;
  }
}

/**
 * Returns the mapping from the world to a camera's screen, in pixels, with the pointer at the origin.
 *
 * @param pointer the place of the pointer in normalized device coordinates.
 */
export function pixelsAround({ x, y }: Vector2, camera: Camera, width: number, height: number): PixelSpace {
  checkProjection(camera);
  // The 16 numbers are written as the four rows of the matrix.
  // prettier-ignore
  const matrix = new Matrix4(
    width / 2, 0, 0, (-x * width) / 2,
    0, height / 2, 0, (-y * height) / 2,
    0, 0, 1, 0,
    0, 0, 0, 1,
  );
  matrix.multiply(camera.projectionMatrix).multiply(camera.matrixWorldInverse);
  return new PixelSpace(matrix, camera);
}

/** Whether a box is wholly behind at least one of the planes. */
export function isBehind(
  planes: readonly Plane[],
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
): boolean {
  for (const plane of planes) {
    const { x, y, z } = plane.normal;
    if (distanceTo(plane, x > 0 ? maxX : minX, y > 0 ? maxY : minY, z > 0 ? maxZ : minZ) < 0) return true;
  }
  return false;
}
