import { Vector3 } from 'three';
import type { Aabb, Plane } from 'slabtree';

/** The outline of a plane's cut through a box, in order around it. Empty if the plane does not cut the box. */
export function section(box: Aabb, plane: Plane): Vector3[] {
  const normal = new Vector3().copy(plane.normal);
  const points = edges(box).flatMap(([a, b]) => {
    const [above, below] = [normal.dot(a) + plane.constant, normal.dot(b) + plane.constant];
    return above * below <= 0 && above !== below ? [a.clone().lerp(b, above / (above - below))] : [];
  });
  const centre = points.reduce((sum, point) => sum.add(point), new Vector3()).divideScalar(Math.max(points.length, 1));
  // Two directions in the plane, to measure angles.
  const across = normal.clone().cross(leastAxis(normal)).normalize();
  const along = normal.clone().cross(across).normalize();
  const angle = (point: Vector3) => {
    const arm = point.clone().sub(centre);
    return Math.atan2(arm.dot(along), arm.dot(across));
  };
  return points.sort((a, b) => angle(a) - angle(b));
}

/** The axis along which a vector is shortest. */
function leastAxis({ x, y, z }: Vector3): Vector3 {
  const [width, height, depth] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  if (width <= height && width <= depth) return new Vector3(1, 0, 0);
  return height <= depth ? new Vector3(0, 1, 0) : new Vector3(0, 0, 1);
}

/** The twelve edges of a box: corners that differ in one coordinate. */
function edges({ min, max }: Aabb): [Vector3, Vector3][] {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (corner) => new Vector3(corner & 1 ? max.x : min.x, corner & 2 ? max.y : min.y, corner & 4 ? max.z : min.z),
  );
  return corners.flatMap((from, i) =>
    [1, 2, 4].filter((axis) => !(i & axis)).map((axis): [Vector3, Vector3] => [from, corners[i | axis]]),
  );
}
