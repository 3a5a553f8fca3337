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
import { isBounded } from './ownBounds';

/** The answer an index must give, by three.js's own loop: the closest hit on a visible object, the first of equal ones. */
export function closestOf(root: Object3D, raycaster: Raycaster): Intersection | undefined {
  return raycaster.intersectObjects(visibleObjects(root), false).at(0);
}

/**
 * What `raycaster.intersectObject(top, true)` would be if three.js left out what is invisible.
 *
 * @param top the root, or an object below it.
 */
export function allOf(root: Object3D, raycaster: Raycaster, top = root): Intersection[] {
  const hits: Intersection[] = [];
  // What stops three.js above the top does not matter.
  const ask = (object: Object3D, isAsked: boolean): void => {
    if (!object.visible) return;
    const goesOn = isAsked && object.layers.test(raycaster.layers) ? askObject(object, raycaster, hits) : true;
    if (goesOn !== false) for (const child of object.children) ask(child, isAsked || child === top);
  };
  ask(root, root === top);
  return hits.sort((a, b) => a.distance - b.distance);
}

/** Calls the raycast of an object. Returns what it returns, which three.js heeds and its types do not know. */
function askObject(
  object: { raycast(raycaster: Raycaster, hits: Intersection[]): unknown },
  raycaster: Raycaster,
  hits: Intersection[],
): unknown {
  return object.raycast(raycaster, hits);
}

/** All objects that are visible, with everything above them, in the order in which three.js visits them. */
export function visibleObjects(root: Object3D): Object3D[] {
  const objects: Object3D[] = [];
  root.traverseVisible((object) => objects.push(object));
  return objects;
}

/** An object or an instance, and the box around it: oriented, or axis-aligned if the oriented box would be flat. */
export interface Part {
  object: Object3D;
  instanceId?: number;
  batchId?: number;
  box: Obb | Aabb;
}

/**
 * Everything visible that this loop knows a box for: meshes without a skeleton, instances, lines and points, and objects with
 * bounds of their own.
 *
 * @param boundsOf as in the options of an index.
 */
export function partsOf(root: Object3D, boundsOf: (object: Object3D) => Box3 | undefined = () => undefined): Part[] {
  return visibleObjects(root).flatMap((object): Part[] => {
    const bounds = boundsOf(object) ?? (isBounded(object) ? object.indexedBounds : undefined);
    if (bounds !== undefined) return placed(bounds, object.matrixWorld).map((box) => ({ object, box }));
    if (isInstanced(object)) return instancesOf(object);
    if (isBatched(object)) return batchOf(object);
    if (isSkinned(object)) return [];
    if (isMesh(object) || object instanceof Line || object instanceof Points) return globalIdOf(object);
    return [];
  });
}

function globalIdOf(object: Mesh | Line | Points): Part[] {
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

/** The box of these bounds in the world; none if it is empty or a single point. */
function placed(bounds: Box3, matrix: Matrix4): (Obb | Aabb)[] {
  if (bounds.isEmpty() || matrix.getMaxScaleOnAxis() === 0) return [];
  const { min, max } = bounds;
  return [hasInverse(matrix) ? { min, max, matrix: matrix.clone() } : bounds.clone().applyMatrix4(matrix)];
}

/** Whether a matrix can orient a box. Near flatness, rounding decides, so the only way to know is to try. */
function hasInverse(matrix: Matrix4): boolean {
  const point = { x: 0, y: 0, z: 0 };
  try {
    planeSide({ min: point, max: point, matrix }, { normal: { x: 1, y: 0, z: 0 }, constant: 0 });
    return true;
  } catch {
    return false;
  }
}
