import type { LeafStore } from './leafStore';
import { Nodes } from './nodeLayout';

/** The wide tree over the boxes of a leaf store, and what its queries must know of the boxes to stay exact. */
export class Tree {
  readonly leaves: LeafStore;
  readonly nodes: Nodes;
  /** Node bounds are relative to this point, in float64: zero unless the scene lies far from it. */
  readonly origin = new Float64Array(3);
  /** Nothing in the scene has a larger coordinate on an axis, in size, nor do the terms that its tests sum up. */
  readonly magnitude = new Float64Array(3);
  /** Rays that start within this distance of `origin` on every axis are covered by the OBBs' widened bounds... */
  reach = 0;
  /** ...and others by this much more per unit of the distance that is missing; 0 without OBBs that can be passed over. */
  obbSlope = 0;
  /** Ray walks under way, whose callbacks must find the tree as it was. */
  walks = 0;

  constructor(leaves: LeafStore, nodeCapacity: number) {
    this.leaves = leaves;
    this.nodes = new Nodes(nodeCapacity);
  }
}
