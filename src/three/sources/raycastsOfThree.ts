import { BatchedMesh, InstancedMesh, Line, Mesh, Object3D, Points, SkinnedMesh, Sprite } from 'three';
import type { RaycastHolder } from './boxSource';

/**
 * Whether an object has the raycast that three.js gives to its kind, or what somebody has put in the place of that for the whole
 * kind. Such a raycast hits nothing outside the object's box, and never keeps `Raycaster` from what is below.
 */
export function hasRaycastOfThree({ raycast }: RaycastHolder): boolean {
  // Most objects above others are groups or meshes.
  if (isOf(Object3D, raycast) || isOf(Mesh, raycast)) return true;
  return [InstancedMesh, BatchedMesh, SkinnedMesh, Line, Points, Sprite].some((kind) => isOf(kind, raycast));
}

function isOf({ prototype }: { readonly prototype: RaycastHolder }, raycast: RaycastHolder['raycast']): boolean {
  return prototype.raycast === raycast;
}

/** The raycast of Mesh that was last looked at, and whether it is three.js's own. */
let known: unknown;
let isKnownLoop = false;

/** Whether the raycast of the holder of a Mesh goes through the triangles of its geometry as they are. */
export function isLoopOverTriangles(object: Object3D, { raycast }: RaycastHolder): object is Mesh {
  if (raycast !== Mesh.prototype.raycast) return false;
  if (raycast !== known) {
    known = raycast;
    // Somebody may have put another in its place. Only three.js's own leaves the triangles to this method.
    isKnownLoop = Function.prototype.toString.call(raycast).includes('_computeIntersections');
  }
  return isKnownLoop && !isMorphed(object as Morphable) && hasPartsOfThree(object as Object3D & Parts);
}

type Morphable = Object3D & Pick<Mesh, 'geometry' | 'morphTargetInfluences'>;

function isMorphed({ geometry, morphTargetInfluences }: Morphable): boolean {
  return morphTargetInfluences !== undefined && geometry.morphAttributes.position !== undefined;
}

/** The methods of Mesh that its raycast calls. */
interface Parts {
  readonly getVertexPosition: unknown;
  readonly _computeIntersections: unknown;
}

function hasPartsOfThree({ getVertexPosition, _computeIntersections }: Parts): boolean {
  const { prototype } = Mesh as unknown as { readonly prototype: Parts };
  return getVertexPosition === prototype.getVertexPosition && _computeIntersections === prototype._computeIntersections;
}
