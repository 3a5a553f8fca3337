import { Elements } from '../elements/elements';
import type { GeometryMesh, GeometryMeshes } from '../meshes/geometryMeshes';
import type { BoxSource } from '../sources/boxSource';

/**
 * Links a box to the mesh of its geometry, and returns the mesh, if the object or instance draws exactly the triangles of the mesh.
 * Null if it may draw others: because groups select them, or because bones, morph targets or a shader of its own move them.
 */
export function drawnMeshOf(
  source: BoxSource,
  instance: number,
  id: number,
  meshes: GeometryMeshes,
): GeometryMesh | null {
  const placed = source.triangles?.(source.object, instance) ?? null;
  if (placed === null || !placed.material || Array.isArray(placed.material)) return null;
  const { geometry } = placed;
  const mesh = meshes.link(id, geometry);
  if (mesh === null || !mesh.isVerified) return null;
  // If the draw range ends within a triangle, rays hit the triangle but it is not drawn: the mesh then has one triangle more.
  return mesh.triangleCount === new Elements(geometry, 'triangles').count ? mesh : null;
}
