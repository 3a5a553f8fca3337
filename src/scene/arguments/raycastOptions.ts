import { type RaySelection, wideningOf } from '../../bvh/query/raySelection';
import { show } from '../../primitives/check';
import { checkClipSpace, type ClipSpace } from '../../primitives/camera/clipSpace';
import { NO_OPTIONS, OptionNames } from '../../primitives/optionNames';
import type { TriangleSide } from '../../primitives/query/triangles/triangleSide';
import type { RayRange } from '../../primitives/shapes/ray';
import { checkRange, type RayBuffer, writeRange } from '../../primitives/flat/rayBuffer';
import { BACKS, BOTH_SIDES, FRONTS, NO_SIDES, SIDES, WIDENING } from '../../primitives/flat/rayLayout';
import { type Hit, type HitTarget, readTarget } from '../answers/hit';
import { checkCallback, readBoxesOnly } from './queryOptions';
import { checkMask } from './checkNumbers';

/** Options of a ray query, such as {@link BoxScene.raycastAll}: which hits of the ray count. */
export interface RaycastOptions extends RayRange, RaySelection {
  /** A mask of 32 bits. The query finds only boxes whose masks share a bit with it. All boxes by default. */
  mask?: number;
  /**
   * A filter, called for boxes and triangles that the ray hits, in no particular order. `triangle` is the triangle of
   * an instance, and -1 for a box. Return false to skip the box or the triangle.
   */
  filter?: (id: number, triangle: number) => boolean;
  /**
   * A finer test of what is in a box, such as a sphere or a curve. The query calls `refine` with the id of a box and
   * the `t` at which the ray hits the box, and not for triangles of instances. Return your own `t`, in the same units,
   * or null for a miss.
   *
   * - Your `t` counts only from `tMin` to `tMax`.
   * - Your `t` must not lie before the box by more than a millionth. Where the query detects this, it throws a `RangeError`.
   * - A ray that starts inside a box hits its exit face, and misses the box if the exit is beyond `tMax`. Set
   *   `solid: true` to find what is inside, wherever the box ends.
   * - The query also calls `refine` if the ray misses the box by no more than a trillionth (2^-40) of the numbers
   *   involved. So a hit on a face or an edge is not lost if your test rounds differently.
   *
   * @example
   * ```ts
   * const scene = new BoxScene();
   * const ball = { center: { x: 0, y: 0, z: 0 }, radius: 2 };
   * scene.addAabb({ min: { x: -2, y: -2, z: -2 }, max: { x: 2, y: 2, z: 2 } });
   * const ray = { origin: { x: 0, y: 0, z: -8 }, direction: { x: 0, y: 0, z: 1 } };
   * const hit = scene.raycast(ray, {
   *   solid: true,
   *   refine: () => sweep(ray.origin, ray.direction, ball, { tMax: 100 })?.t ?? null,
   * });
   * hit?.t; // → 6
   * ```
   */
  refine?: (id: number, t: number) => number | null;
  /**
   * Which sides of triangles are hit: `'front'`, `'back'` or `'both'`, the default. The corners of a triangle go round
   * counter-clockwise if its front is seen, in the mesh's own space, so a mirrored instance keeps its fronts.
   */
  side?: TriangleSide;
  /** Whether an instance of a mesh counts as its box, and not by its triangles. False by default. */
  boxesOnly?: boolean;
}

/**
 * Options of {@link BoxScene.raycastMany}: which hits count, and which numbers it returns. The range from `tMin` to
 * `tMax` counts for each ray. `filter` and `refine` do not get the ray.
 */
export interface RaycastManyOptions extends RaycastOptions {
  /** Whether the answer has, for each ray, the triangle that it hits, and where on the triangle. False by default. */
  triangles?: boolean;
  /** Whether the answer has, for each ray, whether it hits a front: `fronts`. False by default. */
  fronts?: boolean;
}

/** Options of {@link BoxScene.raycast}: which hits of the ray count, and where the answer is written. */
export interface ClosestHitOptions extends RaycastOptions {
  /**
   * A hit to write the answer to, instead of making a new one. Its `point` and `normal` are written, too, and may be
   * vectors of three.js. The query returns this hit. If the ray hits nothing, the query returns null and leaves this
   * hit as it is.
   *
   * Throws a `TypeError` unless `into` is a hit with two different vectors whose parts can be written.
   *
   * @example
   * ```ts
   * const scene = new BoxScene();
   * scene.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 8, y: 6, z: 8 } });
   * const zero = { id: -1, t: 0, distance: 0, inside: false, triangle: -1, u: 0, v: 0, front: true };
   * const into = { ...zero, point: { x: 0, y: 0, z: 0 }, normal: { x: 0, y: 0, z: 0 } };
   * const ray = { origin: { x: 4, y: 5, z: -20 }, direction: { x: 0, y: 0, z: 1 } };
   * scene.raycast(ray, { into }) === into; // → true
   * into.point; // → { x: 4, y: 5, z: 0 }
   * ```
   */
  into?: Hit;
}

/**
 * Options of {@link BoxScene.pick}: which hits count, where the answer is written, and how the projection matrix is
 * read.
 */
export interface PickOptions extends ClosestHitOptions {
  /** The clip space of the projection matrix. `'opengl'` by default. */
  clipSpace?: ClipSpace;
}

