import { Box2, type Vector2 } from 'three';
import { PICTURE } from '../camera/viewPlanes';
import { convexHull, turn } from './convexHull';

/** Where a shape is in relation to an area. 1: inside; -1: outside; 0: the shape crosses or touches the area's edge. */
export type Side = -1 | 0 | 1;

/**
 * An area of the picture: the intersection of a polygon and the picture, in normalized device coordinates, from -1 to 1, x to the
 * right and y up. If the polygon crosses itself, the even-odd rule decides what is inside.
 */
export class PictureArea {
  readonly corners: readonly Vector2[];
  /** The bounds of the part of the polygon that is in the picture. Empty if the whole polygon is outside. */
  readonly bounds: Box2;
  readonly isRectangle: boolean;
  /** Whether the polygon of the area extends beyond the camera's picture. */
  readonly isCutOff: boolean;

  constructor(corners: Vector2[], isRectangle: boolean) {
    this.corners = corners;
    this.bounds = new Box2().setFromPoints(corners).intersect(PICTURE);
    this.isRectangle = isRectangle;
    this.isCutOff = !corners.every((corner) => PICTURE.containsPoint(corner));
  }

  /**
   * Returns the side of a convex part of the picture: whether it is inside the area, outside, or at the area's edge.
   *
   * @param picture two numbers for each point: x and y. The part is the convex hull of the points.
   */
  sideOf(picture: readonly number[]): Side {
    const { corners } = this;
    const [minX, minY, maxX, maxY] = boundsOf(picture);
    const { min, max } = this.bounds;
    if (maxX < min.x || minX > max.x || maxY < min.y || minY > max.y) return -1;
    const [x, y] = picture;
    let hull: number[] | undefined;
    let isInside = false;
    let a = corners[corners.length - 1];
    for (const b of corners) {
      if (minY <= Math.max(a.y, b.y) && maxY >= Math.min(a.y, b.y) && minX <= Math.max(a.x, b.x)) {
        if (maxX >= Math.min(a.x, b.x)) {
          hull ??= convexHull(picture);
          if (!isApart(picture, hull, a, b)) return 0;
        }
        // A point is inside a polygon if a ray from the point to the right crosses an odd number of the polygon's edges.
        if (a.y > y !== b.y > y && turn(a.x, a.y, b.x, b.y, x, y) > 0 === b.y > a.y) isInside = !isInside;
      }
      a = b;
    }
    return isInside ? 1 : -1;
  }
}

export function boundsOf(picture: readonly number[]): [minX: number, minY: number, maxX: number, maxY: number] {
  let [minX, minY] = picture;
  let maxX = minX;
  let maxY = minY;
  for (let i = 2; i < picture.length; i += 2) {
    minX = Math.min(minX, picture[i]);
    minY = Math.min(minY, picture[i + 1]);
    maxX = Math.max(maxX, picture[i]);
    maxY = Math.max(maxY, picture[i + 1]);
  }
  return [minX, minY, maxX, maxY];
}

/** Whether an edge from a to b and a convex hull, whose bounds overlap, are disjoint. Tests all lines that may separate them. */
function isApart(p: readonly number[], hull: readonly number[], a: Vector2, b: Vector2): boolean {
  let least = Infinity;
  let most = -Infinity;
  let from = hull[hull.length - 1];
  for (const to of hull) {
    const sideOfA = turn(p[from], p[from + 1], p[to], p[to + 1], a.x, a.y);
    const sideOfB = turn(p[from], p[from + 1], p[to], p[to + 1], b.x, b.y);
    if (sideOfA < 0 && sideOfB < 0) return true;
    const side = turn(a.x, a.y, b.x, b.y, p[to], p[to + 1]);
    least = Math.min(least, side);
    most = Math.max(most, side);
    from = to;
  }
  return least > 0 || most < 0;
}
