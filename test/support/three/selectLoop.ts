import { type Camera, Matrix4, Plane, ShapeUtils, Vector2, Vector3, WebGPUCoordinateSystem } from 'three';
import type { Aabb, Obb } from 'slabtree';

/** A convex part of space: what is in front of all of these planes, or on them. */
export type Space = readonly Plane[];

/** What a selection is asked for, in numbers of the picture: from -1 to 1. */
export interface LoopArea {
  /** Convex parts, which make up the area, and those that make up everything else. */
  readonly pieces: readonly Space[];
  readonly others: readonly Space[];
  /** What the camera sees. */
  readonly view: Space;
}

/** Far outside of any picture. */
const FAR = 1e4;

/** The area of a simple polygon, in triangles, as far as the camera sees it. */
export function loopArea(polygon: readonly Vector2[], camera: Camera): LoopArea {
  const corners = ShapeUtils.isClockWise([...polygon]) ? [...polygon].reverse() : [...polygon];
  const frame = [new Vector2(-FAR, -FAR), new Vector2(FAR, -FAR), new Vector2(FAR, FAR), new Vector2(-FAR, FAR)];
  const hole = [...corners].reverse();
  const both = [...frame, ...hole];
  const view = [
    ...sidesOf(
      [-1, 1].flatMap((x) => [new Vector2(x, x), new Vector2(-x, x)]),
      camera,
    ),
    ...endsOf(camera),
  ];
  const spaces = (points: readonly Vector2[], triangles: readonly number[][]) =>
    triangles.map((triangle) => [
      ...sidesOf(
        triangle.map((at) => points[at]),
        camera,
      ),
      ...view,
    ]);
  return {
    pieces: spaces(corners, ShapeUtils.triangulateShape(corners, [])),
    others: spaces(both, ShapeUtils.triangulateShape(frame, [hole])),
    view,
  };
}

/** Planes through pairs of corners, away from the camera, with their fronts towards the polygon, which is convex. */
function sidesOf(polygon: readonly Vector2[], camera: Camera): Plane[] {
  const points = polygon.map(({ x, y }) => [0.25, 0.75].map((z) => new Vector3(x, y, z).unproject(camera)));
  return points.map(([near, far], i) => {
    const [other] = points[(i + 1) % points.length];
    return facing(new Plane().setFromCoplanarPoints(near, far, other), points[(i + 2) % points.length][0]);
  });
}

/** The near and the far plane. */
function endsOf(camera: Camera): Plane[] {
  const at = (x: number, y: number, z: number) => new Vector3(x, y, z).unproject(camera);
  const isZeroToOne = camera.coordinateSystem === WebGPUCoordinateSystem || camera.reversedDepth;
  return [isZeroToOne ? 0 : -1, 1].map((z) =>
    facing(new Plane().setFromCoplanarPoints(at(0, 0, z), at(1, 0, z), at(0, 1, z)), at(0, 0, 0.5)),
  );
}

function facing(plane: Plane, point: Vector3): Plane {
  return plane.distanceToPoint(point) < 0 ? plane.negate() : plane;
}

/** The sides of a box. */
export function spaceOf(box: Obb | Aabb): Plane[] {
  const { min, max } = box;
  const matrix = 'matrix' in box && box.matrix instanceof Matrix4 ? box.matrix : new Matrix4();
  return (['x', 'y', 'z'] as const).flatMap((axis) => {
    const normal = new Vector3();
    normal[axis] = 1;
    return [new Plane(normal, -min[axis]), new Plane(normal.clone().negate(), max[axis])].map((plane) =>
      plane.applyMatrix4(matrix),
    );
  });
}

/** The corners of a bounded space: where three planes meet, in front of all others. A space without corners is empty. */
export function cornersOf(space: Space): Vector3[] {
  const corners: Vector3[] = [];
  for (let i = 0; i < space.length; i++) {
    for (let j = 0; j < i; j++) {
      for (let k = 0; k < j; k++) {
        const point = meetingPoint(space[i], space[j], space[k]);
        if (point === null) continue;
        if (space.every((plane, at) => at === i || at === j || at === k || plane.distanceToPoint(point) >= 0)) {
          corners.push(point);
        }
      }
    }
  }
  return corners;
}

function meetingPoint(a: Plane, b: Plane, c: Plane): Vector3 | null {
  const bc = b.normal.clone().cross(c.normal);
  const determinant = a.normal.dot(bc);
  if (Math.abs(determinant) < 1e-12) return null;
  const ca = c.normal.clone().cross(a.normal);
  const ab = a.normal.clone().cross(b.normal);
  return bc
    .multiplyScalar(-a.constant)
    .addScaledVector(ca, -b.constant)
    .addScaledVector(ab, -c.constant)
    .divideScalar(determinant);
}

/** What is left of a flat polygon, a segment or a point (Sutherland and Hodgman, 1974). */
export function cutPolygon(polygon: readonly Vector3[], space: Space): Vector3[] {
  let left = [...polygon];
  for (const plane of space) {
    left = left.flatMap((a, i) => {
      const b = left[(i + 1) % left.length];
      const atA = plane.distanceToPoint(a);
      const atB = plane.distanceToPoint(b);
      const kept = atA >= 0 ? [a] : [];
      return atA * atB < 0 ? [...kept, a.clone().lerp(b, atA / (atA - atB))] : kept;
    });
  }
  return left;
}

/** Whether an object is selected that is made of boxes. */
export function selectsBox(box: Obb | Aabb, area: LoopArea, drawn: readonly Space[], isWindow: boolean): boolean {
  const bodies = drawn.map((part) => [...spaceOf(box), ...part]).filter((body) => cornersOf(body).length > 0);
  if (!isWindow) return bodies.some((body) => area.pieces.some((piece) => cornersOf([...body, ...piece]).length > 0));
  return (
    bodies.length > 0 &&
    bodies.every((body) => {
      const isInView = cornersOf(body).every((corner) => area.view.every((side) => side.distanceToPoint(corner) > 0));
      return isInView && area.others.every((other) => cornersOf([...body, ...other]).length === 0);
    })
  );
}

/** Whether an object is selected that is made of polygons. */
export function selectsPolygons(
  polygons: readonly (readonly Vector3[])[],
  area: LoopArea,
  drawn: readonly Space[],
  isWindow: boolean,
): boolean {
  const bodies = polygons.flatMap((polygon) => drawn.map((part) => cutPolygon(polygon, part)));
  const left = bodies.filter(({ length }) => length > 0);
  if (!isWindow) return left.some((body) => area.pieces.some((piece) => cutPolygon(body, piece).length > 0));
  return (
    left.length > 0 &&
    left.every((body) => {
      const isInView = body.every((corner) => area.view.every((side) => side.distanceToPoint(corner) > 0));
      return isInView && area.others.every((other) => cutPolygon(body, other).length === 0);
    })
  );
}