/** The names of the options that {@link readRaycastOptions} reads. A call may take more options. */
export const RAYCAST_NAMES = {
  tMin: true,
  tMax: true,
  solid: true,
  mask: true,
  filter: true,
  refine: true,
  side: true,
  boxesOnly: true,
} as const;

export const RAYCAST_OPTIONS = /* @__PURE__ */ new OptionNames<RaycastOptions>(RAYCAST_NAMES);
export const CLOSEST_HIT_OPTIONS = /* @__PURE__ */ new OptionNames<ClosestHitOptions>({
  ...RAYCAST_NAMES,
  into: true,
});
export const RAYCAST_MANY_OPTIONS = /* @__PURE__ */ new OptionNames<RaycastManyOptions>({
  ...RAYCAST_NAMES,
  triangles: true,
  fronts: true,
});
export const PICK_OPTIONS = /* @__PURE__ */ new OptionNames<PickOptions>({
  ...RAYCAST_NAMES,
  into: true,
  clipSpace: true,
});

/** A checked copy of the options of a ray query, with defaults. */
export interface RaySettings extends RaySelection, Required<RayRange> {
  /** The sides of triangles that the ray can hit, as a number: see rayLayout.ts. */
  readonly sides: number;
}

/** A checked copy of the options of a query for many rays, with defaults. */
export interface ManyRaysSettings extends RaySettings {
  readonly triangles: boolean;
  readonly fronts: boolean;
}

const ALL: RaySettings = {
  tMin: 0,
  tMax: Infinity,
  solid: false,
  mask: undefined,
  filter: undefined,
  refine: undefined,
  sides: BOTH_SIDES,
};

/**
 * Reads each option of a ray query once.
 *
 * @param names the names of the options that the call takes.
 */
export function readRaycastOptions(options: RaycastOptions, names: OptionNames<RaycastOptions>): RaySettings {
  // Most rays have no options. Options are read in another function, so that engines inline this function.
  return options === NO_OPTIONS ? ALL : readGiven(options, names);
}

function readGiven(options: RaycastOptions, names: OptionNames<RaycastOptions>): RaySettings {
  names.check('options', options);
  const { tMin = 0, tMax = Infinity, solid = false, mask, filter, refine, side = 'both', boxesOnly } = options;
  checkRange('options', tMin, tMax, solid);
  if (mask !== undefined) checkMask('options.mask', mask);
  checkCallback('options.filter', filter);
  checkCallback('options.refine', refine);
  const sides = readSides(side, readBoxesOnly(boxesOnly));
  const isAll = tMin === 0 && tMax === Infinity && !solid && mask === undefined && sides === BOTH_SIDES;
  if (isAll && filter === undefined && refine === undefined) return ALL;
  return { tMin, tMax, solid, mask, filter, refine, sides };
}

/** Returns the sides of triangles that the ray can hit, as a number: see rayLayout.ts. */
function readSides(side: TriangleSide, boxesOnly: boolean): number {
  const sides = SIDES_BY_NAME.get(side);
  if (sides === undefined) throw new RangeError(`options.side must be 'front', 'back' or 'both', got ${show(side)}`);
  return boxesOnly ? NO_SIDES : sides;
}

const SIDES_BY_NAME: ReadonlyMap<unknown, number> = /* @__PURE__ */ new Map([
  ['front', FRONTS],
  ['back', BACKS],
  ['both', BOTH_SIDES],
]);

/** Returns the checked clip space of the projection matrix from the options of `BoxScene.pick`. */
export function readClipSpace({ clipSpace = 'opengl' }: PickOptions): ClipSpace {
  checkClipSpace('options.clipSpace', clipSpace);
  return clipSpace;
}

/**
 * Returns a checked copy of the options of a query for many rays.
 *
 * @param names the names of the options that the call takes.
 */
export function readManyRaysOptions(
  options: RaycastManyOptions,
  names: OptionNames<RaycastManyOptions>,
): ManyRaysSettings {
  const settings = readRaycastOptions(options, names);
  return { ...settings, triangles: readTriangles(options), fronts: readFronts(options) };
}

/** Returns the checked option `triangles`: whether the answer for many rays has the triangles that the rays hit. */
export function readTriangles(options: RaycastManyOptions): boolean {
  const { triangles = false } = options;
  if (typeof triangles === 'boolean') return triangles;
  throw new TypeError(`options.triangles must be true or false, got ${show(triangles)}`);
}

/** Returns the checked option `fronts`: whether the answer for many rays says which rays hit a front. */
function readFronts({ fronts = false }: Pick<RaycastManyOptions, 'fronts'>): boolean {
  if (typeof fronts === 'boolean') return fronts;
  throw new TypeError(`options.fronts must be true or false, got ${show(fronts)}`);
}

/** Writes the settings of a query to the numbers of its ray, beside the origin and the direction. */
export function writeSettings(settings: RaySettings, ray: RayBuffer): void {
  writeRange(settings.tMin, settings.tMax, settings.solid, ray);
  ray[WIDENING] = wideningOf(settings);
  ray[SIDES] = settings.sides;
}

/** Returns the caller's hit to which a ray query writes its answer, or null if the query makes a new hit. */
export function readInto(options: ClosestHitOptions): HitTarget | null {
  return options === NO_OPTIONS ? null : readGivenInto(options);
}

function readGivenInto({ into }: ClosestHitOptions): HitTarget | null {
  return into === undefined ? null : readTarget(into);
}
