import { exponentOf, powerOf } from '../../primitives/exponents';
import { OBB_STRIDE, TRANSLATION } from '../../primitives/flat/boxLayout';
import type { BoxStore } from '../boxes/boxStore';
import { writeWorldBounds } from '../boxes/worldBounds';
import { indexOf, kindOf, OBB } from '../layout/nodeLayout';
import { createObbMargin, obbMargin } from './obbMargin';
import { createMeasure, type SceneMeasure } from './sceneMeasure';

/** A scene whose middle is farther from zero than this many times its size gets an origin near the middle. */
const FAR = 8;

/** Coordinates below this number do not become Infinity in float32. */
const FLOAT32_LIMIT = 2 ** 127;

const bounds = /* @__PURE__ */ new Float64Array(6);
const margin = /* @__PURE__ */ createObbMargin();

/** The sums from which a scene's measure is computed (see SceneMeasure). Boxes can be added in parts, in any order. */
export interface MeasureSums extends Pick<SceneMeasure, 'magnitude' | 'obbSlope'> {
  /** The bounds of all boxes but those with infinite margins, which every query tests: see measureBox. */
  readonly min: Float64Array;
  readonly max: Float64Array;
  /**
   * The sum of the binary exponents of the boxes' largest extents, and the number of these boxes. Points have no exponent. The
   * typical size is 2 to the mean exponent. A sum of integers is the same in any order of the boxes.
   */
  exponents: number;
  sized: number;
}

export function createSums(): MeasureSums {
  return {
    min: new Float64Array(3).fill(Infinity),
    max: new Float64Array(3).fill(-Infinity),
    magnitude: new Float64Array(3),
    obbSlope: 0,
    exponents: 0,
    sized: 0,
  };
}

/** Adds all boxes of a store to the sums from which a scene's measure is computed. */
export function addToSums(boxes: BoxStore, sums: MeasureSums): void {
  const { min, max } = sums;
  for (let id = 0; id < boxes.idLimit; id++) {
    if (!boxes.has(id)) continue;
    if (!measureBox(boxes, boxes.places[id], sums)) continue;
    for (let k = 0; k < 3; k++) {
      min[k] = Math.min(min[k], bounds[k]);
      max[k] = Math.max(max[k], bounds[k + 3]);
    }
    const size = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
    if (size > 0) {
      sums.exponents += exponentOf(size);
      sums.sized++;
    }
  }
}

/** Returns the measure of the scene, computed from the sums of all boxes that were added. */
export function measureOfSums({ min, max, magnitude, obbSlope, exponents, sized }: MeasureSums): SceneMeasure {
  const measure = { ...createMeasure(), magnitude: magnitude.slice(), obbSlope };
  if (sized > 0) measure.typicalSize = powerOf(Math.floor(exponents / sized));
  // The tree's origin is the middle of the bounds of all boxes that have finite bounds. A scene may have no such box.
  if (min[0] !== Infinity) measureBounds(measure, min, max);
  return measure;
}

/** Returns the measure of all boxes of a store: see SceneMeasure. */
export function measureScene(boxes: BoxStore): SceneMeasure {
  const sums = createSums();
  addToSums(boxes, sums);
  return measureOfSums(sums);
}

/** Sets the origin of a scene's measure for boxes within `min` and `max`, and makes the measure cover the boxes. */
export function measureBounds(measure: SceneMeasure, min: ArrayLike<number>, max: ArrayLike<number>): void {
  const { origin, extent, magnitude } = measure;
  for (let k = 0; k < 3; k++) {
    const size = max[k] - min[k];
    const middle = min[k] / 2 + max[k] / 2;
    // An origin that is FAR times the scene's size from zero, rounded to float32, can be subtracted from a float32
    // coordinate without rounding: the difference is a small multiple of the coordinate's last bit. A float32 box is
    // therefore exactly the bounds in its node.
    if (Math.abs(middle) > FAR * size && Math.abs(middle) < FLOAT32_LIMIT) origin[k] = Math.fround(middle);
    magnitude[k] = Math.max(magnitude[k], Math.abs(min[k]), Math.abs(max[k]));
    const below = Math.abs(min[k] - origin[k]);
    const above = Math.abs(max[k] - origin[k]);
    extent[k] = Math.max(below, above);
    measure.reach = Math.max(measure.reach, FAR * (above + below));
  }
}

/**
 * Widens a scene's measure to cover one more box. The origin and reach of the measure stay unchanged: rays that start
 * beyond the reach have larger pads (see rayMargin.ts).
 */
export function growMeasure(boxes: BoxStore, place: number, measure: SceneMeasure): void {
  if (!measureBox(boxes, place, measure)) return;
  const { origin, extent, magnitude } = measure;
  for (let k = 0; k < 3; k++) {
    magnitude[k] = Math.max(magnitude[k], Math.abs(bounds[k]), Math.abs(bounds[k + 3]));
    extent[k] = Math.max(extent[k], Math.abs(bounds[k] - origin[k]), Math.abs(bounds[k + 3] - origin[k]));
  }
}

/**
 * Writes the bounds of a box to `bounds`. For an OBB, also makes the measure cover the terms that the OBB's exact test
 * computes beyond the bounds. Returns false if queries never skip the box.
 */
function measureBox(boxes: BoxStore, place: number, measure: Pick<SceneMeasure, 'magnitude' | 'obbSlope'>): boolean {
  if (kindOf(place) === OBB) {
    const at = indexOf(place) * OBB_STRIDE;
    const { data } = boxes.obbs;
    obbMargin(data, at, margin);
    // Queries never skip an OBB with an infinite margin, which must not make the margins of other boxes infinite.
    if (margin.base === Infinity) return false;
    const { magnitude } = measure;
    measure.obbSlope = Math.max(measure.obbSlope, margin.slope);
    magnitude[0] = Math.max(magnitude[0], Math.abs(data[at + TRANSLATION]) + margin.spanX);
    magnitude[1] = Math.max(magnitude[1], Math.abs(data[at + TRANSLATION + 1]) + margin.spanY);
    magnitude[2] = Math.max(magnitude[2], Math.abs(data[at + TRANSLATION + 2]) + margin.spanZ);
  }
  writeWorldBounds(boxes, place, bounds);
  return true;
}
