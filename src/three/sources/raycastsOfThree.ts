import { BatchedMesh, InstancedMesh, Line, Mesh, Object3D, Points, SkinnedMesh, Sprite } from 'three';
import type { RaycastHolder } from './callRaycast';

/**
 * Whether an object's raycast is the raycast of a three.js class, or a replacement on the prototype of a three.js class. A
 * raycast of that kind hits nothing outside the object's box, and never stops `Raycaster` from descending to the children.
 */
export function hasRaycastOfThree({ raycast }: RaycastHolder): boolean {
  // The raycasts of Object3D and Mesh are compared first, as most objects with children are groups or meshes.
  if (isOf(Object3D, raycast) || isOf(Mesh, raycast)) return true;
  return [InstancedMesh, BatchedMesh, SkinnedMesh, Line, Points, Sprite].some((kind) => isOf(kind, raycast));
}

function isOf({ prototype }: { readonly prototype: RaycastHolder }, raycast: RaycastHolder['raycast']): boolean {
  return prototype.raycast === raycast;
}

/** The raycast of Mesh that was checked last. `isCheckedLoop` is whether that raycast is three.js's own. */
let checked: unknown;
let isCheckedLoop = false;

/** Whether the holder's raycast is three.js's loop over the triangles of a Mesh whose vertices are not moved. */
export function isLoopOverTriangles(object: Object3D, { raycast }: RaycastHolder): object is Mesh {
  if (raycast !== Mesh.prototype.raycast) return false;
  if (raycast !== checked) {
    checked = raycast;
    // A package may have replaced Mesh.prototype.raycast. Only three.js's own calls the method `_computeIntersections`.
    isCheckedLoop = Function.prototype.toString.call(raycast).includes('_computeIntersections');
  }
  return isCheckedLoop && !isMorphed(object as Morphable) && hasPartsOfThree(object as Object3D & Parts);
}

type Morphable = Object3D & Pick<Mesh, 'geometry' | 'morphTargetInfluences'>;

function isMorphed({ geometry, morphTargetInfluences }: Morphable): boolean {
  return morphTargetInfluences !== undefined && geometry.morphAttributes.position !== undefined;
}

/** The methods of three.js's Mesh that its raycast calls. */
interface Parts {
  readonly getVertexPosition: unknown;
  readonly _computeIntersections: unknown;
}

function hasPartsOfThree({ getVertexPosition, _computeIntersections }: Parts): boolean {
  const { prototype } = Mesh as unknown as { readonly prototype: Parts };
  return getVertexPosition === prototype.getVertexPosition && _computeIntersections === prototype._computeIntersections;
}
