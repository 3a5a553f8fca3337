import { Elements } from '../elements/elements';
import { lacksMaterial } from '../meshes/drawnGroups';
import type { GeometryMesh, GeometryMeshes } from '../meshes/geometryMeshes';
import type { PlacedGeometry } from '../meshes/placedGeometry';
import { drawnRange } from '../meshes/readTriangles';
import type { BoxSource } from '../sources/boxSource';
import { movesVertices } from '../sources/drawnElements';

/**
 * Links a box to the mesh of its geometry, and returns the mesh, if the object or instance draws exactly the triangles of the mesh.
 * Null if it may draw others: because groups select some of them, because bones or morph targets move them, or because the raycast
 * is not three.js's own.
 */
export function drawnMeshOf(
  source: BoxSource,
  instance: number,
  id: number,
  meshes: GeometryMeshes,
): GeometryMesh | null {
  const placed = source.triangles?.(source.object, instance) ?? null;
  if (placed === null || !drawsEachOnce(placed)) return null;
  const { geometry } = placed;
  // three.js's raycast of an InstancedMesh hits the triangles as if no morph target moved them.
  if (movesVertices(source.object, geometry)) return null;
  const mesh = meshes.link(id, geometry);
  if (mesh === null || !mesh.isVerified) return null;
  // If the draw range ends within a triangle, rays hit the triangle but it is not drawn: the mesh then has one triangle more.
  return mesh.triangleCount === new Elements(geometry, 'triangles').count ? mesh : null;
}

/**
 * Whether each triangle of a geometry is drawn once: with one material, or by groups of which each begins where the one before ends,
 * and has a material.
 */
export function drawsEachOnce({ geometry, material }: Pick<PlacedGeometry, 'geometry' | 'material'>): boolean {
  if (lacksMaterial(geometry.groups, material)) return false;
  if (!Array.isArray(material)) return true;
  const { start, end } = drawnRange(geometry);
  let at = start;
  for (const group of geometry.groups) {
    const last = Math.min(group.start + group.count, end);
    if (last <= start || group.start >= end) continue;
    const isNext = Math.max(group.start, start) === at && (at - start) % 3 === 0;
    if (!isNext) return false;
    at = last;
  }
  return at === end;
}
