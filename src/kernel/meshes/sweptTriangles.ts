import { MESH_ADDRESSES, MESH_NUMBERS, NEEDS_FLOAT64, NO_HIT } from '../../bvh/layout/kernelLayout';
import { MAX_DEPTH, CHILD, CONTENT, NODE_SHIFT, WIDTH } from '../../bvh/layout/nodeLayout';
import { INVERSE } from '../../primitives/flat/boxLayout';
import { placeOf, recordAt } from '../boxes/boxStore';
import { linkMargin } from '../margins/linkMargin';
import { HIT, RANGE_START, START } from '../margins/meshMargin';
import { limitOf } from '../margins/rayMargin';
import { meshes, meshTable } from '../memory/boundScene';
import { memoryBase } from '../memory/workingMemory';
import { insertEntry } from '../slots/childOrder';
import { enteredSlots } from '../slots/raySlots';
import { enterMeshAt, MESH_RAY, tableOf } from './meshRay';

/**
 * A stack of nodes and slots with triangles, each with the t at which the ray enters it, 8 bytes a pair: the node, or the
 * inverted index of the slot's first word. It is kept from one slot to the next.
 */
const STACK: usize = memoryBase + memory.data((MAX_DEPTH * (WIDTH - 1) + WIDTH) * 8, 16);
const NEARS: usize = memoryBase + memory.data(WIDTH * 4, 16);
let stackTop: usize = STACK;

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
  if (entered == HIT) {
    store<i32>(STACK, 0);
    store<f32>(STACK, -Infinity, 4);
    stackTop = STACK + 8;
  }
  return entered;
}

/** Returns the reach on an axis of the mesh. @param row the byte offset of the axis's row in the inverse matrix. */
function localReach(record: usize, row: usize, x: f64, y: f64, z: f64, margin: f64): f32 {
  const at = record + INVERSE * 8 + row;
  return <f32>((abs(load<f64>(at)) * x + abs(load<f64>(at, 8)) * y + abs(load<f64>(at, 16)) * z + 2 * margin) * GROWTH);
}

/**
 * Returns the next slot with triangles: four times the place of its first triangle, plus the number of its triangles less 1. Or
 * NO_HIT. Nearer slots mostly come first. No other ray may enter a mesh in between.
 *
 * @param limit the largest t that matters. It may be smaller than in the call before.
 */
export function nextSweptTriangles(limit: f64): i32 {
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
      return 4 * ~load<i32>(slotAt, CHILD * 4) + load<i32>(slotAt, CONTENT * 4) - 1;
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
  return NO_HIT;
}
