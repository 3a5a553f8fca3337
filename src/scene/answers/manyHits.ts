/** The closest hits of many rays, in the order of the rays. */
export interface ManyHits {
  /** For each ray the id of the box that it hits, or -1 if it hits nothing. */
  ids: Int32Array;
  /** For each ray the `t` of its hit, or Infinity if it hits nothing. */
  ts: Float64Array;
}

/** The closest hits of many rays, with the triangles that were asked for. */
export interface ManyTriangleHits extends ManyHits {
  /** For each ray the triangle that it hits, or -1 if it hits a box or nothing. */
  triangles: Int32Array;
  /** For each ray the `u` of its hit: see `Hit`. 0 without a triangle. */
  us: Float64Array;
  /** For each ray the `v` of its hit. 0 without a triangle. */
  vs: Float64Array;
}
