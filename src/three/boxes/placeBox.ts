import { type BoxScene, distanceToBox, type Obb } from 'slabtree';
import { Box3, Matrix4 } from 'three';
import { INTERNALS } from '../../scene/internals';
import { isFilled } from '../math';
import { type BoxSource, worldMatrixOf } from '../sources/boxSource';
import type { ObjectRows } from './objectRows';
import { NONE, type ObjectsById } from './objectsById';
import { warnNotIndexed } from './warnings';

/** A scene of boxes of objects, and the object of each box. */
export interface PlacedBoxes {
  readonly scene: BoxScene;
  readonly objects: ObjectsById;
}

/** The scene that holds the boxes of a SceneIndex, and the index's tables over these boxes. */
export interface IndexTables extends PlacedBoxes {
  readonly rows: ObjectRows;
}

const world = /* @__PURE__ */ new Matrix4();
const flattened = /* @__PURE__ */ new Box3();

/**
 * Places the box of an object or instance in the scene, or removes the box if the instance is hidden or empty. Returns the id of
 * the box, or NONE.
 *
 * @param id the present id of the box, or NONE if there is no box yet.
 * @param bounds the local box; null if the instance is hidden.
 */
export function placeBox(
  tables: PlacedBoxes,
  source: BoxSource,
  instance: number,
  id: number,
  bounds: Box3 | null,
  mask: number,
): number {
  const { scene, objects } = tables;
  const matrix = source.matrices === null ? source.matrixWorld : worldMatrixOf(source, instance, world);
  // An instance whose matrix has scale 0 gets no box: applications hide instances in this way.
  if (bounds === null || bounds.isEmpty() || matrix.getMaxScaleOnAxis() === 0) return removeBox(tables, id);
  const box = { min: bounds.min, max: bounds.max, matrix };
  let placed = id;
  try {
    if (id === NONE) placed = scene.addObb(box, mask);
    else scene.setObb(id, box);
  } catch (error) {
    if (isValid(box)) throw error;
    // The scene threw, because the matrix flattens the box, or a number is not finite or overflows. A flattened object gets an
    // axis-aligned box, so that culling still finds it.
    flattened.copy(bounds).applyMatrix4(matrix);
    if (!isFilled(flattened)) {
      const isMatrixFinite = matrix.elements.every(Number.isFinite);
      const what = !isFilled(bounds) ? 'bounding box' : isMatrixFinite ? 'corners in the world' : 'world matrix';
      warnNotIndexed(source, instance, `${what} must be finite numbers`);
      return removeBox(tables, id);
    }
    if (id === NONE) placed = scene.addAabb(flattened, mask);
    else {
      scene[INTERNALS].unlink(id);
      scene.setAabb(id, flattened);
    }
  }
  if (id === NONE) objects.set(placed, source, instance);
  return placed;
}

/** Removes a box from the scene and the tables, unless its id is NONE. Returns NONE. */
export function removeBox({ scene, objects }: PlacedBoxes, id: number): typeof NONE {
  if (id === NONE) return NONE;
  scene[INTERNALS].unlink(id);
  scene.remove(id);
  objects.delete(id);
  return NONE;
}

/** Whether the scene accepts an oriented box: the box is finite and not empty, and its matrix can orient it. */
function isValid(box: Obb): boolean {
  try {
    // distanceToBox checks a box as all functions of slabtree do. Its result, the distance, is not used.
    distanceToBox(box, box.min);
    return true;
  } catch {
    return false;
  }
}
