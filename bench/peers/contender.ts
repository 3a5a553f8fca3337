import type { Box3, Matrix4, Plane } from 'three';
import type { Changes } from '../motion';
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

export interface FindsOverlaps {
  /** How many boxes overlap the query. All ids are collected, except where a contender can count without them. */
  overlap(query: Box3): number;
  /** Which, in any order. */
  overlapIds(query: Box3): Uint32Array;
}

export interface FindsNearest {
  /** Writes the distance from each point, 3 numbers, to the nearest box into `distances`, 0 where it is in one. */
  findNearest(points: Float32Array, distances: Float64Array): void;
}

export interface FindsPairs {
  /** The ids of all boxes that overlap each other, two by two, in any order. It is of use until the next call. */
  findPairs(): Uint32Array;
}

export interface MovesBoxes extends CastsRays {
  /** Puts boxes where they are from now on, and sees to it that rays find them there. */
  move(changes: Changes): void;
  /** Takes boxes out and puts as many others in, to go by the same ids in this benchmark. */
  replace(changes: Changes): void;
}

export interface Refits {
  /** Takes over where all boxes are, as far as that is not to be timed. */
  prepare(boxes: Float32Array): void;
  /** The rest, after which rays find all boxes there. */
  refit(boxes: Float32Array): void;
}

export interface HasByteLength {
  readonly byteLength: number;
}
