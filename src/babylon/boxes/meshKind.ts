import type { Camera } from '@babylonjs/core/Cameras/camera.js';
import type { BoundingInfo } from '@babylonjs/core/Culling/boundingInfo.js';
import { AbstractMesh } from '@babylonjs/core/Meshes/abstractMesh.js';
import type { Geometry } from '@babylonjs/core/Meshes/geometry.js';
import type { LinesMesh } from '@babylonjs/core/Meshes/linesMesh.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import type { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { boundsOfVertices } from './boundsOfVertices';

/**
 * How the index finds a mesh along a ray.
 *
 * - 'empty': the mesh draws nothing, and no ray hits it. It has no box.
 * - 'ordered': its box contains its triangles. The walk along a ray ends where the box begins beyond the closest hit.
 * - 'loose': it is only hit where its box is, at any distance: lines, points, or triangles that leave the box.
 * - 'whole': Babylon.js tests it for every ray. It has no box.
 */
export type MeshKind = 'empty' | 'ordered' | 'loose' | 'whole';

/** A node that has a world matrix, with the parents above it. */
interface Placed {
  readonly parent: unknown;
}

/** The members that only a mesh has that can have thin instances. */
type MaybeThin = Partial<Pick<Mesh, 'thinInstanceEnablePicking' | 'thinInstanceCount' | '_thinInstanceDataStorage'>>;

const NO_MATRICES = new Float32Array(0);

/** Whether a mesh stands for thin instances, each of which rays may hit. */
export function isOfThinInstances(mesh: AbstractMesh & MaybeThin): boolean {
  return mesh.hasThinInstances && mesh.thinInstanceEnablePicking === true;
}

/** Returns the matrices of a mesh's thin instances, 16 numbers each, as Babylon.js reads them. */
export function thinMatricesOf(mesh: AbstractMesh & MaybeThin): Float32Array {
  return mesh._thinInstanceDataStorage?.matrixData ?? NO_MATRICES;
}

/** Returns how many thin instances of a mesh rays may hit. */
export function thinCountOf(mesh: AbstractMesh & MaybeThin): number {
  return Math.min(mesh.thinInstanceCount ?? 0, thinMatricesOf(mesh).length >> 4);
}

/** Returns how far beside the segments of a mesh a ray may pass, in local units. 0 for a mesh that is not made of lines. */
export function thresholdOf(mesh: AbstractMesh & Partial<Pick<LinesMesh, 'intersectionThreshold'>>): number {
  const name = mesh.getClassName();
  return name === 'LinesMesh' || name === 'InstancedLinesMesh' ? (mesh.intersectionThreshold ?? 0) : 0;
}

/**
 * Returns the kind of a mesh: Ordered if it draws triangles, which its box need not contain ({@link containsVertices}).
 *
 * @param bounds the bounding info that Babylon.js tests before the triangles. Null if it tests none.
 */
export function kindOf(mesh: AbstractMesh, bounds: BoundingInfo | null): MeshKind {
  // A mesh that was disposed of has no sub meshes, whatever the types say.
  const subMeshes = mesh.subMeshes as AbstractMesh['subMeshes'] | undefined;
  if (mesh.intersects !== AbstractMesh.prototype.intersects) return 'whole';
  if (mesh.getTotalVertices() === 0 || !subMeshes) return 'empty';
  if (bounds === null || mesh.enableDistantPicking || dependsOnCamera(mesh)) return 'whole';
  for (const subMesh of subMeshes) {
    const material = subMesh.getMaterial();
    if (material === null || !hasTriangles(material.fillMode)) return 'loose';
  }
  // Babylon.js hits the box of a mesh if its octree has no sub mesh along a ray.
  if (mesh.useOctreeForPicking && hasOctree(mesh)) return 'loose';
  return subMeshes.length > 0 ? 'ordered' : 'loose';
}

function hasOctree(mesh: AbstractMesh & { _submeshesOctree?: unknown }): boolean {
  return Boolean(mesh._submeshesOctree);
}

/** Whether Babylon.js tests the triangles of a sub mesh with a fill mode: triangles, a wireframe, their corners, or a strip. */
export function hasTriangles(fillMode: number): boolean {
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

/** Whether a bounding box contains all vertices that a geometry has now and can have later. */
export function containsVertices({ minimum, maximum }: BoundingInfo, geometry: Geometry): boolean {
  const vertices = boundsOfVertices(geometry);
  if (vertices === null) return false;
  const [lowX, lowY, lowZ, highX, highY, highZ] = vertices;
  return (
    minimum.x <= lowX &&
    minimum.y <= lowY &&
    minimum.z <= lowZ &&
    maximum.x >= highX &&
    maximum.y >= highY &&
    maximum.z >= highZ
  );
}

/** Whether Babylon.js tests a mesh at positions that bones or morph targets have moved, and not at the positions of its geometry. */
export function hasOwnPositions(mesh: AbstractMesh, geometry: Geometry): boolean {
  // A geometry has no positions, not even null, before its first ray.
  return mesh._positions !== (geometry._positions ?? null);
}
