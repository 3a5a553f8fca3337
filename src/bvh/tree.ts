import type { LeafStore } from './leafStore';
import type { Nodes } from './nodes';

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
}

/** The wide tree over the boxes of a leaf store. */
export interface Tree extends SceneMeasure {
  readonly leaves: LeafStore;
  readonly nodes: Nodes;
  /** Ray walks under way, whose callbacks must find the tree as it was. */
  walks: number;
}
