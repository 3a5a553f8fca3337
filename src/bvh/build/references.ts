import { AABB_STRIDE, OBB_STRIDE, TRANSLATION } from '../../primitives/flat/boxLayout';
import type { ChangedIds } from '../boxes/changedIds';
import type { BoxStore } from '../boxes/boxStore';
import { writeWorldBounds } from '../boxes/worldBounds';
import { REFERENCE_ID, REFERENCE_MAX, REFERENCE_WORDS } from '../layout/referenceLayout';
import { CHILD, CONTENT, indexOf, kindOf, OBB } from '../layout/nodeLayout';
import { createObbMargin, obbMargin } from '../margins/obbMargin';
import { roundDown, roundUp } from '../margins/roundOutward';
import type { SceneMeasure } from '../margins/sceneMeasure';
import type { Tree } from '../tree/tree';
import { WORK_OF_REFERENCE } from './buildSteps';

/** How many box ids a build reads between two yields. */
const IDS_AT_ONCE = 1024;

/**
 * Writes references to all boxes of a store, for a build to sort, except boxes that have changed since the build began.
 * Yields the work after every few ids, and returns how many references were written.
 */
export function* writeReferences(
  boxes: BoxStore,
  measure: SceneMeasure,
  references: Float32Array,
  missed?: ChangedIds,
): Generator<number, number, void> {
  const ids = new Int32Array(references.buffer);
  const { idLimit } = boxes;
  let at = 0;
  for (let id = 0; id < idLimit; id++) {
    if (id % IDS_AT_ONCE === 0) yield IDS_AT_ONCE * WORK_OF_REFERENCE;
    if (!boxes.has(id) || missed?.has(id) === true) continue;
    writeReferenceBounds(boxes, measure, boxes.places[id], references, at);
    ids[at + REFERENCE_ID] = id;
    at += REFERENCE_WORDS;
  }
  return at / REFERENCE_WORDS;
}

const bounds = /* @__PURE__ */ new Float64Array(6);

/**
 * Writes the bounds of the box at a place into a reference. The bounds are relative to the scene's origin and rounded
 * outward. The bounds of an OBB are widened by the margin of its test.
 */
export function writeReferenceBounds(
  boxes: BoxStore,
  measure: SceneMeasure,
  place: number,
  references: Float32Array,
  at: number,
): void {
  const { origin } = measure;
  writeWorldBounds(boxes, place, bounds);
  if (kindOf(place) === OBB) widen(boxes, measure, indexOf(place) * OBB_STRIDE);
  for (let k = 0; k < 3; k++) {
    // Adding 0 to a bound turns -0 into 0. Merged bounds then have the same bits in whatever order they are merged.
    references[at + k] = roundDown(bounds[k] - origin[k]) + 0;
    references[at + REFERENCE_MAX + k] = roundUp(bounds[k + 3] - origin[k]) + 0;
  }
}

const margin = /* @__PURE__ */ createObbMargin();

/**
 * Widens an OBB's bounds by the margin of its test, for rays that start within the scene's reach, and by the rounding
 * of the bounds themselves.
 */
function widen(boxes: BoxStore, { origin, reach }: SceneMeasure, at: number): void {
  const { data } = boxes.obbs;
  obbMargin(data, at, margin);
  let offset = 0;
  let size = Math.max(margin.spanX, margin.spanY, margin.spanZ);
  for (let k = 0; k < 3; k++) {
    const translation = data[at + TRANSLATION + k];
    offset = Math.max(offset, Math.abs(translation - origin[k]));
    size = Math.max(size, Math.abs(translation));
  }
  const width = margin.base + margin.slope * (reach + offset) + 2 ** -49 * size;
  for (let k = 0; k < 3; k++) {
    // An OBB whose margin overflows gets infinite bounds, because merging bounds would ignore bounds that are NaN.
    bounds[k] = width < Infinity ? bounds[k] - width : -Infinity;
    bounds[k + 3] = width < Infinity ? bounds[k + 3] + width : Infinity;
  }
}

/** Writes a box into a slot of a node, with the bounds of a reference to the box. */
export function writeBox(
  { boxes, nodes, origin }: Pick<Tree, 'boxes' | 'nodes' | 'origin'>,
  slot: number,
  id: number,
  references: Float32Array,
  at: number,
): void {
  const place = boxes.places[id];
  nodes.setBounds(slot, references, at);
  nodes.int32[slot + CHILD] = ~id;
  nodes.int32[slot + CONTENT] = isExact(boxes, origin, place, references, at) ? indexOf(place) : place;
}

/** Returns whether a reference's bounds plus the tree's origin equal the box at a place exactly. */
function isExact(boxes: BoxStore, origin: Float64Array, place: number, references: Float32Array, at: number): boolean {
  if (kindOf(place) === OBB) return false;
  const data = boxes.aabbsAt(place);
  const box = indexOf(place) * AABB_STRIDE;
  for (let k = 0; k < 3; k++) {
    if (
      references[at + k] + origin[k] !== data[box + k] ||
      references[at + REFERENCE_MAX + k] + origin[k] !== data[box + 3 + k]
    )
      return false;
  }
  return true;
}
