import type { Matrix4, Plane } from 'three';
import type { Rays } from '../rays';
import type { Scene } from '../scenes';

/** Makes what answers one of the questions below: the build that is timed. */
export type Create<Question> = (scene: Scene) => Question;

export interface CastsRays {
  /** Writes the distance to the closest box along each ray into `distances`, Infinity where nothing is hit. */
  castRays(rays: Rays, distances: Float64Array): void;
}

export interface SplitsByPlane {
  split(plane: Plane): SplitCounts;
}

/** How many boxes lie in front of the plane, are cut by it, and lie behind; null where the contender cannot say. */
export interface SplitCounts {
  readonly front: number | null;
  readonly crossing: number;
  readonly back: number | null;
}

export interface CullsByFrustum {
  /** How many boxes are in view, wholly or in part. */
  cull(viewProjection: Matrix4): number;
}

export interface HasByteLength {
  readonly byteLength: number;
}
