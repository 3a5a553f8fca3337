/** The closest hits of many rays. */
export interface ManyHits {
  /** The id of the closest hit of each ray, -1 where nothing is hit. */
  ids: Int32Array;
  /** Its t, Infinity where nothing is hit. */
  ts: Float64Array;
}
