import type { Plane } from 'slabtree';
import { distanceTo } from '../math';
import { convexHull } from './convexHull';

/**
 * What is left of the convex hull of points if a plane cuts away what is behind it, as points again. Returns the same points if
 * none is behind the plane.
 *
 * A new corner is where an edge goes through the plane. Nothing tells which pairs of points are edges. So all pairs are cut, and
 * the convex hull of these cuts, in the plane, has the new corners.
 *
 * @param points x y z each.
 */
export function cutBody(points: number[], plane: Plane): number[] {
  const { length } = points;
  let at = 0;
  while (at < length && !(distanceTo(plane, points[at], points[at + 1], points[at + 2]) < 0)) at += 3;
  if (at === length) return points;
  const left: number[] = [];
  const cuts: number[] = [];
  for (let i = 0; i < length; i += 3) {
    const front = distanceTo(plane, points[i], points[i + 1], points[i + 2]);
    if (!(front >= 0)) continue;
    left.push(points[i], points[i + 1], points[i + 2]);
    for (let j = 0; j < length; j += 3) {
      const behind = distanceTo(plane, points[j], points[j + 1], points[j + 2]);
      if (!(behind < 0)) continue;
      const t = front / (front - behind);
      for (let k = 0; k < 3; k++) cuts.push(points[i + k] + t * (points[j + k] - points[i + k]));
    }
  }
  // Seen along the axis that the plane faces most.
  const { x, y, z } = plane.normal;
  const [sizeX, sizeY, sizeZ] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  const axis = sizeX >= sizeY && sizeX >= sizeZ ? 0 : sizeY >= sizeZ ? 1 : 2;
  for (const i of convexHull(cuts, 3, (axis + 1) % 3, (axis + 2) % 3)) left.push(cuts[i], cuts[i + 1], cuts[i + 2]);
  return left;
}
