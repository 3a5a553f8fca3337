import type { Mesh } from 'three';

/** As many names as are read at a glance. */
const SHOWN = 5;

/** "box 3, torus 17", and of many shapes the first and how many more there are. */
export function shapeNames(shapes: readonly Mesh[]): string {
  const names = shapes.slice(0, SHOWN).map(({ name }) => name);
  const more = shapes.length - names.length;
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`;
}
