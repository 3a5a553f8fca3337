import type { Plane } from 'slabtree';
import { type Camera, Matrix4, type Vector2, Vector3, Vector4, WebGPUCoordinateSystem } from 'three';

/** A plane: what is in front of it has x·a + y·b + z·c + d above 0. */
export type Plane4 = readonly [a: number, b: number, c: number, d: number];

/** The near and far plane, and how much is behind them, of a point in clip space. */
const NEAR = 4;
const FAR = 5;

/**
 * How much farther than the radius boxes are searched, relatively and in pixels. A place on the screen is computed from the
 * ends of an edge. Its rounding is a thousandth of a pixel if an end is 10^12 pixels away.
 */
const GRACE = 1e-3;

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
  readonly #isZeroToOne: boolean;
  readonly #isReversed: boolean;

  private constructor(matrix: Matrix4, isZeroToOne: boolean, isReversed: boolean) {
    this.matrix = matrix;
    this.#isZeroToOne = isZeroToOne;
    this.#isReversed = isReversed;
  }

  /**
   * The space of the world.
   *
   * @param pointer in normalized device coordinates.
   */
  static of(camera: Camera, pointer: Vector2, width: number, height: number): PixelSpace {
    const { coordinateSystem, reversedDepth, projectionMatrix, matrixWorldInverse } = camera;
    const { x, y } = pointer;
    // prettier-ignore
    const matrix = new Matrix4(
      width / 2, 0, 0, (-x * width) / 2,
      0, height / 2, 0, (-y * height) / 2,
      0, 0, 1, 0,
      0, 0, 0, 1,
    );
    matrix.multiply(projectionMatrix).multiply(matrixWorldInverse);
    return new PixelSpace(matrix, coordinateSystem === WebGPUCoordinateSystem || reversedDepth, reversedDepth);
  }

  /** The same screen, for a space that is placed by a matrix. */
  within(matrix: Matrix4): PixelSpace {
    return new PixelSpace(this.matrix.clone().multiply(matrix), this.#isZeroToOne, this.#isReversed);
  }

  /** The planes around all that is drawn within some pixels of the pointer: the sides of a square, then the near and far plane. */
  planesAround(radius: number): Plane4[] {
    const { elements: e } = this.matrix;
    const size = radius + GRACE * (radius + 1);
    const sum = (row: number, factor: number, w: number): Plane4 => [
      factor * e[row] + w * e[3],
      factor * e[row + 4] + w * e[7],
      factor * e[row + 8] + w * e[11],
      factor * e[row + 12] + w * e[15],
    ];
    const least = sum(2, 1, this.#isZeroToOne ? 0 : 1);
    const most = sum(2, -1, 1);
    const ends = this.#isReversed ? [most, least] : [least, most];
    return [sum(0, 1, size), sum(0, -1, size), sum(1, 1, size), sum(1, -1, size), ...ends];
  }

  /** How far beyond the near plane a point of the space is, along a direction. Negative before it. */
  beyondNear(point: Vector3, direction: Vector3): number {
    return distanceTo(this.planesAround(0)[NEAR], point, direction);
  }

  /** How far a point is before the far plane, along a direction. */
  beforeFar(point: Vector3, direction: Vector3): number {
    const distance = -distanceTo(this.planesAround(0)[FAR], point, direction);
    return distance >= 0 ? distance : Infinity;
  }

  /** Where a point is drawn. Null if it is not between the near and the far plane. */
  placeOf(point: Vector3): ScreenPlace | null {
    return this.nearestTo(point, point);
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
    return this.#isReversed ? -z / w : z / w;
  }
}

function distanceTo([a, b, c, d]: Plane4, { x, y, z }: Vector3, direction: Vector3): number {
  return (a * x + b * y + c * z + d) / (a * direction.x + b * direction.y + c * direction.z);
}

/**
 * Moves planes back by as much as rounding may, for points whose numbers are no larger than a size. What is drawn is computed from
 * products that are exact to 2^-48.
 */
export function loosened(planes: readonly Plane4[], size: number): Plane[] {
  return planes.flatMap(([x, y, z, d]) => {
    const normal = new Vector3(x, y, z);
    const length = normal.length();
    // An endless view has no far plane.
    return length > 0 ? [{ normal, constant: d + 2 ** -40 * (Math.abs(d) + length * size) }] : [];
  });
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
