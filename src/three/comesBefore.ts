import type { Object3D } from 'three';

/** Whether `Raycaster` asks an object before another of the same graph: parents come first, and children in their order. */
export function comesBefore(a: Object3D, b: Object3D): boolean {
  const [pathA, pathB] = [pathTo(a), pathTo(b)];
  const fork = pathA.findIndex((above, i) => above !== pathB[i]);
  // Then it is above the other.
  if (fork < 0) return true;
  const siblings = pathA[fork].parent?.children ?? [];
  return siblings.indexOf(pathA[fork]) < siblings.indexOf(pathB[fork]);
}

function pathTo(object: Object3D): Object3D[] {
  const path: Object3D[] = [];
  for (let above: Object3D | null = object; above !== null; above = above.parent) path.unshift(above);
  return path;
}
