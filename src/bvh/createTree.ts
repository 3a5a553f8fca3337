import { OBB_STRIDE, TRANSLATION } from '../primitives/boxRecord';
import type { LeafStore } from './leafStore';
import { indexOf, kindOf, OBB } from './nodeLayout';
import { createObbMargin, obbMargin } from './obbMargin';
import { Tree } from './tree';
import { writeWorldBounds } from './worldBounds';

/** A scene whose middle lies farther from zero than this many times its size gets an origin of its own. */
const FAR = 8;

/** Starts an empty tree: where its origin lies, and how large the numbers are that its margins must cover. */
export function createTree(leaves: LeafStore): Tree {
  const tree = new Tree(leaves, Math.ceil(leaves.size / 5) + 1);
  const { origin, magnitude } = tree;
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  const bounds = new Float64Array(6);
  const margin = createObbMargin();
  for (let id = 0; id < leaves.idLimit; id++) {
    if (!leaves.has(id)) continue;
    const place = leaves.places[id];
    if (kindOf(place) === OBB) {
      const at = indexOf(place) * OBB_STRIDE;
      const { data } = leaves.obbs;
      obbMargin(data, at, margin);
      // Never passed over, such a box needs no margin, and must not spoil those of the others.
      if (margin.base === Infinity) continue;
      tree.obbSlope = Math.max(tree.obbSlope, margin.slope);
      magnitude[0] = Math.max(magnitude[0], Math.abs(data[at + TRANSLATION]) + margin.spanX);
      magnitude[1] = Math.max(magnitude[1], Math.abs(data[at + TRANSLATION + 1]) + margin.spanY);
      magnitude[2] = Math.max(magnitude[2], Math.abs(data[at + TRANSLATION + 2]) + margin.spanZ);
    }
    writeWorldBounds(leaves, place, bounds);
    for (let k = 0; k < 3; k++) {
      min[k] = Math.min(min[k], bounds[k]);
      max[k] = Math.max(max[k], bounds[k + 3]);
    }
  }
  // No boxes, or none that can be passed over.
  if (min[0] === Infinity) return tree;
  const isFloat32 = leaves.aabb32.used === leaves.size;
  for (let k = 0; k < 3; k++) {
    const size = max[k] - min[k];
    const middle = min[k] / 2 + max[k] / 2;
    // Float32 boxes are their own float32 bounds, to the last bit, only as long as nothing is taken from them.
    if (!isFloat32 && Math.abs(middle) > FAR * size && Number.isFinite(size)) origin[k] = middle;
    magnitude[k] = Math.max(magnitude[k], Math.abs(min[k]), Math.abs(max[k]));
    tree.reach = Math.max(tree.reach, FAR * (Math.abs(max[k] - origin[k]) + Math.abs(min[k] - origin[k])));
  }
  return tree;
}
