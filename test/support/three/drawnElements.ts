import { type BufferGeometry, Line, LineLoop, LineSegments, Matrix4, type Mesh, Points, Vector3 } from 'three';
import { isBatched, isInstanced, isMesh } from './kinds';
import type { Part } from './loop';

/** A triangle, a segment or a point that an object draws. */
export interface DrawnElement {
  /** The corners in the world. */
  readonly corners: readonly Vector3[];
  /** `faceIndex` or `index` of an `Intersection` with the element. */
  readonly number: number;
}

/** Returns what a mesh, a line, points or an instance draws, by a loop over its vertices. */
export function drawnElementsOf(part: Omit<Part, 'box'>): DrawnElement[] {
  const object = part.object as Mesh | Line | Points;
  const { geometry } = object;
  const matrix = matrixOf(part);
  const { start, count } = rangeOf(part, geometry);
  const order = Array.from({ length: (geometry.index ?? geometry.getAttribute('position')).count }, (_, i) => i)
    .slice(start, start + count)
    .map((i) => geometry.index?.getX(i) ?? i);
  const points = order.map((vertex) => {
    const point = isMesh(object)
      ? object.getVertexPosition(vertex, new Vector3())
      : new Vector3().fromBufferAttribute(geometry.getAttribute('position'), vertex);
    return point.applyMatrix4(matrix);
  });
  if (object instanceof Points) return points.map((point, i) => ({ corners: [point], number: order[i] }));
  if (object instanceof LineSegments) {
    return chunks(points, 2).map((corners, i) => ({ corners, number: start + 2 * i }));
  }
  if (object instanceof Line) {
    const segments = points.slice(1).map((point, i) => ({ corners: [points[i], point], number: start + i }));
    const last = points.length - 1;
    if (!(object instanceof LineLoop)) return segments;
    return [...segments, { corners: [points[last], points[0]], number: start + last }];
  }
  const { material } = object;
  const whole = { start, count };
  const drawn = Array.isArray(material) ? geometry.groups.map((group) => overlapOf(group, whole)) : [whole];
  return drawn.flatMap((range) =>
    chunks(points.slice(range.start - start, range.start - start + range.count), 3).map((corners, i) => ({
      corners,
      number: Math.floor((range.start + 3 * i) / 3),
    })),
  );
}

interface Range {
  readonly start: number;
  readonly count: number;
}

/** Returns the part of a group that is in the draw range. Triangles in no group are not drawn. */
function overlapOf(group: Range, range: Range): Range {
  const start = Math.max(group.start, range.start);
  const end = Math.min(group.start + group.count, range.start + range.count);
  return { start, count: Math.max(0, end - start) };
}

/** Returns the matrix that places an object or instance in the world. */
export function matrixOf({ object, instanceId, batchId }: Omit<Part, 'box'>): Matrix4 {
  const matrix = new Matrix4();
  if (isInstanced(object)) object.getMatrixAt(instanceId ?? 0, matrix);
  if (isBatched(object)) object.getMatrixAt(batchId ?? 0, matrix);
  return matrix.premultiply(object.matrixWorld);
}

function rangeOf({ object, batchId }: Omit<Part, 'box'>, { drawRange }: BufferGeometry): Range {
  if (!isBatched(object)) return drawRange;
  return object.getGeometryRangeAt(object.getGeometryIdAt(batchId ?? 0));
}

function chunks<Value>(values: readonly Value[], size: number): Value[][] {
  const whole = Math.floor(values.length / size);
  return Array.from({ length: whole }, (_, i) => values.slice(size * i, size * i + size));
}
