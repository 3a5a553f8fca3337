import type { SceneContact } from 'slabtree';
import { toleranceAt } from './limits';
import type { MoveSettings } from './moveOptions';
import { add, along } from './vectors';

/** The tolerance for the rounding of coordinates is at most this share of the margin: a sweep does not notice more. */
const MOST = 1 / 32;

/**
 * Returns the contacts of a capsule that no other contact shields, the deepest first.
 *
 * On a floor or along a wall of several boxes or triangles, a capsule touches the box beside it, and is within the margin of the
 * edges of the next boxes, in slanted directions. The capsule cannot come closer to such an edge, because it would first have to pass
 * the plane of the deeper contact. So a contact is shielded if its point is not in front of the plane of a deeper contact by more than
 * rounding. A wall of many boxes is then walked like one box.
 *
 * A sweep that returned the normal of the face, and not of the way to the edge, would make this unnecessary.
 */
export function withoutShielded(contacts: readonly SceneContact[], settings: MoveSettings): SceneContact[] {
  // What is behind the plane of a contact is farther away than that: only deeper contacts shield.
  const deepestFirst = [...contacts].sort((a, b) => b.depth - a.depth);
  const kept: SceneContact[] = [];
  for (const contact of deepestFirst) {
    if (!kept.some((other) => isShieldedBy(contact, other, settings))) kept.push(contact);
  }
  return kept;
}

function isShieldedBy({ point }: SceneContact, other: SceneContact, { margin, radius }: MoveSettings): boolean {
  return (
    along(add(point, other.point, -1), other.normal) <= Math.min(toleranceAt(point, radius, margin), MOST * margin)
  );
}
