import type { Plane } from 'slabtree';
import { type Camera, Matrix4, Vector4 } from 'three';
import { PICTURE, planesAround, viewProjectionOf } from '../camera/viewPlanes';
import { distanceTo } from '../math';
import { type Area, boundsOf, type Side } from './area';
import { cutBody } from './convexBody';

/**
 * How far bounds are widened, relative to the sum of the sizes of the terms that a number of their picture comes from. Rounding
 * moves a number by less than 2^-50 of that, in the world and on the way to the picture, and by as much with each cut.
 */
const GRACE = 2 ** -40;

const grace = /* @__PURE__ */ new Vector4();
const points: number[] = [];

/**
 * What lies behind an area of a camera's picture. A convex body, as far as the camera sees it, has a picture, which is convex. That
 * is compared with the area.
 */
export class AreaInSpace {
  /** The planes around the bounds of the area: the sides, the near plane, and the far plane if there is one. */
  readonly planes: readonly Plane[];
  readonly #area: Area;
  /** What cuts bodies off: the near and the far plane, and the sides of the view if the area reaches out of the picture. */
  readonly #view: readonly Plane[];
  readonly #viewProjection: Matrix4;
  /** Places the boxes of {@link sideOfAll}. */
  #matrix = new Matrix4();
  /** The sizes of the numbers that bring a point of such a box to the picture. */
  readonly #sizes = new Matrix4();
  readonly #picture: number[] = [];

  constructor(area: Area, camera: Camera) {
    this.#viewProjection = viewProjectionOf(camera);
    this.#area = area;
    this.planes = planesAround(area.bounds, this.#viewProjection, camera);
    this.#view = area.isCutOff ? planesAround(PICTURE, this.#viewProjection, camera) : this.planes.slice(4);
  }

  /** Where a body is: 1 if all of it is in the area, -1 if all is outside, 0 if it meets the edge, or reaches out of the view. */
  sideOf(points: number[]): Side {
    let left = points;
    for (const plane of this.#view) left = cutBody(left, plane);
    if (left.length === 0) return -1;
    this.#project(left);
    const side = this.#area.sideOf(this.#picture);
    return side === 1 && this.#view.some((plane) => sideOfPlane(points, plane, 0) < 1) ? 0 : side;
  }

  /** Says where the boxes of {@link sideOfAll} are placed. */
  place(matrix: Matrix4): void {
    this.#matrix = matrix;
    this.#sizes.multiplyMatrices(sizesOf(this.#viewProjection), sizesOf(matrix));
  }

  /**
   * Where all bodies in a box are, rounding included: 1 if they are in the area, -1 if they are outside, 0 if that is not known.
   *
   * The picture of a point is off by no more than a sum of two terms: how far its x or y is off, and its w times the size of the
   * picture, both divided by w. The bounds of the box's picture are widened by that.
   */
  sideOfAll(minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number): Side {
    cornersOf(this.#matrix, minX, minY, minZ, maxX, maxY, maxZ, points);
    grace.set(Math.max(-minX, maxX), Math.max(-minY, maxY), Math.max(-minZ, maxZ), 1);
    grace.applyMatrix4(this.#sizes).multiplyScalar(GRACE);
    for (const plane of this.#view) {
      const side = sideOfPlane(points, plane, grace.x + grace.y + grace.z + grace.w);
      if (side < 1) return side;
    }
    const w = this.#project(points) - grace.w;
    if (!(w > 0)) return 0;
    const [left, bottom, right, top] = boundsOf(this.#picture);
    const size = Math.max(-left, -bottom, right, top);
    const room = (grace.x + grace.y + size * grace.w) / w;
    const [minU, minV, maxU, maxV] = [left - room, bottom - room, right + room, top + room];
    return this.#area.sideOf([minU, minV, maxU, minV, maxU, maxV, minU, maxV]);
  }

  /** Returns the least w. */
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

/** Writes the corners of a box in the world, placed by a matrix. */
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

/** On which side of a plane points are if all are farther from it than a distance; otherwise 0. */
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
