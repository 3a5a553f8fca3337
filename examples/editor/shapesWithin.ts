import type { Mesh } from 'three';
import type { Plane } from 'slabtree';
import type { SceneIndex } from 'slabtree/three';
import { meshSide } from './meshSide';
import { isShape } from './shapes';

/** Which shapes a rectangle selects: those wholly inside, or also those that cross its edge. */
export type Reach = 'inside' | 'crossing';

/**
 * The shapes in a convex volume. The index tells which boxes are inside it and which cross its edge. Triangles are
 * tested only for boxes that cross it.
 */
export function shapesWithin(index: SceneIndex, planes: readonly Plane[], reach: Reach): Mesh[] {
  // #region shown
  // Which boxes are inside the planes, and which cross them?
  const { inside, crossing } = index.boxes.cull(planes);
  const shapesOf = (ids: Iterable<number>) => Array.from(ids, (id) => index.at(id).object).filter(isShape);
  // Only shapes whose boxes cross a plane need a look at their triangles.
  const cut = shapesOf(crossing).filter((shape) => {
    const side = meshSide(shape, planes);
    return side === 'inside' || (side === 'crossing' && reach === 'crossing');
  });
  return [...shapesOf(inside), ...cut];
  // #endregion
}
