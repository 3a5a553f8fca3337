import { checkFinite, checkNumber, show } from '../check';
import { Motion } from '../flat/motion';
import { readConvexShape } from '../flat/readConvexShape';
import { NO_OPTIONS, OptionNames } from '../optionNames';
import { Reusable } from '../reusable';
import type { Shape } from '../shapes/shape';
import { lengthOfPart, readVec3, type Vec3, vec3 } from '../shapes/vec3';
import { type Contact, metFeatures, shapePairs } from './contact';
import type { ShapePair } from './shapePair';
import { sweepOf } from './sweeps/sweepOf';
import { signOfSide, type TriangleSide } from './triangles/triangleSide';

/** Where a moving shape first touches another one: the answer of {@link sweep}. */
export interface Sweep extends Contact {
  /** How much of the motion the shape has made, from 0 to `tMax`. */
  t: number;
  /** How far the shape has moved, in world units. */
  distance: number;
  /** Whether the shape touches or overlaps the other one before it moves. Then `t` is 0. */
  startsOverlapping: boolean;
  /**
   * If the shape starts overlapping, how far it must move along `normal` so that both only touch. Otherwise 0, or with a `margin`
   * the negative of the gap that is left.
   */
  depth: number;
}

/** Options of {@link sweep}: how far the shape moves, and what counts as a hit. */
export interface MotionOptions {
  /** How much of the motion the shape makes, in units of the motion, 0 or more. 1 by default. */
  tMax?: number;
  /**
   * By how much the shape is rounded before it moves, in world units: it stops that far from the other shape. 0 by
   * default.
   */
  margin?: number;
  /**
   * Whether a shape that starts within the margin, and does not come nearer by its motion, passes: a capsule on a floor can then
   * walk. False by default.
   */
  ignoreStart?: boolean;
  /**
   * The side of a triangle that can be hit: `'front'` if the motion goes against its front, `'back'`, or `'both'`, the default. A
   * motion along the face may hit either side.
   */
  side?: TriangleSide;
}

/** The names of the options that {@link readMotionOptions} reads. A call may take more options. */
export const MOTION_NAMES = { tMax: true, margin: true, ignoreStart: true, side: true } as const;

const MOTION_OPTIONS = /* @__PURE__ */ new OptionNames<MotionOptions>(MOTION_NAMES);

/**
 * Returns where a shape that moves by `motion` first touches another shape, which stands still. Null if it does not. The shape
 * does not turn.
 *
 * - Touching counts. A shape that touches or overlaps the other one before it moves hits at `t` 0, with the contact that
 *   {@link contact} returns. With a motion of zero, only that can hit.
 * - `point`, `normal` and `feature` are those of the contact at `t`, apart from rounding. If faces or edges touch as a whole, `point` is
 *   one of their points. If corners touch, `normal` is one of the directions out of `other` there.
 * - `faceNormal` is that of the contact, too, but that of a triangle goes against the motion, unless `t` is 0.
 * - A triangle is a surface, hit from both sides.
 *
 * An axis across a face of either shape, or across an edge of each, parts them at the start, or else only as long as they are closer
 * along it than their radii. So the shapes touch when the last of these axes does not part them any more, and miss each other if
 * another one parts them by then (Gottschalk, Lin and Manocha, "OBBTree", 1996, with a motion). That is the touch of shapes that
 * are not rounded, and before the touch of others. From there, the shape moves, step by step, until it touches a plane that parts
 * both shapes: the plane across their closest points. As their distance is a convex function of `t`, this is Newton's method. It
 * comes to the first touch from before it, and as the plane parts the shapes until then, however badly it is rounded, no step
 * passes the touch. It ends where the gap is as small as the rounding of the coordinates, or after 100 steps: then the shape only
 * slides along the other one, and does not touch it.
 *
 * For a capsule, a sphere or a point and any other shape, and for a box without a radius and a box or a triangle, the touch has a closed
 * form, and the gap at t is within 2^-46 of the numbers involved, on either side. `point` and `normal` are then those of the face, edge
 * or corner that is met first. The iteration is left where rounding may decide: for grazes, needles and very small radii. There, it may
 * miss a touch that is a graze within 1e-8 of these numbers. Where a needle has no closer points, the gap at t is within 2^-28 of them.
 *
 * @param motion the whole way, in world units. `t` counts in units of it: 1 is its end.
 * @throws TypeError or RangeError if an argument is not valid.
 *
 * @example
 * ```ts
 * const wall = { min: { x: 5, y: -9, z: -9 }, max: { x: 6, y: 9, z: 9 } };
 * const hit = sweep({ center: { x: 0, y: 0, z: 0 }, radius: 1 }, { x: 8, y: 0, z: 0 }, wall);
 * hit?.t; // → 0.5
 * hit?.feature; // → 'face'
 * hit?.faceNormal; // → { x: -1, y: 0, z: 0 }
 * ```
 */
