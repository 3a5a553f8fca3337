import type { Mesh } from 'three';

/** As many names as people read at a glance. */
const SHOWN = 5;

/** "box 3, torus 17". For many shapes, the first names and the number of the others. */
export function shapeNames(shapes: readonly Mesh[]): string {
  const names = shapes.slice(0, SHOWN).map(({ name }) => name);
  const more = shapes.length - names.length;
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`;
}
