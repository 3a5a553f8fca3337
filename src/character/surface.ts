import type { SceneContact, Vec3 } from 'slabtree';
import type { MoveSettings } from './moveOptions';
import { across, add, along, lengthOf, scaled, ZERO } from './vectors';
import type { WalkedScene } from './walkedScene';

/** A place where a capsule touches something, and what it is for a character. */
export interface Surface {
  readonly id: number;
  readonly point: Vec3;
  /** The direction in which the capsule is pushed off. */
  readonly normal: Vec3;
  /** The normal of the face below the point, if the capsule may stand on it. Otherwise `normal`. */
  readonly faceNormal: Vec3;
  /**
   * `'ground'` is a slope that is not too steep. A `'ledge'` is an edge of ground beside a steep face, such as the edge of a stair.
   * Everything else is a `'wall'`.
   */
  readonly kind: 'ground' | 'ledge' | 'wall';
}

/** The normal of a capsule on a face equals the normal of the face, apart from rounding. The share is of 1 minus the cosine. */
const SAME_DIRECTION = 2 ** -24;
/** The sine of a slope that counts as level. */
const LEVEL = 2 ** -20;

/** Returns what a capsule touches at a point, by the faces beside the point. */
export function surfaceAt(scene: WalkedScene, { id, point, normal }: SceneContact, settings: MoveSettings): Surface {
  const { up, minGroundNormal, margin } = settings;
  const wall: Surface = { id, point, normal, faceNormal: normal, kind: 'wall' };
  if (!(along(normal, up) > 0)) return wall;
  const outward = across(normal, up);
  const size = lengthOf(outward);
  // Half a margin beside the point, there is another face than at an edge.
  const aside = size > LEVEL ? scaled(outward, margin / 2 / size) : ZERO;
  const inside = faceBelow(scene, id, add(point, aside, -1), settings);
  if (inside === null || !(along(inside, up) >= minGroundNormal)) return wall;
  const ground: Surface = { id, point, normal, faceNormal: inside, kind: 'ground' };
  if (along(inside, normal) >= 1 - SAME_DIRECTION) return ground;
  const outside = faceBelow(scene, id, add(point, aside), settings);
  if (outside !== null && along(outside, up) >= minGroundNormal) return ground;
  return { ...ground, kind: 'ledge' };
}

/** Returns the normal of the face of a box or instance that is just above or below a point, pointing up. Null if there is none. */
function faceBelow(scene: WalkedScene, id: number, point: Vec3, { up, margin, solid }: MoveSettings): Vec3 | null {
  const reach = 4 * margin;
  const hit = scene.raycast(
    { origin: add(point, up, reach), direction: scaled(up, -1) },
    { tMax: 2 * reach, filter: (other, triangle) => other === id && solid.filter?.(other, triangle) !== false },
  );
  if (hit === null || hit.inside) return null;
  return along(hit.normal, up) < 0 ? scaled(hit.normal, -1) : hit.normal;
}
