import type { Box3, Matrix4, Plane } from 'three';
import type { Changes } from '../motion';
import type { Rays } from '../rays';
import type { Scene } from '../scenes';
import type { ShapeMotion } from '../shapes/motions';

/** Builds a contender that answers one of the questions below. This build is timed. */
export type Create<Question> = (scene: Scene) => Question;

export interface CastsRays {
  /** Writes the distance to the closest box along each ray into `distances`. Infinity if nothing is hit. */
  castRays(rays: Rays, distances: Float64Array): void;
}

export interface SplitsByPlane {
  split(plane: Plane): SplitCounts;
}

/** How many boxes lie in front of the plane, are cut by it, and lie behind it. Null if the contender cannot tell. */
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
  /** How many boxes overlap the query. All ids are collected, unless a contender can count without them. */
  overlap(query: Box3): number;
  /** Which boxes overlap the query, in any order. */
  overlapIds(query: Box3): Uint32Array;
}

export interface FindsNearest {
  /** Writes the distance from each point (3 numbers) to the nearest box into `distances`. 0 inside a box. */
  findNearest(points: Float32Array, distances: Float64Array): void;
}

export interface FindsPairs {
  /** The ids of all boxes that overlap each other, two by two, in any order. Valid until the next call. */
  findPairs(): Uint32Array;
}

export interface MovesBoxes extends CastsRays {
  /** Moves boxes, so that rays find them at their new places. */
  move(changes: Changes): void;
  /** Removes boxes and adds as many others, which get the same ids in this benchmark. */
  replace(changes: Changes): void;
}

export interface Refits {
  /** Takes the new places of all boxes, as far as that is not timed. */
  prepare(boxes: Float32Array): void;
  /** Does the rest, so that rays find all boxes at their new places. */
  refit(boxes: Float32Array): void;
}

export interface HasByteLength {
  readonly byteLength: number;
}

export interface MeetsShapes {
  /** Returns the t of the first hit of a moving shape, or Infinity. */
  sweep(motion: ShapeMotion): number;
  /** Returns how many boxes or triangles are closer than `within` to the shape at the beginning of its motion. */
  contacts(motion: ShapeMotion, within: number): number;
  /** Returns how many boxes or meshes overlap the shape at the beginning of its motion. */
  overlaps(motion: ShapeMotion): number;
}
