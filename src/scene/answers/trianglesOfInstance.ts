/** Some triangles of an instance. */
export interface TrianglesOfInstance {
  /** The id of the instance. */
  id: number;
  /** The triangles, from the smallest number up. */
  triangles: Uint32Array;
}
