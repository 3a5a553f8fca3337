import type { Plane } from 'slabtree';
import { type Camera, Matrix4, Vector4 } from 'three';
import { PICTURE, planesAround, viewProjectionOf } from '../camera/viewPlanes';
import { distanceTo } from '../math';
import { clipBody } from './convexHull';
import { type PictureArea, boundsOf, type Side } from './pictureArea';

/**
 * How far the projection of a box to the picture is widened, relative to the sum of the absolute values of the terms of a
 * coordinate. Each of three steps has a rounding error of less than 2^-50 of this sum: the world matrix, the projection, and each
 * clip.
 */
const ROUNDING = 2 ** -40;

/** How far rounding may move the coordinates x, y, z and w of a projected corner of a box. */
const rounding = /* @__PURE__ */ new Vector4();
const points: number[] = [];

/**
 * The space that a camera projects to an area of its picture. Clips convex bodies to the view, projects them, and compares their
 * projections, which are convex too, with the area.
 */
export class SelectionVolume {
  /** The planes around the bounds of the area in space: the four sides, the near plane, and the far plane if there is one. */
  readonly planes: readonly Plane[];
  readonly #area: PictureArea;
  /** The planes that clip bodies: near and far, and the sides of the view if the area extends beyond the picture. */
  readonly #view: readonly Plane[];
  readonly #viewProjection: Matrix4;
  /** The world matrix of the boxes that are given to {@link sideOfAll}. */
  #matrix = new Matrix4();
  /** The product of the projection and {@link place}'s matrix, in absolute values: a bound on the terms of a coordinate. */
  readonly #sizes = new Matrix4();
  readonly #picture: number[] = [];

  constructor(area: PictureArea, camera: Camera) {
    this.#viewProjection = viewProjectionOf(camera);
    this.#area = area;
    this.planes = planesAround(area.bounds, this.#viewProjection, camera);
    this.#view = area.isCutOff ? planesAround(PICTURE, this.#viewProjection, camera) : this.planes.slice(4);
  }

  /** Returns where a convex body is: 1 inside the area, -1 outside, 0 at the area's edge or partly outside the view. */
  sideOf(points: number[]): Side {
    let left = points;
    for (const plane of this.#view) left = clipBody(left, plane);
    if (left.length === 0) return -1;
    this.#project(left);
    const side = this.#area.sideOf(this.#picture);
    return side === 1 && this.#view.some((plane) => sideOfPlane(points, plane, 0) < 1) ? 0 : side;
  }

  /** Sets the world matrix of the boxes that are given to {@link sideOfAll}. */
  place(matrix: Matrix4): void {
    this.#matrix = matrix;
    this.#sizes.multiplyMatrices(sizesOf(this.#viewProjection), sizesOf(matrix));
  }

  /**
   * Returns the side of the area on which all bodies in a box are, with every error of rounding included. Returns 0 if their
   * sides may differ.
   *
   * Rounding moves the picture of a point by at most the sum of two terms, each divided by w: the rounding of x or y, and the
   * rounding of w times the size of the picture. The bounds of the box's picture are widened by this sum.
   */
  sideOfAll(minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number): Side {
    cornersOf(this.#matrix, minX, minY, minZ, maxX, maxY, maxZ, points);
    rounding.set(Math.max(-minX, maxX), Math.max(-minY, maxY), Math.max(-minZ, maxZ), 1);
    rounding.applyMatrix4(this.#sizes).multiplyScalar(ROUNDING);
    for (const plane of this.#view) {
      const side = sideOfPlane(points, plane, rounding.x + rounding.y + rounding.z + rounding.w);
      if (side < 1) return side;
    }
    const w = this.#project(points) - rounding.w;
    if (!(w > 0)) return 0;
    const [left, bottom, right, top] = boundsOf(this.#picture);
    const size = Math.max(-left, -bottom, right, top);
    const room = (rounding.x + rounding.y + size * rounding.w) / w;
    const [minU, minV, maxU, maxV] = [left - room, bottom - room, right + room, top + room];
    return this.#area.sideOf([minU, minV, maxU, minV, maxU, maxV, minU, maxV]);
  }

  /** Projects points of the world, and writes x and y of each to `#picture`. Returns the smallest w of all points. */
  #project(points: readonly number[]): number {
    const picture = this.#picture;
    const m = this.#viewProjection.elements;
    let least = Infinity;
    picture.length = 0;
    for (let i = 0; i < points.length; i += 3) {
      const x = points[i];
      const y = points[i + 1];
      const z = points[i + 2];
      const w = m[3] * x + m[7] * y + m[11] * z + m[15];
      picture.push((m[0] * x + m[4] * y + m[8] * z + m[12]) / w, (m[1] * x + m[5] * y + m[9] * z + m[13]) / w);
      least = Math.min(least, w);
    }
    return least;
  }
}

/** Writes the world positions of the eight corners of a box to `corners`. The matrix places the box in the world. */
export function cornersOf(
  { elements: m }: Matrix4,
  minX: number,
  minY: number,
  minZ: number,
  maxX: number,
  maxY: number,
  maxZ: number,
  corners: number[],
): void {
  corners.length = 0;
  for (let i = 0; i < 8; i++) {
    const x = i & 1 ? maxX : minX;
    const y = i & 2 ? maxY : minY;
    const z = i & 4 ? maxZ : minZ;
    corners.push(
      m[0] * x + m[4] * y + m[8] * z + m[12],
      m[1] * x + m[5] * y + m[9] * z + m[13],
      m[2] * x + m[6] * y + m[10] * z + m[14],
    );
  }
}

function sizesOf({ elements }: Matrix4): Matrix4 {
  return new Matrix4().fromArray(elements.map(Math.abs));
}

/** Returns 1 if all points are in front of a plane by more than `distance`, -1 if all are behind it by more, otherwise 0. */
function sideOfPlane(points: readonly number[], plane: Plane, distance: number): Side {
  let side: Side = 0;
  for (let i = 0; i < points.length; i += 3) {
    const at = distanceTo(plane, points[i], points[i + 1], points[i + 2]);
    const sideOfPoint = at > distance ? 1 : at < -distance ? -1 : 0;
    if (sideOfPoint === 0 || sideOfPoint === -side) return 0;
    side = sideOfPoint;
  }
  return side;
}
