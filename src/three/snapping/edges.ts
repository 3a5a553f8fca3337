import type { Side } from './nearPointer';

/**
 * Whether a side of a triangle is an edge, and drawn: all are, except where two triangles meet at a smaller angle. Triangles meet
 * where both ends of their sides are in the same places.
 *
 * @param sides all sides near the pointer, by their place on the screen. Those that meet have the same, so they follow one another.
 * @param i the number of the side.
 */
export function isEdge(sides: readonly Side[], i: number, thresholdAngle: number): boolean {
  const side = sides[i];
  if (!isDrawn(side)) return false;
  if (thresholdAngle === 0) return true;
  let first = i;
  while (first > 0 && isSamePlace(sides[first - 1], side)) first--;
  const normals = [];
  for (let k = first; k < sides.length && isSamePlace(sides[k], side); k++) {
    const { part, from, to, face } = sides[k];
    if (part === side.part && face && from.equals(side.from) && to.equals(side.to)) normals.push(face.normal);
  }
  // eslint-disable-next-line no-restricted-properties -- one bit of the threshold does not matter
  return normals.length !== 2 || normals[0].dot(normals[1]) <= Math.cos((thresholdAngle * Math.PI) / 180);
}

/** Whether a side is that of a triangle that the camera sees. */
export function isDrawn({ face }: Side): boolean {
  return face !== undefined && face.materialIndex !== null;
}

function isSamePlace({ place: a }: Side, { place: b }: Side): boolean {
  return a.pixels === b.pixels && a.depth === b.depth;
}
