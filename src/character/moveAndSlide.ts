import type { Capsule, SceneContact, Vec3 } from 'slabtree';
import { NO_OPTIONS } from '../primitives/optionNames';
import { readVec3 } from '../primitives/shapes/vec3';
import { carry, type Ground, presentGround } from './ground';
import { LEVEL } from './limits';
import { type MoveOptions, readCapsule, readMoveOptions } from './moveOptions';
import { across, add, along, lengthOf, ZERO } from './vectors';
import { Walk } from './walk';
import { checkScene, type WalkedScene } from './walkedScene';

/** What a step of a character has done: the answer of {@link moveAndSlide}. */
export interface Move {
  /** The capsule where it is now. */
  capsule: Capsule;
  /** The part of the motion that was not made, because something is in the way. */
  left: Vec3;
  /** What the capsule has touched, at the start or on its way: each box and triangle once, where it was touched first. */
  touched: SceneContact[];
  /** What the character stands on now, or null if it is in the air. The next step takes it as `options.ground`. */
  ground: Ground | null;
}

/**
 * Moves the capsule of a character by `motion`, as far as the scene lets it. It slides along what it meets, goes up steps, stays on
 * the ground on its way down, moves with the ground, and keeps a gap (`margin`) to everything. What moved into it pushes it away.
 *
 * There is no clock and no gravity: `motion` is the way of one step, such as velocity times time. For a character in the air, the
 * motion must go down as far as it falls. A character that stands on the ground (`options.ground`) stays there without that, also on a
 * slope, until the motion goes up.
 *
 * A step makes at most `6 + maxSlides` sweeps and one query for contacts, or two while the ground carries it.
 *
 * @param motion the way, in world units.
 * @throws TypeError or RangeError if an argument is not valid.
 *
 * @example
 * ```ts
 * const scene = new BoxScene();
 * scene.addAabb({ min: { x: -9, y: -1, z: -9 }, max: { x: 9, y: 0, z: 9 } }); // the floor
 * let capsule = { a: { x: 0, y: 0.5, z: 0 }, b: { x: 0, y: 1.5, z: 0 }, radius: 0.4 };
 * let ground: Ground | null = null;
 * let fall = 0;
 * for (let step = 0; step < 60; step++) {
 *   fall = ground === null ? fall + 9.81 / 60 : 0;
 *   const motion = { x: 1 / 60, y: -fall / 60, z: 0 }; // walks for a second, in steps of 1/60
 *   ({ capsule, ground } = moveAndSlide(scene, capsule, motion, { ground, maxStep: 0.3 }));
 * }
 * ground?.normal; // → { x: 0, y: 1, z: 0 }
 * ```
 */
export function moveAndSlide(
  scene: WalkedScene,
  capsule: Capsule,
  motion: Vec3,
  options: MoveOptions = NO_OPTIONS,
): Move {
  checkScene(scene);
  const start = readCapsule('capsule', capsule);
  const way = readVec3('motion', motion);
  const settings = readMoveOptions(options, start.radius);
  const { up, snap, margin, ground: before } = settings;
  const upward = along(way, up);
  // A level motion along a slanted `up` may rise by a rounding, and is no jump.
  const rise = upward > 0 && upward <= LEVEL * lengthOf(way) ? 0 : upward;
  const ground = rise > 0 ? null : before;
  const present = before === null ? null : presentGround(scene, before);
  const walk = new Walk(scene, start, settings, present);
  walk.part(before === null || present === null ? ZERO : carry(before, present, margin));
  // On the ground, gravity only keeps the character there: it does not slide down.
  const left = walk.slide(ground === null ? way : across(way, up), ground !== null);
  const landed = rise > 0 ? null : walk.land(ground === null ? 0 : Math.max(snap, -rise));
  const isFalling = ground !== null && landed === null;
  return {
    capsule: walk.capsule,
    left: isFalling ? add(left, up, rise) : left,
    touched: walk.touched,
    ground: landed,
  };
}
