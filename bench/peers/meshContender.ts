/** Builds a contender from what its users have anyway. Only this build is timed. */
export type Build<Contender> = () => Contender;

export interface MovesVertices {
  /** Takes the new vertices of the mesh, as far as that is not timed. */
  prepare(positions: Float32Array): void;
  /** Does the rest, so that rays find all triangles at their new places. */
  refit(positions: Float32Array): void;
}
