import { MESH_ADDRESSES, MESH_NUMBERS, NEEDS_FLOAT64, NO_HIT, RAY } from '../../bvh/layout/kernelLayout';
import { MAX_DEPTH, CHILD, CONTENT, NODE_SHIFT, WIDTH } from '../../bvh/layout/nodeLayout';
import { INVERSE } from '../../primitives/flat/boxLayout';
import { DIRECTION } from '../../primitives/flat/rayLayout';
import { placeOf, recordAt } from '../boxes/boxStore';
import { linkMargin } from '../margins/linkMargin';
import { HIT, RANGE_START, START } from '../margins/meshMargin';
import { limitOf } from '../margins/rayMargin';
import { meshes, meshTable } from '../memory/boundScene';
import { memoryBase } from '../memory/workingMemory';
import { insertEntry } from '../slots/childOrder';
import { enteredSlots } from '../slots/raySlots';
import { enterMeshAt, MESH_RAY, tableOf } from './meshRay';
import { highXY, highZ, lowXY, lowZ, placeTriangle, setWorldMesh } from './worldTriangle';

/**
 * A stack of nodes and slots with triangles, each with the t at which the ray enters it, 8 bytes a pair: the node, or the
 * inverted index of the slot's first word. It is kept from one triangle to the next.
 */
const STACK: usize = memoryBase + memory.data((MAX_DEPTH * (WIDTH - 1) + WIDTH) * 8, 16);
const NEARS: usize = memoryBase + memory.data(WIDTH * 4, 16);
let stackTop: usize = STACK;

/** The triangles of the present slot that have not been tested: the place of the next one, and the place after the last. */
let nextPlace: i32 = 0;
let endPlace: i32 = 0;

/** How far the shape reaches from its middle on each axis of the world, and the inverse of its way. */
let reachXY: v128 = f64x2(0, 0);
let reachOnZ: f64 = 0;
let inverseXY: v128 = f64x2(0, 0);
let inverseZ: f64 = 0;

/** A reach grows by this share of it, which covers its rounding to float32 and the rounding of the sums with it. */
const GROWTH: f64 = 1 + 2 ** -20;

/**
 * Begins a walk of the triangles of an instance to which the way of a moving shape's middle, RAY, comes as close as a reach:
 * bvh/meshes/sweptTriangles.ts, in the mesh's own space, with eight slots at a time.
 *
 * A reach of (x, y, z) in the world is |N|(x, y, z) in the space of the mesh, with N the inverse matrix. A triangle in the world
 * differs from its image there by less than linkMargin.
 *
 * @param id the id of the instance.
 * @param reachX how far the shape reaches from its middle on each axis of the world.
 * @param limit the largest t that matters.
 * @returns MISS, HIT or NEEDS_FLOAT64.
 */
export function beginSweptTriangles(id: i32, reachX: f64, reachY: f64, reachZ: f64, limit: f64): i32 {
  const table = meshTable + <usize>(load<u32>(meshes + (<usize>id << 2)) - 1) * (MESH_NUMBERS * 8);
  const record = recordAt(placeOf(id));
  const margin = linkMargin(table, record);
  if (margin == Infinity) return NEEDS_FLOAT64;
  const reach = f32x4(
    localReach(record, 0, reachX, reachY, reachZ, margin),
    localReach(record, 24, reachX, reachY, reachZ, margin),
    localReach(record, 48, reachX, reachY, reachZ, margin),
    0,
  );
  const entered = enterMeshAt(MESH_RAY, table, record, limit, reach);
  if (entered != HIT) return entered;
  store<i32>(STACK, 0);
  store<f32>(STACK, -Infinity, 4);
  stackTop = STACK + 8;
  nextPlace = 0;
  endPlace = 0;
  setWorldMesh(table, record);
  reachXY = f64x2(reachX, reachY);
  reachOnZ = reachZ;
  inverseXY = f64x2(inverseOn(0), inverseOn(8));
  inverseZ = inverseOn(16);
  return HIT;
}

