import { AABB_STRIDE, OBB_STRIDE, TRANSLATION } from '../primitives/boxRecord';
import { AABB_32, indexOf, kindOf, OBB } from './nodeLayout';
import { createObbMargin, obbMargin } from './obbMargin';
import { roundDown, roundUp } from './roundOutward';
import type { Tree } from './tree';
import { writeWorldBounds } from './worldBounds';

/**
 * What the build sorts: a row of 8 words a box, kept together so that a pass over a range is one run through memory.
 * Words 0 to 5 are the bounds as a node holds them, word 6 is the id (as an int32), word 7 is not used.
 */
export const ROW_WORDS = 8;
export const ROW_ID = 6;

/** Writes a row for every box of the tree's store: bounds relative to the origin, widened for OBBs, rounded outward. */
export function writeRows(tree: Tree, rows: Float32Array): void {
  const { leaves, origin } = tree;
  const { places } = leaves;
  const ids = new Int32Array(rows.buffer);
  const bounds = new Float64Array(6);
  let row = 0;
  for (let id = 0; id < leaves.idLimit; id++) {
    if (!leaves.has(id)) continue;
    const place = places[id];
    writeWorldBounds(leaves, place, bounds);
    if (kindOf(place) === OBB) widen(tree, indexOf(place) * OBB_STRIDE, bounds);
    for (let k = 0; k < 3; k++) {
      rows[row + k] = roundDown(bounds[k] - origin[k]);
      rows[row + 3 + k] = roundUp(bounds[k + 3] - origin[k]);
    }
    ids[row + ROW_ID] = id;
    row += ROW_WORDS;
  }
}

const margin = createObbMargin();

/** Widens an OBB's bounds by the margin of its test, for rays within the tree's reach, and of the bounds' own rounding. */
function widen(tree: Tree, at: number, bounds: Float64Array): void {
  const data = tree.leaves.obbs.data;
  obbMargin(data, at, margin);
  let offset = 0;
  let size = Math.max(margin.spanX, margin.spanY, margin.spanZ);
  for (let k = 0; k < 3; k++) {
    const translation = data[at + TRANSLATION + k];
    offset = Math.max(offset, Math.abs(translation - tree.origin[k]));
    size = Math.max(size, Math.abs(translation));
  }
  const width = margin.base + margin.slope * (tree.reach + offset) + 2 ** -49 * size;
  for (let k = 0; k < 3; k++) {
    // Numbers that are no longer numbers would be skipped where bounds are put together: unbounded is what they mean.
    bounds[k] = width < Infinity ? bounds[k] - width : -Infinity;
    bounds[k + 3] = width < Infinity ? bounds[k + 3] + width : Infinity;
  }
}

/** Whether a row's bounds are the box at a place itself, to the last bit, once the tree's origin is added. */
export function isExact(tree: Tree, place: number, rows: Float32Array, row: number): boolean {
  const kind = kindOf(place);
  if (kind === OBB) return false;
  const { leaves, origin } = tree;
  const { data } = kind === AABB_32 ? leaves.aabb32 : leaves.aabb64;
  const at = indexOf(place) * AABB_STRIDE;
  for (let k = 0; k < 3; k++) {
    if (rows[row + k] + origin[k] !== data[at + k] || rows[row + 3 + k] + origin[k] !== data[at + 3 + k]) return false;
  }
  return true;
}
