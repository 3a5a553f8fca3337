/** What a tree's queries must know of its boxes to stay exact: see measureScene. */
export interface SceneMeasure {
  /** Node bounds are relative to this point, in float64: zero unless the scene lies far from it. */
  readonly origin: Float64Array;
  /** No box is farther from the origin than this on an axis, but for OBBs' margins. */
  readonly extent: Float64Array;
  /** Nothing in the scene has a larger coordinate on an axis, in size, nor do the terms that its tests sum up. */
  readonly magnitude: Float64Array;
  /** Rays that start within this distance of `origin` on every axis are covered by the OBBs' widened bounds... */
  reach: number;
  /** ...and others by this much more per unit of the distance that is missing; 0 without OBBs that can be passed over. */
  obbSlope: number;
  /** A power of two about as large as boxes are, of which few are far larger or smaller; Infinity of points alone. */
  typicalSize: number;
}

/** A measure as flat numbers, in a scene's file and in its versions' records: see docs/format.md. */
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
