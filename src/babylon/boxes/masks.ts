/** The bits of a box's mask: whether a walk along a ray may end before it, and whether its mesh may be picked. */
const ORDERED_PICKABLE = 1;
const ORDERED_OTHER = 2;
const LOOSE_PICKABLE = 4;
const LOOSE_OTHER = 8;

/** The bit of what is drawn: see `SceneIndex.drawnMask`. */
export const DRAWN = 16;

/**
 * @param isOrdered whether the mesh is 'ordered'.
 * @param isPickable whether the mesh is enabled, visible and pickable.
 */
export function maskOf(isOrdered: boolean, isPickable: boolean): number {
  if (isOrdered) return isPickable ? ORDERED_PICKABLE : ORDERED_OTHER;
  return isPickable ? LOOSE_PICKABLE : LOOSE_OTHER;
}

/**
 * Returns the mask that selects boxes for a ray.
 *
 * @param isOrdered as for {@link maskOf}.
 * @param takesAll whether a predicate decides about all meshes, pickable or not.
 */
export function maskFor(isOrdered: boolean, takesAll: boolean): number {
  return maskOf(isOrdered, true) | (takesAll ? maskOf(isOrdered, false) : 0);
}
