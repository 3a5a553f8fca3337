import { MathUtils } from 'three';
import type { Side } from './nearPointer';

/**
 * Tells which sides are edges, and drawn: all segments of lines, and sides of triangles except where two triangles meet at a
 * smaller angle. Triangles meet where both ends of their sides are in the same places.
 *
 * @param sorted all sides near the pointer, by their place on the screen. Those that meet have the same, so they follow one another.
 */
export class Edges {
  readonly #sorted: readonly Side[];
  readonly #thresholdAngle: number;
  readonly #cosine: number;

  constructor(sorted: readonly Side[], thresholdAngle: number) {
    this.#sorted = sorted;
    this.#thresholdAngle = thresholdAngle;
    // eslint-disable-next-line no-restricted-properties -- one bit of the threshold does not matter
    this.#cosine = Math.cos(MathUtils.degToRad(thresholdAngle));
  }

  /** @param i the number of a side in the order. */
  has(i: number): boolean {
    const sides = this.#sorted;
    const side = sides[i];
    if (side.face === undefined) return side.start !== side.end;
    if (side.face.materialIndex === null) return false;
    if (this.#thresholdAngle === 0) return true;
    let first = i;
    while (first > 0 && isSamePlace(sides[first - 1], side)) first--;
    const normals = [];
    for (let k = first; k < sides.length && isSamePlace(sides[k], side); k++) {
      const { part, from, to, face } = sides[k];
      if (part === side.part && face !== undefined && from.equals(side.from) && to.equals(side.to))
        normals.push(face.normal);
    }
    return normals.length !== 2 || normals[0].dot(normals[1]) <= this.#cosine;
  }
}

function isSamePlace({ place: a }: Side, { place: b }: Side): boolean {
  return a.pixels === b.pixels && a.depth === b.depth;
}
