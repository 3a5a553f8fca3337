import type { SceneContact, Vec3 } from 'slabtree';
import { leastStep, LEVEL, roundingAt, toleranceAt } from './limits';
import type { MoveSettings } from './moveOptions';
import { across, add, along, cross, lengthOf, scaled } from './vectors';
import type { WalkedScene } from './walkedScene';

/**
 * A place where a capsule touches something solid, and whether a character can stand there.
 *
 * The place is on a face, or on an edge between two faces. The two faces may belong to different boxes, instances or triangles, as where
 * a ramp leads onto another box. So they are found by rays, which hit everything that is solid.
 */
export interface Surface {
  readonly id: number;
  readonly point: Vec3;
  /** The direction in which the capsule is pushed off. */
  readonly normal: Vec3;
  /** The normal of the face that the capsule may stand on. Otherwise `normal`. */
  readonly faceNormal: Vec3;
  /**
   * - `'ground'`: a face that is not too steep, or an edge between two such faces.
   * - `'ledge'`: an edge of ground beside a steep face or a drop, such as the edge of a stair.
   * - `'wall'`: everything else.
   */
  readonly kind: 'ground' | 'ledge' | 'wall';
}

/** How far above and below a point a ray looks for a face beside it, in margins. */
const REACH = 4;

/** Returns the surface that a capsule touches at a contact. */
export function surfaceAt(scene: WalkedScene, contact: SceneContact, settings: MoveSettings): Surface {
  const { id, point } = contact;
  const { up } = settings;
  const isFace = isOnFace(contact, settings);
  const normal = isFace ? contact.faceNormal : contact.normal;
  const wall: Surface = { id, point, normal, faceNormal: normal, kind: 'wall' };
  if (!(along(normal, up) > 0)) return wall;
  if (isFace) return isGroundSlope(normal, point, settings) ? { ...wall, kind: 'ground' } : wall;
  const outward = across(normal, up);
  const size = lengthOf(outward);
  if (size <= LEVEL) return { ...wall, ...tipAt(scene, point, settings) };
  const inside = groundBeside(scene, point, scaled(outward, -1 / size), settings);
  if (inside === null) return wall;
  const outside = groundBeside(scene, point, scaled(outward, 1 / size), settings);
  const isLevel = inside.isAdjoining && outside?.isAdjoining === true;
  return { ...wall, faceNormal: inside.normal, kind: isLevel ? 'ground' : 'ledge' };
}

/** Whether a normal at a point is that of a slope that is not too steep. */
export function isGroundSlope(normal: Vec3, point: Vec3, settings: MoveSettings): boolean {
  const { up, minGroundNormal, radius, margin } = settings;
  // A face of exactly the steepest slope must count, although its corners are rounded. If a corner moves by the tolerance, a face
  // of the size of the radius turns by the tolerance over the radius, in radians.
  return along(normal, up) >= minGroundNormal - toleranceAt(point, radius, margin) / radius;
}

/**
 * Whether a contact is on a face, or so close to it that the capsule would touch the plane of the face at the same time, apart from the
 * rounding of coordinates: on an inner edge of a floor that rounding has bent, for example.
 */
function isOnFace({ point, normal, feature, faceNormal }: SceneContact, { margin, radius }: MoveSettings): boolean {
  if (feature === 'face') return true;
  return (radius + margin) * (1 - along(normal, faceNormal)) <= roundingAt(point, radius, margin);
}

/**
 * Returns the kind of an edge or a corner on which the lowest point of the capsule rests. It is ground if a face that is not too steep
 * leads to it. No direction is outward here, so a face may be to any side. Otherwise, it is the tip of something: a ledge.
 */
function tipAt(scene: WalkedScene, point: Vec3, settings: MoveSettings): Pick<Surface, 'faceNormal' | 'kind'> {
  const { up } = settings;
  // Two level directions, at a right angle to each other.
  const aside = Math.abs(up.x) < 0.75 ? across({ x: 1, y: 0, z: 0 }, up) : across({ x: 0, y: 1, z: 0 }, up);
  const one = scaled(aside, 1 / lengthOf(aside));
  const other = cross(one, up);
  for (const side of [one, scaled(one, -1), other, scaled(other, -1)]) {
    const face = groundBeside(scene, point, side, settings);
    if (face?.isAdjoining === true) return { faceNormal: face.normal, kind: 'ground' };
  }
  return { faceNormal: up, kind: 'ledge' };
}

/** A face beside an edge. */
interface Face {
  /** Its normal, pointing up. */
  readonly normal: Vec3;
  /** Whether the face leads to the edge, without a step. */
  readonly isAdjoining: boolean;
}

/** Returns the face beside a point, in a level direction. Null if nothing solid is there, or the face is too steep. */
function groundBeside(scene: WalkedScene, point: Vec3, side: Vec3, settings: MoveSettings): Face | null {
  const { up, margin, minGroundNormal, radius, solid } = settings;
  const reach = REACH * margin;
  // At this distance to the side, the steepest ground is within reach. At most half a margin, as another face may begin farther away.
  const steepest = Math.sqrt(1 - minGroundNormal * minGroundNormal);
  const aside = Math.min(margin / 2, ((reach / 2) * minGroundNormal) / steepest);
  const origin = add(add(point, side, aside), up, reach);
  const hit = scene.raycast({ origin, direction: scaled(up, -1) }, { ...solid, tMax: 2 * reach });
  if (hit === null || hit.inside) return null;
  const normal = along(hit.normal, up) < 0 ? scaled(hit.normal, -1) : hit.normal;
  if (!isGroundSlope(normal, point, settings)) return null;
  const height = along(add(point, add(origin, up, -hit.t), -1), normal);
  return { normal, isAdjoining: Math.abs(height) <= leastStep(margin) + toleranceAt(point, radius, margin) };
}
