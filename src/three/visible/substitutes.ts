import type { Object3D } from 'three';

/** For each hidden object, the objects that are drawn in its place. */
const substitutes = /* @__PURE__ */ new WeakMap<Object3D, Set<Object3D>>();

/** Hides an object and records a substitute for it. Does nothing if the object is invisible without having a substitute. */
export function addSubstitute(object: Object3D, substitute: Object3D): void {
  const all = substitutes.get(object) ?? new Set();
  if (!object.visible && all.size === 0) return;
  object.visible = false;
  substitutes.set(object, all.add(substitute));
}

/** Removes a substitute of a hidden object. Shows the object again if it has no other substitute. */
export function removeSubstitute(object: Object3D, substitute: Object3D): void {
  const all = substitutes.get(object);
  if (all?.delete(substitute) && all.size === 0) object.visible = true;
}

/** Whether an object has a substitute that is drawn: one that is visible and has a parent. */
export function hasDrawnSubstitute(object: Object3D): boolean {
  return [...(substitutes.get(object) ?? [])].some(({ visible, parent }) => visible && parent !== null);
}

/** Whether an object is shown: it, or a substitute in its place, is visible, and so are all its ancestors. */
export function isShown(object: Object3D): boolean {
  if (!object.visible && !hasDrawnSubstitute(object)) return false;
  let above = object;
  while (above.parent?.visible === true) above = above.parent;
  return above.parent === null;
}
