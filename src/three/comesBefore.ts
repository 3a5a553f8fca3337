import type { Object3D } from 'three';

/** Whether `Raycaster` asks an object before another of the same graph: parents come first, and children in their order. */
export function comesBefore(a: Object3D, b: Object3D): boolean {
  const [pathToA, pathToB] = [pathTo(a), pathTo(b)];
  let depth = 0;
  while (depth < pathToA.length && pathToA[depth] === pathToB[depth]) depth++;
  // One of them may be above the other.
  if (depth === pathToA.length || depth === pathToB.length) return pathToA.length < pathToB.length;
  const siblings = pathToA[depth].parent?.children ?? [];
  return siblings.indexOf(pathToA[depth]) < siblings.indexOf(pathToB[depth]);
}

function pathTo(object: Object3D): Object3D[] {
  const path: Object3D[] = [];
  for (let above: Object3D | null = object; above !== null; above = above.parent) path.unshift(above);
  return path;
}
