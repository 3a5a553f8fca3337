import { Box2, type Camera, Matrix4, type Plane, type Vector2, type Vector3, Vector4 } from 'three';
import { checkProjection, hasZeroToOneDepth, planesAround } from '../camera/viewPlanes';
import { distanceTo } from '../math';

/**
 * How much farther than the radius boxes are searched, relatively and in pixels. A place on the screen is computed from the
 * ends of an edge. Its rounding is a thousandth of a pixel if an end is 10^12 pixels away.
 */
const GRACE = 1e-3;

const square = /* @__PURE__ */ new Box2();
const start = /* @__PURE__ */ new Vector4();
const end = /* @__PURE__ */ new Vector4();
const cut = /* @__PURE__ */ new Vector4();
/** Whether it is the near end of what is drawn. */
const ENDS = [true, false];

/** A place on the screen, and what is there. */
export interface ScreenPlace {
  /** The part of the way from the start to the end of a segment. */
  readonly t: number;
  /** Pixels from the pointer. */
  readonly pixels: number;
  /** Grows with the distance from the camera. */
  readonly depth: number;
}

/** The screen as the camera draws it, in pixels, with the pointer at the origin. Answers are for one space: the world, or a mesh. */
export class PixelSpace {
  /** From the space to x, y and depth, all times w. */
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

  /** The same screen, for a space that is placed by a matrix. */
  within(matrix: Matrix4): PixelSpace {
    return new PixelSpace(this.matrix.clone().multiply(matrix), this.#camera);
  }

  /**
   * The planes around all that is drawn within some pixels of the pointer: the sides of a square, then the near and far plane. They
   * are moved back by as much as rounding may, for points that are no farther from the origin than a size: what is drawn is
   * computed from products that are exact to 2^-48.
   */
  planesAround(radius: number, size: number): Plane[] {
    square.max.setScalar(radius + GRACE * (radius + 1));
    square.min.copy(square.max).negate();
    const planes = planesAround(square, this.matrix, this.#camera);
    for (const plane of planes) plane.constant += 2 ** -40 * (Math.abs(plane.constant) + plane.normal.length() * size);
    return planes;
  }

  /** Brings a point to x, y and depth, all times w. */
  place({ x, y, z }: Vector3, target: Vector4): Vector4 {
    return target.set(x, y, z, 1).applyMatrix4(this.matrix);
  }

  /** The place on a segment that is drawn nearest to the pointer. Null if nothing of it is between the near and the far plane. */
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
    // Of a segment that is seen from its end, that is the nearer one.
    const endOn = deeper >= 0 ? 0 : 1;
    const u = lengthSq > 0 ? Math.min(1, Math.max(0, -(x * alongX + y * alongY) / lengthSq)) : endOn;
    const nearestX = x + u * alongX;
    const nearestY = y + u * alongY;
    // Equal steps on the screen are larger where the segment is farther away.
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
 * The screen, for the space of the world.
 *
 * @param pointer in normalized device coordinates.
 */
export function pixelsAround({ x, y }: Vector2, camera: Camera, width: number, height: number): PixelSpace {
  checkProjection(camera);
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

/** Whether a box is behind one of the planes. */
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
