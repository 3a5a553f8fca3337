import { MathUtils } from 'three';
import type { Part, Side } from './nearPointer';

/**
 * The sides that are edges, and drawn: all segments of lines, and sides of triangles except where two triangles meet at a smaller
 * angle. Triangles meet where both ends of their sides are in the same places.
 *
 * @param sides all that are near the pointer: those of triangles that meet are as near.
 */
export function edgesAmong(sides: readonly Side[], thresholdAngle: number): Side[] {
  // eslint-disable-next-line no-restricted-properties -- one bit of the threshold does not matter
  const cosine = Math.cos(MathUtils.degToRad(thresholdAngle));
  const meeting = new Map<Part, Map<string, Side[]>>();
  for (const side of sides) {
    if (side.face === undefined) continue;
    let ofPart = meeting.get(side.part);
    if (ofPart === undefined) meeting.set(side.part, (ofPart = new Map<string, Side[]>()));
    const key = keyOf(side);
    const others = ofPart.get(key);
    if (others === undefined) ofPart.set(key, [side]);
    else others.push(side);
  }
  return sides.filter((side) => {
    if (side.face === undefined) return side.start !== side.end;
    if (!side.face.isDrawn) return false;
    const meet = meeting.get(side.part)?.get(keyOf(side)) ?? [];
    const [normal, other] = meet.flatMap(({ face }) => (face === undefined ? [] : [face.normal]));
    return thresholdAngle === 0 || meet.length !== 2 || normal.dot(other) <= cosine;
  });
}

function keyOf({ from: a, to: b }: Side): string {
  return `${a.x} ${a.y} ${a.z} ${b.x} ${b.y} ${b.z}`;
}
