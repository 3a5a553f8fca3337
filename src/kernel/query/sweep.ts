import { FIRST_CONTACT, FIRST_CORE, FIRST_ID, FIRST_ORIENTED, FIRST_SPANS, FIRST_T, FIRST_TRIANGLE, MET_CORNERS, NO_HIT, SHAPE } from '../../bvh/layout/kernelLayout';
import { AABB_32, OBB } from '../../bvh/layout/nodeLayout';
import { AABB_STRIDE, COLUMNS, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { BOX, ConvexShape, POINT, SEGMENT } from '../../primitives/flat/convexShape';
import { Numbers } from '../../primitives/flat/numbers';
import { closedSweep } from '../../primitives/query/sweeps/closedSweep';
import { comesBefore, kindOf, placeOf, recordAt } from '../boxes/boxStore';
import { exchanged, memoryBase, setExchanged } from '../memory/workingMemory';
import { NO_TRIANGLE } from '../meshes/meshRay';
import { dot } from '../primitives/flat/vec3';
import { motion, pair } from '../primitives/query/sweeps/sweptPair';

/** Whether JavaScript has set the sweep. */
export let isSwept: bool = false;

/** Which side of triangles counts, in instances that are not mirrored: 1 for the front, -1 for the back, 0 for both. */
let side: i32 = 0;

/**
 * Sets the sweep of which the first hit is found: bvh/query/sweep.ts. SHAPE has the first vertices of a point or a segment, or the record
 * of a box. Called when the walk of shapeCandidates.ts has found the first box: most steps of a character find none.
 *
 * @param core the core of the moving shape: POINT, SEGMENT or BOX.
 * @param onlySide which side of triangles counts: 1 for the front, -1 for the back, 0 for both.
 */
export function beginSweep(
  core: i32, isOriented: bool, radius: f64, wayX: f64, wayY: f64, wayZ: f64, margin: f64, onlySide: i32,
): void {
  const a = pair.a;
  const at = memoryBase + SHAPE * 8;
  const x = load<f64>(at);
  const y = load<f64>(at, 8);
  const z = load<f64>(at, 16);
  if (core == POINT) a.setPoint(x, y, z, radius);
  else if (core == SEGMENT) a.setSegment(x, y, z, load<f64>(at, 24), load<f64>(at, 32), load<f64>(at, 40), radius);
  else {
    setBox(a, at, isOriented);
    a.radius = radius;
  }
  motion.way[0] = wayX;
  motion.way[1] = wayY;
  motion.way[2] = wayZ;
  motion.margin = margin;
  motion.side = onlySide;
  side = onlySide;
  isSwept = true;
}

/** Forgets the sweep and its first hit. */
export function endSweep(): void {
  isSwept = false;
  setExchanged(FIRST_ID, NO_HIT);
  setExchanged(FIRST_T, Infinity);
}

/** Sets a shape to a box with float64 numbers at an address. */
function setBox(shape: ConvexShape, at: usize, isOriented: bool): void {
  memory.copy(changetype<usize>(shape.record), at, (isOriented ? OBB_STRIDE : AABB_STRIDE) * 8);
  shape.setBox(isOriented);
}

/** Swaps the sides of triangles in a mirrored instance: see `enterInstance` of bvh/query/sweep.ts. */
export function enterInstance(id: i32): void {
  if (side == 0) return;
  const place = placeOf(id);
  motion.side = kindOf(place) == OBB && isMirroring(recordAt(place) + COLUMNS * 8) ? -side : side;
}

/** Returns whether the matrix whose columns are at an address mirrors. */
function isMirroring(m: usize): bool {
  const bX = load<f64>(m, 24);
  const bY = load<f64>(m, 32);
  const bZ = load<f64>(m, 40);
  const cX = load<f64>(m, 48);
  const cY = load<f64>(m, 56);
  const cZ = load<f64>(m, 64);
  const x = bY * cZ - bZ * cY;
  const y = bZ * cX - bX * cZ;
  const z = bX * cY - bY * cX;
  return dot(load<f64>(m), load<f64>(m, 8), load<f64>(m, 16), x, y, z) < 0;
}

/** Returns whether the kernel can decide about a box. If the shape hits it first, stores the hit. */
export function decideBox(id: i32, limit: f64): bool {
  const place = placeOf(id);
  const record = recordAt(place);
  const kind = kindOf(place);
  if (kind == AABB_32) {
    const numbers = pair.b.record;
    for (let i = 0; i < AABB_STRIDE; i++) numbers[i] = load<f32>(record + (<usize>i << 2));
    pair.b.setBox(false);
  } else setBox(pair.b, record, kind == OBB);
  return decide(id, NO_TRIANGLE, limit);
}

/** Does {@link decideBox} for a triangle of an instance. Its corners are at MET_CORNERS. */
export function decideTriangle(id: i32, triangle: i32, limit: f64): bool {
  pair.b.setTriangle(changetype<Numbers>(memoryBase + MET_CORNERS * 8));
  return decide(id, triangle, limit);
}

function decide(id: i32, triangle: i32, limit: f64): bool {
  motion.tMax = limit;
  const t = closedSweep(pair, motion);
  // NaN is a miss. At t 0 the deepest hit comes first, which JavaScript compares.
  if (t != t) return true;
  if (!(t > 0)) return false;
  const isFirst = t < exchanged(FIRST_T) || comesBeforeFirst(id, triangle);
  if (!isFirst) return true;
  setExchanged(FIRST_ID, id);
  setExchanged(FIRST_TRIANGLE, triangle);
  setExchanged(FIRST_T, t);
  memory.copy(memoryBase + FIRST_CONTACT * 8, changetype<usize>(pair.contact), 48);
  const b = pair.b;
  setExchanged(FIRST_CORE, b.core);
  setExchanged(FIRST_ORIENTED, b.isOriented ? 1 : 0);
  memory.copy(memoryBase + FIRST_SPANS * 8, changetype<usize>(b.spans), 72);
  return true;
}

/** Returns whether a hit at the t of the first one comes before it. No hit has a larger t. */
function comesBeforeFirst(id: i32, triangle: i32): bool {
  const first = <i32>exchanged(FIRST_ID);
  return id == first ? triangle < <i32>exchanged(FIRST_TRIANGLE) : comesBefore(id, first);
}