/** Returns the reach on an axis of the mesh. @param row the byte offset of the axis's row in the inverse matrix. */
function localReach(record: usize, row: usize, x: f64, y: f64, z: f64, margin: f64): f32 {
  const at = record + INVERSE * 8 + row;
  return <f32>((abs(load<f64>(at)) * x + abs(load<f64>(at, 8)) * y + abs(load<f64>(at, 16)) * z + 2 * margin) * GROWTH);
}

/** Returns the inverse of the way of RAY on an axis of the world. @param offset the byte offset of the axis. */
function inverseOn(offset: usize): f64 {
  return 1 / (load<f64>(memoryBase + offset, (RAY + DIRECTION) * 8) + 0);
}

/**
 * Returns the place in the mesh of the next triangle that the shape may touch, or NO_HIT. Writes its corners in the world to
 * MET_CORNERS. Nearer triangles mostly come first. No other ray may enter a mesh in between.
 *
 * @param limit the largest t that matters. It may be smaller than in the call before.
 */
export function nextSweptTriangle(limit: f64): i32 {
  do {
    while (nextPlace < endPlace) {
      const place = nextPlace++;
      placeTriangle(place);
      if (isReached(limit)) return place;
    }
  } while (nextSlot(limit));
  return NO_HIT;
}

/** Finds the next slot with triangles that the shape may touch. Returns false if there is none. */
function nextSlot(limit: f64): bool {
  const ray = MESH_RAY;
  const nodes = <usize>load<u32>(tableOf(ray), MESH_ADDRESSES * 4);
  const first = v128.load32_splat(ray, RANGE_START);
  const last = limitOf(limit - load<f64>(ray, START));
  const lasts = f32x4.splat(last);
  const stack = STACK;
  const nears = NEARS;
  let top = stackTop;
  while (top > stack) {
    top -= 8;
    if (load<f32>(top, 4) > last) continue;
    const entry = load<i32>(top);
    if (entry < 0) {
      stackTop = top;
      const slotAt = nodes + (<usize>~entry << 2);
      nextPlace = ~load<i32>(slotAt, CHILD * 4);
      endPlace = nextPlace + load<i32>(slotAt, CONTENT * 4);
      return true;
    }
    const nodeAt = nodes + (<usize>entry << (NODE_SHIFT + 2));
    let entered = enteredSlots(ray, nodeAt, nears, first, lasts, false, lasts);
    const bottom = top;
    while (entered != 0) {
      const slot = ctz(entered);
      entered &= entered - 1;
      const child = load<i32>(nodeAt + (<usize>slot << 2), CHILD * 4);
      insertEntry(bottom, top, child < 0 ? ~((entry << NODE_SHIFT) + slot) : child, load<f32>(nears + (<usize>slot << 2)));
      top += 8;
    }
  }
  stackTop = top;
  return false;
}

/**
 * Returns whether the middle of the shape's bounds, on its way up to `limit`, comes as close to the bounds of the triangle that was
 * placed last as the reach. The reach covers the rounding: the way and the bounds are computed with a few units in the last place of
 * the numbers involved, and the reach has 2^-40 of them.
 *
 * On an axis along which the shape does not move, the inverse is infinite, and NaN stands for a bound at exactly the reach. A
 * comparison with NaN excludes no triangle.
 */
function isReached(limit: f64): bool {
  const origin = v128.load(memoryBase + RAY * 8);
  const enter = f64x2.mul(f64x2.sub(f64x2.sub(lowXY, reachXY), origin), inverseXY);
  const leave = f64x2.mul(f64x2.sub(f64x2.add(highXY, reachXY), origin), inverseXY);
  const nears = f64x2.min(enter, leave);
  const fars = f64x2.max(enter, leave);
  const near = max(max(f64x2.extract_lane(nears, 0), f64x2.extract_lane(nears, 1)), 0);
  const far = min(min(f64x2.extract_lane(fars, 0), f64x2.extract_lane(fars, 1)), limit);
  if (near > far) return false;
  const originZ = load<f64>(memoryBase, (RAY + 2) * 8);
  const enterZ = (lowZ - reachOnZ - originZ) * inverseZ;
  const leaveZ = (highZ + reachOnZ - originZ) * inverseZ;
  return !(max(near, min(enterZ, leaveZ)) > min(far, max(enterZ, leaveZ)));
}
