import { Matrix4, type Mesh, Plane, Vector3 } from 'three';
import type { Plane as PlaneLike } from 'slabtree';

/** Whether a mesh lies wholly in a convex volume, partly, or outside it. */
export type MeshSide = 'inside' | 'crossing' | 'outside';

/** Tests the triangles of a mesh. This is finer than a test of its box, which is larger than the mesh. */
export function meshSide(mesh: Mesh, planes: readonly PlaneLike[]): MeshSide {
  // In the space of the mesh: it is cheaper to transform a few planes than all vertices.
  const toMesh = new Matrix4().copy(mesh.matrixWorld).invert();
  const localPlanes = planes.map((plane) => planeIn(toMesh, plane));
  const positions = mesh.geometry.getAttribute('position');
  const vertices = Array.from({ length: positions.count }, (_, i) => new Vector3().fromBufferAttribute(positions, i));
  if (vertices.every((vertex) => localPlanes.every((plane) => isInFront(plane, vertex)))) return 'inside';

  const corners = cornersOfTriangles(mesh);
  for (let i = 0; i < corners.length; i += 3) {
    const triangle = [vertices[corners[i]], vertices[corners[i + 1]], vertices[corners[i + 2]]];
    if (isPartlyIn(triangle, localPlanes)) return 'crossing';
  }
  return 'outside';
}

function planeIn(toMesh: Matrix4, { normal, constant }: PlaneLike): Plane {
  return new Plane(new Vector3().copy(normal), constant).applyMatrix4(toMesh);
}

/** The indices of the vertices at the corners of triangles, three a triangle. */
function cornersOfTriangles({ geometry }: Mesh): ArrayLike<number> {
  return geometry.index?.array ?? Array.from({ length: geometry.getAttribute('position').count }, (_, i) => i);
}

function isPartlyIn(triangle: readonly Vector3[], planes: readonly Plane[]): boolean {
  const isBehindOne = planes.some((plane) => triangle.every((vertex) => !isInFront(plane, vertex)));
  return !isBehindOne && planes.reduce(clip, triangle).length > 0;
}

/** The part of a convex polygon in front of a plane: Sutherland and Hodgman, "Reentrant polygon clipping", 1974. */
function clip(polygon: readonly Vector3[], plane: Plane): readonly Vector3[] {
  return polygon.flatMap((vertex, i) => {
    const next = polygon[(i + 1) % polygon.length];
    const kept = isInFront(plane, vertex) ? [vertex] : [];
    if (isInFront(plane, vertex) === isInFront(plane, next)) return kept;
    const [distance, nextDistance] = [plane.distanceToPoint(vertex), plane.distanceToPoint(next)];
    return [...kept, vertex.clone().lerp(next, distance / (distance - nextDistance))];
  });
}

function isInFront(plane: Plane, vertex: Vector3): boolean {
  return plane.distanceToPoint(vertex) >= 0;
}
