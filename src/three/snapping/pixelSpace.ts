import { Box2, type Camera, Matrix4, type Plane, type Vector2, type Vector3, Vector4 } from 'three';
import { checkProjection, isZeroToOne, planesAround } from '../selection/selectionPlanes';

/**
 * How much farther than the radius boxes are searched, relatively and in pixels. A place on the screen is computed from the
 * ends of an edge. Its rounding is a thousandth of a pixel if an end is 10^12 pixels away.
 */
const GRACE = 1e-3;

const square = /* @__PURE__ */ new Box2();
const start = /* @__PURE__ */ new Vector4();
const end = /* @__PURE__ */ new Vector4();

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
  readonly #isZeroToOne: boolean;

  private constructor(matrix: Matrix4, camera: Camera) {
    this.matrix = matrix;
    this.#camera = camera;
    this.#isZeroToOne = isZeroToOne(camera);
  }

  /**
   * The space of the world.
   *
   * @param pointer in normalized device coordinates.
   */
  static of(camera: Camera, pointer: Vector2, width: number, height: number): PixelSpace {
    checkProjection(camera);
    const { x, y } = pointer;
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

  /** How far beyond the near plane a point of the space is, along a direction. Negative before it. */
  beyondNear(point: Vector3, direction: Vector3): number {
    return alongTo(this.#ends()[0], point, direction);
  }

  /** How far a point is before the far plane, along a direction. */
  beforeFar(point: Vector3, direction: Vector3): number {
    const far = this.#ends().at(1);
    const distance = far === undefined ? NaN : -alongTo(far, point, direction);
    return distance >= 0 ? distance : Infinity;
  }

  #ends(): Plane[] {
    return planesAround(square, this.matrix, this.#camera).slice(4);
  }

  /** The place on a segment that is drawn nearest to the pointer. Null if nothing of it is between the near and the far plane. */
  nearestTo(from: Vector3, to: Vector3): ScreenPlace | null {
    const { matrix } = this;
    const a = start.set(from.x, from.y, from.z, 1).applyMatrix4(matrix);
    const b = end.set(to.x, to.y, to.z, 1).applyMatrix4(matrix);
    const nearA = this.#isZeroToOne ? a.z : a.z + a.w;
    const nearB = this.#isZeroToOne ? b.z : b.z + b.w;
    const farA = a.w - a.z;
    const farB = b.w - b.z;
    let first = 0;
    let last = 1;
    if (nearA < 0) first = nearA / (nearA - nearB);
    else if (nearB < 0) last = nearA / (nearA - nearB);
    if (farA < 0) first = Math.max(first, farA / (farA - farB));
    else if (farB < 0) last = Math.min(last, farA / (farA - farB));
    // If both ends are beyond one plane, the fractions are outside 0 to 1.
    if (!(first <= last && first >= 0 && last <= 1) || (nearA < 0 && nearB < 0) || (farA < 0 && farB < 0)) return null;
    const wFirst = a.w + first * (b.w - a.w);
    const wLast = a.w + last * (b.w - a.w);
    if (!(wFirst > 0 && wLast > 0)) return null;
    const x = (a.x + first * (b.x - a.x)) / wFirst;
    const y = (a.y + first * (b.y - a.y)) / wFirst;
    const alongX = (a.x + last * (b.x - a.x)) / wLast - x;
    const alongY = (a.y + last * (b.y - a.y)) / wLast - y;
    const lengthSq = alongX * alongX + alongY * alongY;
    const depthFirst = this.#depth(a.z + first * (b.z - a.z), wFirst);
    const depthLast = this.#depth(a.z + last * (b.z - a.z), wLast);
    // Of a segment that is seen from its end, that is the nearer one.
    const endOn = depthFirst <= depthLast ? 0 : 1;
    const u = lengthSq > 0 ? Math.min(1, Math.max(0, -(x * alongX + y * alongY) / lengthSq)) : endOn;
    const nearestX = x + u * alongX;
    const nearestY = y + u * alongY;
    // Equal steps on the screen are larger where the segment is farther away.
    const step = (u * wFirst) / (u * wFirst + (1 - u) * wLast);
    return {
      t: first + step * (last - first),
      pixels: Math.sqrt(nearestX * nearestX + nearestY * nearestY),
      depth: depthFirst + u * (depthLast - depthFirst),
    };
  }

  #depth(z: number, w: number): number {
    return this.#camera.reversedDepth ? -z / w : z / w;
  }
}

function alongTo(plane: Plane, point: Vector3, direction: Vector3): number {
  return plane.distanceToPoint(point) / plane.normal.dot(direction);
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
  for (const { normal, constant } of planes) {
    const { x, y, z } = normal;
    if (x * (x > 0 ? maxX : minX) + y * (y > 0 ? maxY : minY) + z * (z > 0 ? maxZ : minZ) + constant < 0) return true;
  }
  return false;
}
