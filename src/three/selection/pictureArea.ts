import { Box2, type Vector2 } from 'three';
import { PICTURE } from '../camera/viewPlanes';
import { convexHull, turn } from './convexHull';

/** Where something is in relation to an area. 1: inside; -1: outside; 0: it crosses or touches the edge. */
export type Side = -1 | 0 | 1;

/**
 * An area of the picture: the intersection of a polygon and the picture, in normalized device coordinates, from -1 to 1, x to the
 * right and y up. If the polygon crosses itself, the even-odd rule decides what is inside.
 */
export class PictureArea {
  readonly corners: readonly Vector2[];
  /** Empty if the whole polygon is outside the picture. */
  readonly bounds: Box2;
  readonly isRectangle: boolean;
  /** Whether the polygon extends beyond the picture. */
  readonly isCutOff: boolean;

  constructor(corners: Vector2[], isRectangle: boolean) {
    this.corners = corners;
    this.bounds = new Box2().setFromPoints(corners).intersect(PICTURE);
    this.isRectangle = isRectangle;
    this.isCutOff = !corners.every((corner) => PICTURE.containsPoint(corner));
  }

  /**
   * Returns where a convex part of the picture is: inside the area, outside, or at its edge.
   *
   * @param picture points, x and y each. The part is their convex hull.
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
        // A point is inside if a ray from it to the right crosses an odd number of edges.
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

/** Whether the edge from a to b and a convex hull are disjoint, by separating lines. Their bounds must overlap. */
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
