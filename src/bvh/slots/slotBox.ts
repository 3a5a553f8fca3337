import { AABB_STRIDE, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import type { ConvexShape } from '../../primitives/flat/convexShape';
import { copyBox } from '../../primitives/flat/readConvexShape';
import type { FlatShape } from '../../primitives/query/flatShape';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { closestPointOnAabb, closestPointOnObb } from '../../primitives/query/closestPoint';
import { shapeOverlapsAabb, shapeOverlapsObb } from '../../primitives/query/overlaps';
import { aabbSide, obbSide, type Side } from '../../primitives/query/planeSide';
import { aabbHit } from '../../primitives/query/raycastAabb';
import { obbHit } from '../../primitives/query/raycastObb';
import type { BoxStore } from '../boxes/boxStore';
import { CONTENT, IN_SLOT, indexOf, kindOf, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, OBB } from '../layout/nodeLayout';
import { CONSTANT } from '../margins/planeMargin';
import type { Tree } from '../tree/tree';

const box = /* @__PURE__ */ new Float64Array(6);

/** Returns the `t` at which the ray hits the box in a slot, or NaN if it misses the box, by the exact test. */
export function hitSlotBox(tree: Tree, slot: number, ray: RayBuffer): number {
  const place = tree.nodes.int32[slot + CONTENT];
  if (kindOf(place) !== IN_SLOT) return hitBox(tree.boxes, place, ray);
  readSlotBox(tree, slot);
  return aabbHit(box, 0, ray);
}

/** Returns the side of a plane that the box in a slot is on, by the exact test. */
export function sideOfSlotBox(tree: Tree, slot: number, planes: Float64Array, at: number): Side {
  const place = tree.nodes.int32[slot + CONTENT];
  const x = planes[at];
  const y = planes[at + 1];
  const z = planes[at + 2];
  const constant = planes[at + CONSTANT];
  if (kindOf(place) !== IN_SLOT) return sideOfBox(tree.boxes, place, x, y, z, constant);
  readSlotBox(tree, slot);
  return aabbSide(box, 0, x, y, z, constant);
}

/** Writes to `out` the nearest point, to a given point, of the box in a slot, by the exact computation. Returns the distance. */
export function closestPointOnSlotBox(
  tree: Tree,
  slot: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): number {
  const place = tree.nodes.int32[slot + CONTENT];
  if (kindOf(place) !== IN_SLOT) return closestPointOnBox(tree.boxes, place, x, y, z, out);
  readSlotBox(tree, slot);
  return closestPointOnAabb(box, 0, x, y, z, out);
}

/** Returns whether the box in a slot overlaps a shape, by the exact test. */
export function shapeOverlapsSlotBox(tree: Tree, slot: number, shape: FlatShape): boolean {
  const place = tree.nodes.int32[slot + CONTENT];
  if (kindOf(place) !== IN_SLOT) return shapeOverlapsBox(tree.boxes, place, shape);
  readSlotBox(tree, slot);
  return shapeOverlapsAabb(shape, box, 0);
}

/** Reads the box in a slot whose bounds, moved by the tree's origin, are exactly the box. */
function readSlotBox({ nodes: { float32 }, origin }: Tree, slot: number): void {
  box[0] = float32[slot + MIN_X] + origin[0];
  box[1] = float32[slot + MIN_Y] + origin[1];
  box[2] = float32[slot + MIN_Z] + origin[2];
  box[3] = float32[slot + MAX_X] + origin[0];
  box[4] = float32[slot + MAX_Y] + origin[1];
  box[5] = float32[slot + MAX_Z] + origin[2];
}

/*
 * The following functions are exact tests of the box at a place in the store. Their formulas are in primitives/query:
 * obbHit in raycastObb.ts, for example, is the exact test of a ray and an oriented box.
 */

/** Returns the `t` at which the ray hits the box at a place in the store, or NaN if the ray misses the box. */
export function hitBox(boxes: BoxStore, place: number, ray: RayBuffer): number {
  const at = indexOf(place);
  return kindOf(place) === OBB
    ? obbHit(boxes.obbs.data, at * OBB_STRIDE, ray)
    : aabbHit(boxes.aabbsAt(place), at * AABB_STRIDE, ray);
}

/** Sets a convex shape to the box with the given id. */
export function readConvexBox(boxes: BoxStore, id: number, out: ConvexShape): void {
  const place = boxes.places[id];
  const at = indexOf(place);
  if (kindOf(place) === OBB) copyBox(boxes.obbs.data, at * OBB_STRIDE, true, out);
  else copyBox(boxes.aabbsAt(place), at * AABB_STRIDE, false, out);
}

function sideOfBox(
  boxes: BoxStore,
  place: number,
  normalX: number,
  normalY: number,
  normalZ: number,
  constant: number,
): Side {
  const at = indexOf(place);
  return kindOf(place) === OBB
    ? obbSide(boxes.obbs.data, at * OBB_STRIDE, normalX, normalY, normalZ, constant)
    : aabbSide(boxes.aabbsAt(place), at * AABB_STRIDE, normalX, normalY, normalZ, constant);
}

/** Writes to `out` the nearest point, to a given point, of the box at a place in the store. Returns the distance. */
export function closestPointOnBox(
  boxes: BoxStore,
  place: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): number {
  const at = indexOf(place);
  return kindOf(place) === OBB
    ? closestPointOnObb(boxes.obbs.data, at * OBB_STRIDE, x, y, z, out)
    : closestPointOnAabb(boxes.aabbsAt(place), at * AABB_STRIDE, x, y, z, out);
}

function shapeOverlapsBox(boxes: BoxStore, place: number, shape: FlatShape): boolean {
  const at = indexOf(place);
  return kindOf(place) === OBB
    ? shapeOverlapsObb(shape, boxes.obbs.data, at * OBB_STRIDE)
    : shapeOverlapsAabb(shape, boxes.aabbsAt(place), at * AABB_STRIDE);
}
