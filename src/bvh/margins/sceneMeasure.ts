/** How large the numbers of a scene are, from which the error margins of all queries follow: see measureScene. */
export interface SceneMeasure {
  /** The point to which node bounds are relative, in float64. It is zero unless the scene is far from zero. */
  readonly origin: Float64Array;
  /** On each axis, how far from the scene's origin a box reaches at most, apart from the margins of OBBs. */
  readonly extent: Float64Array;
  /**
   * On each axis, an upper bound of the absolute values of all coordinates, and of all terms that exact tests sum up.
   */
  readonly magnitude: Float64Array;
  /** Rays that start within this distance of the scene's `origin` on every axis are covered by the bounds of OBBs. */
  reach: number;
  /**
   * How much larger the margin of a ray is per unit of distance by which the ray starts beyond `reach`. 0 if queries
   * can skip no OBB.
   */
  obbSlope: number;
  /**
   * The typical size of the scene's boxes, as a power of two. Few boxes should be far larger or smaller. Infinity if
   * all boxes are points.
   */
  typicalSize: number;
}

/** Returns the measure of a scene without boxes: all numbers are 0, and the typical size is infinite. */
export function createMeasure(): SceneMeasure {
  return {
    origin: new Float64Array(3),
    extent: new Float64Array(3),
    magnitude: new Float64Array(3),
    reach: 0,
    obbSlope: 0,
    typicalSize: Infinity,
  };
}

/** The indices of the numbers of a scene's measure, in a file (see docs/format.md) and in the record of a snapshot. */
const ORIGIN = 0;
const EXTENT = 3;
const MAGNITUDE = 6;
const REACH = 9;
const OBB_SLOPE = 10;
const TYPICAL_SIZE = 11;
export const MEASURE_NUMBERS = 12;

export function writeMeasure(measure: SceneMeasure, out: Float64Array, at: number): void {
  out.set(measure.origin, at + ORIGIN);
  out.set(measure.extent, at + EXTENT);
  out.set(measure.magnitude, at + MAGNITUDE);
  out[at + REACH] = measure.reach;
  out[at + OBB_SLOPE] = measure.obbSlope;
  out[at + TYPICAL_SIZE] = measure.typicalSize;
}

export function readMeasure(from: Float64Array, at: number): SceneMeasure {
  return {
    origin: from.slice(at + ORIGIN, at + ORIGIN + 3),
    extent: from.slice(at + EXTENT, at + EXTENT + 3),
    magnitude: from.slice(at + MAGNITUDE, at + MAGNITUDE + 3),
    reach: from[at + REACH],
    obbSlope: from[at + OBB_SLOPE],
    typicalSize: from[at + TYPICAL_SIZE],
  };
}

/**
 * Returns why a scene's measure is not valid, or null if it is valid. The check of the boxes ensures that the measure
 * covers the boxes. A number that is larger than needed changes no answer. An origin changes answers if it is farther
 * out than the scene, apart from the rounding of the middle of one box to float32, or if it is not a float32.
 */
export function findMeasureFault(measure: SceneMeasure): string | null {
  const { origin, extent, magnitude, reach, obbSlope, typicalSize } = measure;
  for (let k = 0; k < 3; k++) {
    const isSound =
      extent[k] >= 0 &&
      extent[k] < Infinity &&
      magnitude[k] >= 0 &&
      magnitude[k] < Infinity &&
      Math.fround(origin[k]) === origin[k] &&
      Math.abs(origin[k]) <= magnitude[k] * (1 + 2 ** -20) + 2 ** -149;
    if (!isSound) return `its measure on axis ${k} is not valid: ${origin[k]}, ${extent[k]} and ${magnitude[k]}`;
  }
  const isSound = reach >= 0 && obbSlope >= 0 && obbSlope <= 1 && typicalSize >= 0;
  return isSound ? null : `its measure is not valid: ${reach}, ${obbSlope} and ${typicalSize}`;
}
