/** The closest hits of many rays, in the order of the rays. */
export interface ManyHits {
  /** For each ray the id of the box that it hits, or -1 if it hits nothing. */
  ids: Int32Array;
  /** For each ray the `t` of its hit, or Infinity if it hits nothing. */
  ts: Float64Array;
}
