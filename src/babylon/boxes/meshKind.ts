import type { Camera } from '@babylonjs/core/Cameras/camera.js';
import type { BoundingInfo } from '@babylonjs/core/Culling/boundingInfo.js';
import { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Geometry } from '@babylonjs/core/Meshes/geometry.js';
import type { InstancedMesh } from '@babylonjs/core/Meshes/instancedMesh.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';

/** How the index finds a mesh along a ray. */
export enum MeshKind {
  /** A mesh that draws nothing, and that no ray hits. It has no box. */
  Empty,
  /** A mesh whose box contains its triangles: the walk along a ray ends where the box begins beyond the closest hit. */
  Ordered,
  /** A mesh that is only hit where its box is, at any distance: lines, points, or triangles that leave the box. */
  Loose,
  /** A mesh that Babylon.js tests for every ray. It has no box. */
  Whole,
}

/** A node that has a world matrix, with the parents above it. */
interface Placed {
  readonly parent: unknown;
}

/** Returns the mesh whose geometry a mesh draws: the source of an instance, or the mesh itself. Null if it is no Mesh. */
export function drawnMesh(mesh: AbstractMesh): Mesh | null {
  if ('sourceMesh' in mesh) return (mesh as InstancedMesh).sourceMesh;
  return 'geometry' in mesh ? (mesh as Mesh) : null;
}

/** Returns the geometry that a mesh draws, or null if it draws none. */
export function geometryOf(mesh: AbstractMesh): Geometry | null {
  return drawnMesh(mesh)?.geometry ?? null;
}

/** Whether a mesh is one of thin instances, all of which rays may hit. */
export function isOfThinInstances(mesh: AbstractMesh): boolean {
  return mesh.hasThinInstances && (mesh as Mesh).thinInstanceEnablePicking;
}

/**
 * @param bounds the bounding info that Babylon.js tests before the triangles. Null if it tests none.
 */
export function kindOf(mesh: AbstractMesh, bounds: BoundingInfo | null): MeshKind {
  // A mesh that was disposed of has no sub meshes, whatever the types say.
  const subMeshes = mesh.subMeshes as AbstractMesh['subMeshes'] | undefined;
  if (mesh.intersects !== AbstractMesh.prototype.intersects) return MeshKind.Whole;
  if (mesh.getTotalVertices() === 0 || !subMeshes) return MeshKind.Empty;
  if (bounds === null || mesh.enableDistantPicking || dependsOnCamera(mesh)) return MeshKind.Whole;
  for (const subMesh of subMeshes) {
    const material = subMesh.getMaterial();
    if (material === null || !hasTriangles(material.fillMode)) return MeshKind.Loose;
  }
  return subMeshes.length > 0 && containsTriangles(mesh, bounds) ? MeshKind.Ordered : MeshKind.Loose;
}

/** Whether Babylon.js tests the triangles of a sub mesh with a fill mode: triangles, a wireframe, their corners, or a strip. */
function hasTriangles(fillMode: number): boolean {
  return fillMode === 0 || fillMode === 1 || fillMode === 2 || fillMode === 7;
}

/** Whether the world matrix of a mesh depends on the camera that looks at it. */
function dependsOnCamera(mesh: AbstractMesh): boolean {
  if (mesh.isWorldMatrixCameraDependent()) return true;
  let node: unknown = mesh.parent;
  while (node !== null && node !== undefined) {
    const above = node as Placed & Partial<TransformNode> & Partial<Camera>;
    if (above.isWorldMatrixCameraDependent?.() === true) return true;
    node = above.parent;
  }
  return false;
}

/** Whether the bounding box of a mesh contains all vertices that Babylon.js tests. */
function containsTriangles(mesh: AbstractMesh, { minimum, maximum }: BoundingInfo): boolean {
  const geometry = geometryOf(mesh);
  // Bones and morph targets give a mesh positions of its own. A bias moves the bounds away from the vertices.
  if (geometry === null || hasOwnPositions(mesh, geometry)) return false;
  // The types leave out that a geometry may be without bounds.
  const extend = geometry.extend as Geometry['extend'] | undefined;
  if (!extend || geometry.boundingBias !== null || geometry.useBoundingInfoFromGeometry) return false;
  const { minimum: low, maximum: high } = extend;
  return (
    minimum.x <= low.x &&
    minimum.y <= low.y &&
    minimum.z <= low.z &&
    maximum.x >= high.x &&
    maximum.y >= high.y &&
    maximum.z >= high.z
  );
}

/** Whether a mesh is tested at other positions than its geometry has: as its bones or morph targets have moved them. */
export function hasOwnPositions(mesh: AbstractMesh, geometry: Geometry): boolean {
  return mesh._positions !== geometry._positions;
}
