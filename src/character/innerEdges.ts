import type { SceneContact } from 'slabtree';
import { roundingAt } from './limits';
import type { MoveSettings } from './moveOptions';
import { add, along } from './vectors';

/**
 * Returns the contacts of a capsule without those of inner edges. Faces come first, then edges and vertices, the deepest first.
 *
 * On a floor or along a wall of several boxes or triangles, a capsule touches a face, and is within the margin of edges of the next
 * boxes, in slanted directions. It cannot come closer to such an edge, because it would first have to pass the plane of the face. So an
 * edge or a vertex counts only if its point is in front of the planes of all other contacts, by more than rounding. A face always
 * counts. So an edge that rounding has lifted above the face is ignored as well, although it is closer. An edge that is cut into pieces
 * is walked like one for the same reason: the ends of the next pieces are in the plane of its contact.
 */
export function withoutInnerEdges(contacts: readonly SceneContact[], settings: MoveSettings): SceneContact[] {
  const kept = contacts.filter(({ feature }) => feature === 'face');
  // What is behind the plane of a contact is farther away than that, so only deeper contacts leave out edges.
  const edges = contacts.filter(({ feature }) => feature !== 'face').sort((a, b) => b.depth - a.depth);
  for (const edge of edges) if (kept.every((other) => isInFrontOf(edge, other, settings))) kept.push(edge);
  return kept;
}

/** Whether the point of a contact is in front of the plane of another one, by more than rounding. */
function isInFrontOf({ point }: SceneContact, other: SceneContact, { margin, radius }: MoveSettings): boolean {
  return along(add(point, other.point, -1), other.normal) > roundingAt(point, radius, margin);
}
