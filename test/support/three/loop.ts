import {
  type BatchedMesh,
  Box3,
  type BufferGeometry,
  type InstancedMesh,
  type Intersection,
  Line,
  Matrix4,
  type Mesh,
  type Object3D,
  Points,
  type Raycaster,
} from 'three';
import type { Obb } from 'slabtree';
import { activeIds } from './batches';
import { isBatched, isInstanced, isMesh, isSkinned } from './kinds';

/** What an index must answer, by three's own loop: the closest hit on what is to be seen, the first of equal ones. */
export function closestOf(root: Object3D, raycaster: Raycaster): Intersection | undefined {
  return raycaster.intersectObjects(visibleObjects(root), false).at(0);
}

/** Everything that neither is invisible nor stands below something that is, in the order in which three goes through it. */
export function visibleObjects(root: Object3D): Object3D[] {
  const objects: Object3D[] = [];
  root.traverseVisible((object) => objects.push(object));
  return objects;
}

/** An object, or an instance of one, and the box around it. */
export interface Part {
  object: Object3D;
  instanceId?: number;
  batchId?: number;
  box: Obb;
}

/** All that is to be seen and has a box of its own: meshes but for those with a skeleton, instances, lines and points. */
export function partsOf(root: Object3D): Part[] {
  return visibleObjects(root)
    .flatMap((object): Part[] => {
      if (isInstanced(object)) return instancesOf(object);
      if (isBatched(object)) return batchOf(object);
      if (isSkinned(object)) return [];
      if (isMesh(object) || object instanceof Line || object instanceof Points) return wholeOf(object);
      return [];
    })
    .filter(({ box: { min, max } }) => min.x <= max.x && min.y <= max.y && min.z <= max.z);
}

function wholeOf(object: Mesh | Line | Points): Part[] {
  // Flat by its transform: no box, as nothing can be met in it.
  if (object.matrixWorld.determinant() === 0) return [];
  return [{ object, box: placed(object.geometry, object.matrixWorld) }];
}

function instancesOf(object: InstancedMesh): Part[] {
  return Array.from({ length: object.count }, (_, instanceId) => {
    const matrix = new Matrix4();
    object.getMatrixAt(instanceId, matrix);
    return { object, instanceId, box: placed(object.geometry, matrix.premultiply(object.matrixWorld)) };
  });
}

function batchOf(object: BatchedMesh): Part[] {
  return activeIds(object)
    .filter((batchId) => object.getVisibleAt(batchId))
    .map((batchId) => {
      const { min, max } = object.getBoundingBoxAt(object.getGeometryIdAt(batchId), new Box3()) ?? new Box3();
      const matrix = object.getMatrixAt(batchId, new Matrix4()).premultiply(object.matrixWorld);
      return { object, batchId, box: { min, max, matrix } };
    });
}

function placed(geometry: BufferGeometry, matrix: Matrix4): Obb {
  if (geometry.boundingBox === null) geometry.computeBoundingBox();
  const { min, max } = geometry.boundingBox ?? new Box3();
  return { min, max, matrix };
}
