import type { NearestSelection } from '../../bvh/query/nearest';
import type { TriangleVisitor } from '../../bvh/meshes/visitTriangles';
import { checkNumber, isObject, show } from '../../primitives/check';
import { NO_OPTIONS, OptionNames } from '../../primitives/optionNames';
import { notPlanes, type Plane, readPlane } from '../../primitives/shapes/plane';
import { checkMask } from './checkNumbers';

/** The option `mask` of a query, which restricts the boxes that the query finds. See {@link BoxScene.setMask}. */
export interface MaskOption {
  /** A mask of 32 bits. The query finds only boxes whose masks share a bit with it. All boxes by default. */
  mask?: number;
}

/** Options of {@link BoxScene.overlap}: which boxes it finds. */
export interface OverlapOptions extends MaskOption {
  /** Whether an instance of a mesh counts as its box, and not by its triangles. False by default. */
  boxesOnly?: boolean;
}

const MASK_OPTION = /* @__PURE__ */ new OptionNames<MaskOption>({ mask: true });
const OVERLAP_OPTIONS = /* @__PURE__ */ new OptionNames<OverlapOptions>({ mask: true, boxesOnly: true });

/** The checked options of `BoxScene.overlap`. */
export interface OverlapSettings {
  readonly mask: number | undefined;
  readonly boxesOnly: boolean;
}

/** Returns the checked option `boxesOnly`: whether instances of meshes count as their boxes. */
export function readBoxesOnly(boxesOnly: boolean | undefined): boolean {
  if (boxesOnly === undefined || typeof boxesOnly === 'boolean') return boxesOnly ?? false;
  throw new TypeError(`options.boxesOnly must be true or false, got ${show(boxesOnly)}`);
}

/** Returns the checked mask of a query that has no other options. Undefined if the mask is not set. */
export function readMaskOption(options: MaskOption): number | undefined {
  MASK_OPTION.check('options', options);
  return readMask(options);
}

/** Returns a checked copy of the options of `BoxScene.overlap`. */
export function readOverlapOptions(
  options: OverlapOptions,
  names: OptionNames<OverlapOptions> = OVERLAP_OPTIONS,
): OverlapSettings {
  names.check('options', options);
  return { mask: readMask(options), boxesOnly: readBoxesOnly(options.boxesOnly) };
}

/** Returns the checked mask of a query. Undefined if the mask is not set. */
export function readMask({ mask }: MaskOption): number | undefined {
  if (mask !== undefined) checkMask('options.mask', mask);
  return mask;
}

/** Options of {@link BoxScene.nearest}: which boxes it finds. */
export interface NearestOptions {
  /** The most boxes to find: an integer of 1 or more, or Infinity for all. 1 by default. */
  count?: number;
  /** The largest distance of a box that counts, in world units, 0 or more. Infinity by default. */
  maxDistance?: number;
  /** A mask of 32 bits. The query finds only boxes whose masks share a bit with it. All boxes by default. */
  mask?: number;
  /** A filter, called for boxes that are near the point, in no particular order. Return false to skip the box. */
  filter?: (id: number) => boolean;
  /** Whether an instance of a mesh counts as its box, and not by its triangles. False by default. */
  boxesOnly?: boolean;
  /**
   * Whether distances are signed, from a point only: negative inside a box or a closed mesh, where the `point` is that of the surface, and
   * NaN for a mesh that is not closed. What is found, and in which order, stays. False by default.
   */
  signed?: boolean;
}

const THE_NEAREST: NearestSelection = {
  count: 1,
  maxDistance: Infinity,
  mask: undefined,
  filter: undefined,
  boxesOnly: false,
};

/** The names of the options that {@link readNearestOptions} reads. A call may take more options. */
export const NEAREST_NAMES = { count: true, maxDistance: true, mask: true, filter: true, boxesOnly: true } as const;

export const NEAREST_OPTIONS = /* @__PURE__ */ new OptionNames<NearestOptions>({ ...NEAREST_NAMES, signed: true });

/** Returns the checked option `signed` of {@link BoxScene.nearest}. */
export function readSigned({ signed = false }: NearestOptions): boolean {
  if (typeof signed === 'boolean') return signed;
  throw new TypeError(`options.signed must be true or false, got ${show(signed)}`);
}

/**
 * Returns a checked copy of the options of a query for the nearest boxes, with defaults.
 *
 * @param names the names of the options that the call takes.
 */
export function readNearestOptions(
  options: Omit<NearestOptions, 'signed'>,
  names: OptionNames<Omit<NearestOptions, 'signed'>>,
): NearestSelection {
  if (options === NO_OPTIONS) return THE_NEAREST;
  names.check('options', options);
  const { count = 1, mask, filter, boxesOnly } = options;
  checkNumber('options.count', count);
  if (!(count >= 1 && (Number.isInteger(count) || count === Infinity))) {
    throw new RangeError(`options.count must be an integer of 1 or more, or Infinity for all boxes, got ${count}`);
  }
  const maxDistance = readMaxDistance(options);
  if (mask !== undefined) checkMask('options.mask', mask);
  checkCallback('options.filter', filter);
  return { count, maxDistance, mask, filter, boxesOnly: readBoxesOnly(boxesOnly) };
}

/** Options of {@link BoxScene.closestPoints}. */
export interface ClosestPointsOptions {
  /** The largest distance that counts, in world units, 0 or more. Infinity by default. */
  maxDistance?: number;
}

const CLOSEST_POINTS_OPTIONS = /* @__PURE__ */ new OptionNames<ClosestPointsOptions>({ maxDistance: true });

/** Returns the checked option of `BoxScene.closestPoints`. */
export function readClosestPointsOptions(options: ClosestPointsOptions): number {
  if (options === NO_OPTIONS) return Infinity;
  CLOSEST_POINTS_OPTIONS.check('options', options);
  return readMaxDistance(options);
}

function readMaxDistance({ maxDistance = Infinity }: { readonly maxDistance?: number }): number {
  checkNumber('options.maxDistance', maxDistance);
  if (!(maxDistance >= 0)) throw new RangeError(`options.maxDistance must be 0 or more, got ${maxDistance}`);
  return maxDistance;
}

export function checkCallback(name: string, callback: unknown): void {
  if (callback !== undefined && typeof callback !== 'function') {
    throw new TypeError(`${name} must be a function, got ${show(callback)}`);
  }
}

/** Reads four numbers for each plane of a convex volume: the normal, then the constant. */
export function readPlanes(planes: readonly Plane[]): Float64Array {
  // `given` is of type unknown, because the type guard of Array.isArray would narrow `planes` to `never`.
  const given: unknown = planes;
  if (!Array.isArray(given)) throw notPlanes(given);
  const numbers: number[] = [];
  for (let i = 0, { length } = planes; i < length; i++) {
    const { normal, constant } = readPlane(`planes[${i}]`, planes[i]);
    numbers.push(normal.x, normal.y, normal.z, constant);
  }
  return Float64Array.from(numbers);
}

export function checkVisitor(visitor: TriangleVisitor): void {
  if (isObject(visitor) && 'bounds' in visitor && 'triangle' in visitor) return;
  throw new TypeError(`visitor must have the functions bounds and triangle, got ${show(visitor)}`);
}
