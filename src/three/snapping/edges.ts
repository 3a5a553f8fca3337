import { MathUtils } from 'three';
import type { Side } from './nearPointer';

/**
 * Whether a side is an edge, and drawn: all segments of lines, and sides of triangles except where two triangles meet at a
 * smaller angle. Triangles meet where both ends of their sides are in the same places.
 *
 * @param sides all sides near the pointer, by their place on the screen. Those that meet have the same, so they follow one another.
 * @param i the number of a side in the order.
 */
export function isEdge(sides: readonly Side[], i: number, thresholdAngle: number): boolean {
  const side = sides[i];
  if (side.face === undefined) return side.start !== side.end;
  if (side.face.materialIndex === null) return false;
  if (thresholdAngle === 0) return true;
  let first = i;
  while (first > 0 && isSamePlace(sides[first - 1], side)) first--;
  const normals = [];
  for (let k = first; k < sides.length && isSamePlace(sides[k], side); k++) {
    const { part, from, to, face } = sides[k];
    if (part === side.part && face && from.equals(side.from) && to.equals(side.to)) normals.push(face.normal);
  }
  // eslint-disable-next-line no-restricted-properties -- one bit of the threshold does not matter
  return normals.length !== 2 || normals[0].dot(normals[1]) <= Math.cos(MathUtils.degToRad(thresholdAngle));
}

function isSamePlace({ place: a }: Side, { place: b }: Side): boolean {
  return a.pixels === b.pixels && a.depth === b.depth;
}
