import type { SceneMeasure } from './tree';

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
