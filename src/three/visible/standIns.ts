import type { Object3D } from 'three';

/** For an object that is not drawn itself, the objects that are drawn in its place. */
const standIns = /* @__PURE__ */ new WeakMap<Object3D, Set<Object3D>>();

/** Draws a stand-in in the place of an object, which becomes invisible. Does nothing if somebody else has hidden the object. */
export function takePlace(object: Object3D, standIn: Object3D): void {
  const all = standIns.get(object) ?? new Set();
  if (!object.visible && all.size === 0) return;
  object.visible = false;
  standIns.set(object, all.add(standIn));
}

/** Draws an object again, unless another stand-in is left. */
export function giveBackPlace(object: Object3D, standIn: Object3D): void {
  const all = standIns.get(object);
  if (all?.delete(standIn) && all.size === 0) object.visible = true;
}

/** Whether an object has a stand-in that is drawn: one that is visible and has a parent. */
export function hasStandIn(object: Object3D): boolean {
  return [...(standIns.get(object) ?? [])].some(({ visible, parent }) => visible && parent !== null);
}

/** Whether an object, or its stand-in, is visible, and so is everything above it. */
export function isShown(object: Object3D): boolean {
  if (!object.visible && !hasStandIn(object)) return false;
  let above = object;
  while (above.parent?.visible === true) above = above.parent;
  return above.parent === null;
}
