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
import { type Aabb, type Obb, planeSide } from 'slabtree';
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

/** An object, or an instance of one, and the box around it: oriented, or where that would be flat, axis-aligned. */
export interface Part {
  object: Object3D;
  instanceId?: number;
  batchId?: number;
  box: Obb | Aabb;
}

/** All that is to be seen and has a box of its own: meshes but for those with a skeleton, instances, lines and points. */
export function partsOf(root: Object3D): Part[] {
  return visibleObjects(root).flatMap((object): Part[] => {
    if (isInstanced(object)) return instancesOf(object);
    if (isBatched(object)) return batchOf(object);
    if (isSkinned(object)) return [];
    if (isMesh(object) || object instanceof Line || object instanceof Points) return wholeOf(object);
    return [];
  });
}

function wholeOf(object: Mesh | Line | Points): Part[] {
  return placed(boundsOf(object.geometry), object.matrixWorld).map((box) => ({ object, box }));
}

function instancesOf(object: InstancedMesh): Part[] {
  return Array.from({ length: object.count }, (_, instanceId) => {
    const matrix = new Matrix4();
    object.getMatrixAt(instanceId, matrix);
    const boxes = placed(boundsOf(object.geometry), matrix.premultiply(object.matrixWorld));
    return boxes.map((box) => ({ object, instanceId, box }));
  }).flat();
}

function batchOf(object: BatchedMesh): Part[] {
  return activeIds(object)
    .filter((batchId) => object.getVisibleAt(batchId))
    .flatMap((batchId) => {
      const bounds = object.getBoundingBoxAt(object.getGeometryIdAt(batchId), new Box3()) ?? new Box3();
      const matrix = object.getMatrixAt(batchId, new Matrix4()).premultiply(object.matrixWorld);
      return placed(bounds, matrix).map((box) => ({ object, batchId, box }));
    });
}

function boundsOf(geometry: BufferGeometry): Box3 {
  if (geometry.boundingBox === null) geometry.computeBoundingBox();
  return geometry.boundingBox ?? new Box3();
}

/** The box of these bounds in the world: none where there is nothing in it, or all of it is one point. */
function placed(bounds: Box3, matrix: Matrix4): (Obb | Aabb)[] {
  if (bounds.isEmpty() || matrix.getMaxScaleOnAxis() === 0) return [];
  const { min, max } = bounds;
  return [hasInverse(matrix) ? { min, max, matrix: matrix.clone() } : bounds.clone().applyMatrix4(matrix)];
}

/** Whether a box may be oriented by a matrix: where it is as good as flat, there is no telling but by trying. */
function hasInverse(matrix: Matrix4): boolean {
  const point = { x: 0, y: 0, z: 0 };
  try {
    planeSide({ min: point, max: point, matrix }, { normal: { x: 1, y: 0, z: 0 }, constant: 0 });
    return true;
  } catch {
    return false;
  }
}