export function sweep(shape: Shape, motion: Vec3, other: Shape, options: MotionOptions = NO_OPTIONS): Sweep | null {
  const pair = shapePairs.take();
  readConvexShape('shape', shape, pair.a);
  const way = readVec3('motion', motion);
  readConvexShape('other', other, pair.b);
  const settings = readMotionOptions(options, MOTION_OPTIONS);
  const flat = motions.take();
  writeMotion(way, settings, flat);
  const t = sweepOf(pair, flat);
  const hit = Number.isNaN(t) ? null : hitOf(pair, flat, way, t);
  motions.giveBack(flat);
  shapePairs.giveBack(pair);
  return hit;
}

const motions = /* @__PURE__ */ new Reusable(() => new Motion());

/** Returns the hit that {@link sweepOf} has found for a pair. @param way the motion, as it was read. */
function hitOf(pair: ShapePair, motion: Motion, way: Vec3, t: number): Sweep {
  const met = metFeatures.take();
  met.find(pair.b, pair.contact, t > 0 ? motion.way : null);
  const { name: feature, faceNormal: face } = met;
  metFeatures.giveBack(met);
  const { contact, depth, startsOverlapping } = pair;
  return {
    t,
    distance: lengthOfPart(t, way.x, way.y, way.z),
    point: vec3(contact[0] + 0, contact[1] + 0, contact[2] + 0),
    normal: vec3(contact[3] + 0, contact[4] + 0, contact[5] + 0),
    startsOverlapping,
    depth: depth + 0,
    feature,
    faceNormal: vec3(face[0], face[1], face[2]),
  };
}

/** The checked options of a motion. */
export type MotionSettings = Omit<Motion, 'way'>;

/** Reads the options of a motion. @param names the names of the options that the call takes. */
export function readMotionOptions(options: MotionOptions, names: OptionNames<MotionOptions>): MotionSettings {
  names.check('options', options);
  const { tMax = 1, margin = 0, ignoreStart = false, side = 'both' } = options;
  checkNumber('options.tMax', tMax);
  if (!(tMax >= 0)) throw new RangeError(`options.tMax must be 0 or more, got ${tMax}`);
  checkFinite('options.margin', margin);
  if (margin < 0) throw new RangeError(`options.margin must not be negative, got ${margin}`);
  if (typeof ignoreStart !== 'boolean') {
    throw new TypeError(`options.ignoreStart must be true or false, got ${show(ignoreStart)}`);
  }
  // What would be hit at a t beyond float64 is missed.
  return { tMax: Math.min(tMax, Number.MAX_VALUE), margin, ignoresStart: ignoreStart, side: signOfSide(side) };
}

/** Sets a motion to a way and the checked options. */
export function writeMotion({ x, y, z }: Vec3, settings: MotionSettings, out: Motion): void {
  out.way[0] = x;
  out.way[1] = y;
  out.way[2] = z;
  out.tMax = settings.tMax;
  out.margin = settings.margin;
  out.ignoresStart = settings.ignoresStart;
  out.side = settings.side;
}
