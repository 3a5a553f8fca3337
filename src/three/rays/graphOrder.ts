import type { Object3D } from 'three';

/**
 * Whether `Raycaster` tests object a of a graph before object b: parents first, then children in their order. Of two hits at the same
 * distance, the answer is the hit on the object that is tested first, as in three.js.
 */
export function isTestedBefore(a: Object3D, b: Object3D): boolean {
  const [pathA, pathB] = [pathTo(a), pathTo(b)];
  const fork = pathA.findIndex((above, i) => above !== pathB[i]);
  // Without a fork, a is above b.
  if (fork < 0) return true;
  const siblings = pathA[fork].parent?.children ?? [];
  return siblings.indexOf(pathA[fork]) < siblings.indexOf(pathB[fork]);
}

/** Whether an object is `top`, or below it. */
export function isWithin(object: Object3D, top: Object3D | null): boolean {
  let at: Object3D | null = object;
  while (at !== null && at !== top) at = at.parent;
  return at !== null;
}

/** Whether an object is one of `tops`, or below one. */
export function isWithinAny(object: Object3D, tops: ReadonlySet<Object3D>): boolean {
  let at: Object3D | null = object;
  while (at !== null && !tops.has(at)) at = at.parent;
  return at !== null;
}

function pathTo(object: Object3D): Object3D[] {
  const path: Object3D[] = [];
  for (let above: Object3D | null = object; above !== null; above = above.parent) path.unshift(above);
  return path;
}
