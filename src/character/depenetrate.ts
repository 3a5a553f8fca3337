import type { Shape, Vec3 } from 'slabtree';
import { checkFinite } from '../primitives/check';
import { NO_OPTIONS, OptionNames } from '../primitives/optionNames';
import { copyShape } from '../primitives/shapes/copyShape';
import { closestWithin, type HalfSpace } from './halfSpaces';
import { readSolid, type SolidOptions } from './moveOptions';
import { add, along, ZERO } from './vectors';
import { checkScene, type WalkedScene } from './walkedScene';

/** Options of {@link depenetrate}: the gap that is left, and what is solid. */
export interface DepenetrateOptions extends SolidOptions {
  /** The gap that is left, in world units, 0 or more. 0 by default: then the shape only touches what it was in. */
  margin?: number;
  /** The most rounds, an integer of 1 or more. 8 by default. */
  maxRounds?: number;
}

/** The way out of everything: the answer of {@link depenetrate}. */
export interface Depenetration {
  /** The translation. All zero if there is nothing to part from, or if it did not succeed. */
  translation: Vec3;
  /** Whether the shape, moved by the translation, overlaps nothing, apart from rounding. */
  succeeded: boolean;
}

const OPTIONS = /* @__PURE__ */ new OptionNames<DepenetrateOptions>({
  margin: true,
  maxRounds: true,
  mask: true,
  filter: true,
});

/** A shape is parted if it overlaps something by less than this share of the numbers involved. */
const ROUNDING = 2 ** -40;

/**
 * Returns the least translation that parts a shape from everything it overlaps.
 *
 * Each box or triangle that the shape overlaps requires a translation of at least the depth of the contact along its normal. Each
 * round adds the requirements of what the shape overlaps at the place found so far, and then finds the place closest to the first one
 * that satisfies all requirements. It succeeds when the shape overlaps nothing. It fails if no place satisfies all, as between two
 * walls that are closer than the shape is wide, or after `maxRounds`. Each box or triangle is left along its own normal only. So a
 * shape in the middle of two boxes that overlap may not get out, because the way out of one of them leads into the other.
 *
 * @throws TypeError or RangeError if an argument is not valid.
 *
 * @example
 * ```ts
 * const scene = new BoxScene();
 * scene.addAabb({ min: { x: -9, y: -1, z: -9 }, max: { x: 9, y: 0, z: 9 } }); // the floor
 * const { translation, succeeded } = depenetrate(scene, { center: { x: 0, y: 0.25, z: 0 }, radius: 0.5 });
 * translation; // → { x: 0, y: 0.25, z: 0 }
 * succeeded; // → true
 * ```
 */
export function depenetrate(scene: WalkedScene, shape: Shape, options: DepenetrateOptions = NO_OPTIONS): Depenetration {
  checkScene(scene);
  const start = copyShape('shape', shape);
  OPTIONS.check('options', options);
  const { margin = 0, maxRounds = 8 } = options;
  checkFinite('options.margin', margin);
  if (margin < 0) throw new RangeError(`options.margin must not be negative, got ${margin}`);
  if (!(Number.isInteger(maxRounds) && maxRounds >= 1)) {
    throw new RangeError(`options.maxRounds must be an integer of 1 or more, got ${maxRounds}`);
  }
  const solid = readSolid(options);
  const spaces: HalfSpace[] = [];
  let translation: Vec3 | null = ZERO;
  let moved = start;
  for (let round = 0; round <= maxRounds; round++) {
    const asked = spaces.length;
    for (const { point, normal, depth } of scene.contacts(moved, { ...solid, within: margin })) {
      const size = Math.max(Math.abs(point.x), Math.abs(point.y), Math.abs(point.z), Math.abs(depth));
      if (depth + margin > ROUNDING * size) spaces.push({ normal, least: along(translation, normal) + depth + margin });
    }
    if (spaces.length === asked) return { translation: { ...translation }, succeeded: true };
    translation = closestWithin(ZERO, spaces);
    if (translation === null) break;
    moved = translated(start, translation);
  }
  return { translation: { ...ZERO }, succeeded: false };
}

/** The fields that place a shape other than a point. Each kind of shape has some of them. */
type Parts = Partial<Record<'center' | 'a' | 'b' | 'c' | 'min' | 'max', Vec3>> & { matrix?: number[] };

const POINTS = ['center', 'a', 'b', 'c', 'min', 'max'] as const;

/** Returns a moved copy of a shape. Of an oriented box, only the matrix is moved. */
function translated(shape: Shape, way: Vec3): Shape {
  if ('x' in shape) return add(shape, way);
  const moved: Parts = { ...(shape as Parts) };
  if (moved.matrix !== undefined) {
    const [x, y, z, w] = moved.matrix.slice(12);
    moved.matrix = [...moved.matrix.slice(0, 12), x + way.x, y + way.y, z + way.z, w];
    return moved as Shape;
  }
  for (const part of POINTS) {
    const point = moved[part];
    if (point !== undefined) moved[part] = add(point, way);
  }
  return moved as Shape;
}
