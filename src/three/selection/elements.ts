import type { BatchedMesh, BufferGeometry, Matrix4, Object3D } from 'three';
import { Vector3 } from 'three';
import type { BoxSource } from '../sources/boxSource';

/** What an object may be drawn as: triangles, segments or points, with 3, 2 or 1 corners. */
interface DrawnObject extends Object3D {
  readonly geometry?: BufferGeometry;
  readonly material?: unknown;
  /** Where bones and morph targets move a vertex to. Only meshes have it. */
  getVertexPosition?(vertex: number, target: Vector3): Vector3;
}

interface Run {
  readonly start: number;
  readonly count: number;
  readonly materialIndex?: number | undefined;
}

const corner = /* @__PURE__ */ new Vector3();

/**
 * Visits the triangles, segments or points of an object or instance until a visit returns true. Returns whether one has; null if
 * nothing is known of the object but its box.
 *
 * @param matrix places them in the world.
 * @param visit is given the corners in the world, x y z each, which are valid during the visit, and the number of the material.
 */
export function someElement(
  source: BoxSource,
  instance: number,
  matrix: Matrix4,
  visit: (corners: number[], materialIndex: number | undefined) => boolean,
): boolean | null {
  const object: DrawnObject = source.object;
  const { geometry } = object;
  const size = sizeOf(object);
  const positions = geometry?.attributes.position;
  if (size === 0 || geometry === undefined || positions === undefined) return null;
  const { index } = geometry;
  const vertexCount = (index ?? positions).count;
  const step = 'isLine' in object && !('isLineSegments' in object) ? 1 : size;
  const corners: number[] = [];
  for (const { start, count, materialIndex } of runsOf(object, geometry, instance)) {
    const end = Math.min(vertexCount, start + count);
    // The last vertex of a loop begins a segment, too: to the first.
    const last = 'isLineLoop' in object ? end - 1 : end - size;
    for (let first = start; first <= last; first += step) {
      for (let k = 0; k < size; k++) {
        const at = first + k < end ? first + k : start;
        const vertex = index === null ? at : index.getX(at);
        if (object.getVertexPosition === undefined) corner.fromBufferAttribute(positions, vertex);
        else object.getVertexPosition(vertex, corner);
        corner.applyMatrix4(matrix).toArray(corners, 3 * k);
      }
      if (visit(corners, materialIndex)) return true;
    }
  }
  return false;
}

/** How many corners each element of an object has; 0 if it has none that can be read. */
function sizeOf(object: DrawnObject): number {
  // Wide lines are meshes of one segment, which a shader repeats.
  if ('isMesh' in object) return 'isLineSegments2' in object ? 0 : 3;
  if ('isLine' in object) return 2;
  return 'isPoints' in object ? 1 : 0;
}

/** The parts of a geometry that are drawn: all of its draw range, or of each group if there are several materials. */
function runsOf(object: DrawnObject, { drawRange, groups }: BufferGeometry, instance: number): Run[] {
  if ('isBatchedMesh' in object) {
    const batch = object as unknown as BatchedMesh;
    return [batch.getGeometryRangeAt(batch.getGeometryIdAt(instance))];
  }
  const { start, count } = drawRange;
  if (!('isMesh' in object && Array.isArray(object.material))) return [drawRange];
  return groups.map((group) => {
    const first = Math.max(group.start, start);
    return { ...group, start: first, count: Math.min(group.start + group.count, start + count) - first };
  });
}
