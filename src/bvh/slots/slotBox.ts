import { closestPointOnAabb } from '../../primitives/query/closestPoint';
import type { FlatShape } from '../../primitives/flat/flatShape';
import { shapeOverlapsAabb } from '../../primitives/query/overlaps';
import { aabbSide, type Side } from '../../primitives/query/planeSide';
import type { RayBuffer } from '../../primitives/flat/rayBuffer';
import { aabbHit } from '../../primitives/query/raycastAabb';
import { CONTENT, IN_SLOT, kindOf, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z } from '../layout/nodeLayout';
import { CONSTANT } from '../margins/planeMargin';
import type { Tree } from '../tree/tree';

const box = /* @__PURE__ */ new Float64Array(6);

/** `t` where the ray hits the box in a slot, or NaN, by the exact test. */
export function hitSlotBox(tree: Tree, slot: number, ray: RayBuffer): number {
  const place = tree.nodes.int32[slot + CONTENT];
  if (kindOf(place) !== IN_SLOT) return tree.boxes.hit(place, ray);
  readSlotBox(tree, slot);
  return aabbHit(box, 0, ray);
}

/** The side of a plane that the box in a slot is on, by the exact test. */
export function sideOfSlotBox(tree: Tree, slot: number, planes: Float64Array, at: number): Side {
  const place = tree.nodes.int32[slot + CONTENT];
  const x = planes[at];
  const y = planes[at + 1];
  const z = planes[at + 2];
  const constant = planes[at + CONSTANT];
  if (kindOf(place) !== IN_SLOT) return tree.boxes.side(place, x, y, z, constant);
  readSlotBox(tree, slot);
  return aabbSide(box, 0, x, y, z, constant);
}

const closest = /* @__PURE__ */ new Float64Array(3);

/** The distance of a point from the box in a slot, by the exact computation. */
export function distanceToSlotBox(tree: Tree, slot: number, x: number, y: number, z: number): number {
  const place = tree.nodes.int32[slot + CONTENT];
  if (kindOf(place) !== IN_SLOT) return tree.boxes.closestPoint(place, x, y, z, closest);
  readSlotBox(tree, slot);
  return closestPointOnAabb(box, 0, x, y, z, closest);
}

/** Whether the box in a slot overlaps a shape, by the exact test. */
export function shapeOverlapsSlotBox(tree: Tree, slot: number, shape: FlatShape): boolean {
  const place = tree.nodes.int32[slot + CONTENT];
  if (kindOf(place) !== IN_SLOT) return tree.boxes.overlaps(place, shape);
  readSlotBox(tree, slot);
  return shapeOverlapsAabb(shape, box, 0);
}

/** Reads a box that equals the bounds of its slot. */
function readSlotBox({ nodes: { float32 }, origin }: Tree, slot: number): void {
  box[0] = float32[slot + MIN_X] + origin[0];
  box[1] = float32[slot + MIN_Y] + origin[1];
  box[2] = float32[slot + MIN_Z] + origin[2];
  box[3] = float32[slot + MAX_X] + origin[0];
  box[4] = float32[slot + MAX_Y] + origin[1];
  box[5] = float32[slot + MAX_Z] + origin[2];
}
