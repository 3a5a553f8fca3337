import type { BufferGeometry } from 'three';
import { Elements } from '../elements/elements';
import { lacksMaterial, type Materials } from '../meshes/drawnGroups';
import type { GeometryMesh, GeometryMeshes } from '../meshes/geometryMeshes';
import { drawnRange } from '../meshes/readTriangles';
import type { BoxSource } from '../sources/boxSource';

/**
 * Links a box to the mesh of its geometry, and returns the mesh, if the object or instance draws exactly the triangles of the mesh.
 * Null if it may draw others: because groups select some of them, or because bones, morph targets or a shader of its own move them.
 */
export function drawnMeshOf(
  source: BoxSource,
  instance: number,
  id: number,
  meshes: GeometryMeshes,
): GeometryMesh | null {
  const placed = source.triangles?.(source.object, instance) ?? null;
  if (placed === null || !placed.material) return null;
  const { geometry, material } = placed;
  if (Array.isArray(material) && !drawEachOnce(geometry, material)) return null;
  const mesh = meshes.link(id, geometry);
  if (mesh === null || !mesh.isVerified) return null;
  // If the draw range ends within a triangle, rays hit the triangle but it is not drawn: the mesh then has one triangle more.
  return mesh.triangleCount === new Elements(geometry, 'triangles').count ? mesh : null;
}

/** Whether the groups of a geometry draw each of its triangles once: each begins where the one before ends, and has a material. */
function drawEachOnce(geometry: BufferGeometry, materials: Materials): boolean {
  if (lacksMaterial(geometry.groups, materials)) return false;
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
