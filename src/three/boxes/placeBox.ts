import { type BoxScene, distanceToBox, type Obb } from 'slabtree';
import { Box3, Matrix4 } from 'three';
import { isFilled } from '../math';
import { type BoxSource, worldMatrixOf } from '../sources/boxSource';
import { NONE, type Owners } from './owners';
import type { ObjectRows } from './objectRows';
import { warnNotIndexed } from './warnNotIndexed';

/** What every box of an index belongs to. */
export interface BoxHome {
  readonly scene: BoxScene;
  readonly owners: Owners;
  readonly rows: ObjectRows;
}

const world = /* @__PURE__ */ new Matrix4();
const flattened = /* @__PURE__ */ new Box3();

/**
 * Places the box of an instance, or removes it if there is nothing to place. Returns its id, or NONE.
 *
 * @param id the id that the box has, or NONE.
 * @param bounds the local box; null if the instance is hidden.
 */
export function placeBox(
  home: BoxHome,
  source: BoxSource,
  instance: number,
  id: number,
  bounds: Box3 | null,
  mask: number,
): number {
  const { scene, owners } = home;
  const matrix = source.matrices === null ? source.matrixWorld : worldMatrixOf(source, instance, world);
  // A scale of 0 turns everything into a point. That is how instances are hidden.
  if (bounds === null || bounds.isEmpty() || matrix.getMaxScaleOnAxis() === 0) return removeBox(home, id);
  const box = { min: bounds.min, max: bounds.max, matrix };
  let placed = id;
  try {
    if (id === NONE) placed = scene.addObb(box, mask);
    else scene.setObb(id, box);
  } catch (error) {
    if (isValid(box)) throw error;
    // The matrix flattens the box, or something is not finite, or overflows. A flat object gets the axis-aligned box around it,
    // so that culling still finds it.
    flattened.copy(bounds).applyMatrix4(matrix);
    if (!isFilled(flattened)) {
      const isMatrixFinite = matrix.elements.every(Number.isFinite);
      const what = !isFilled(bounds) ? 'bounding box' : isMatrixFinite ? 'corners in the world' : 'world matrix';
      warnNotIndexed(source, instance, `${what} must be finite numbers`);
      return removeBox(home, id);
    }
    if (id === NONE) placed = scene.addAabb(flattened, mask);
    else scene.setAabb(id, flattened);
  }
  if (id === NONE) owners.set(placed, source, instance);
  return placed;
}

/** Removes a box, if there is one. Returns NONE. */
export function removeBox({ scene, owners }: BoxHome, id: number): typeof NONE {
  if (id === NONE) return NONE;
  scene.remove(id);
  owners.delete(id);
  return NONE;
}

/** Whether a box is finite, not empty, and can be oriented by its matrix. */
function isValid(box: Obb): boolean {
  try {
    // All functions of slabtree check a box in the same way. The distance does not matter.
    distanceToBox(box, box.min);
    return true;
  } catch {
    return false;
  }
}
