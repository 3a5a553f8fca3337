import { MET_TRIANGLE, MESH_ADDRESSES, NEEDS_FLOAT64, NEXT_T, NO_HIT, WHOLE_INSTANCE } from '../../bvh/layout/kernelLayout';
import { HIT } from '../margins/meshMargin';
import { limitOf } from '../margins/rayMargin';
import { hasInstances, meshes, placeholders } from '../memory/boundScene';
import { exchanged, setExchanged } from '../memory/workingMemory';
import { MESH_RAY, NO_TRIANGLE, tableOf } from '../meshes/meshRay';
import { beginSweptTriangles, nextSweptTriangle } from '../meshes/sweptTriangles';
import { beginCandidates, nextCandidate } from './candidatesAlongRay';

/** How far the shape reaches from its middle on each axis, and by how much that grows when it is rounded to float32. */
let reachX: f64 = 0;
let reachY: f64 = 0;
let reachZ: f64 = 0;
const GROWTH: f64 = 1 + 2 ** -20;

let hasMask: bool = false;
let mask: u32 = 0;
let hasTriangles: bool = false;
/** The instance whose triangles are being visited, or NO_HIT. */
let instance: i32 = NO_HIT;
/** Whether a box or instance has been returned, and the least t of what lies ahead of it is in NEXT_T. */
let isUnderWay: bool = false;

/**
 * Begins a walk of the boxes and triangles that a moving shape may touch: bvh/query/shapeCandidates.ts. RAY is the way of the middle of
 * the shape's bounds.
 *
 * @param x how far the shape reaches from its middle on each axis.
 * @param onlyMask only boxes that share a bit with this mask count, if `isMasked`.
 * @param boxesOnly whether an instance counts as its box.
 */
export function beginShape(x: f64, y: f64, z: f64, isMasked: bool, onlyMask: u32, boxesOnly: bool): void {
  reachX = x;
  reachY = y;
  reachZ = z;
  hasMask = isMasked;
  mask = onlyMask;
  hasTriangles = hasInstances && !boxesOnly;
  instance = NO_HIT;
  isUnderWay = false;
  beginCandidates();
}

/**
 * Returns the next box or instance that the shape may touch, mostly in the order of t. Writes to MET_TRIANGLE which triangle of it,
 * NO_TRIANGLE for a box, or WHOLE_INSTANCE if JavaScript must find the triangles. RAY must be the same in all calls.
 *
 * @param limit the largest t that matters. It may be smaller than in the call before.
 * @returns the id, NO_HIT, NO_ROOM if too many nodes and boxes lie ahead, or NEEDS_FLOAT64. HIT_T is the least t at which the shape
 *   may touch the box or instance.
 */
export function nextMet(limit: f64): i32 {
  while (true) {
    if (instance != NO_HIT) {
      const place = nextSweptTriangle(limit);
      if (place != NO_HIT) return metTriangle(place);
      instance = NO_HIT;
    }
    if (isUnderWay && exchanged(NEXT_T) > <f64>limitOf(limit)) return NO_HIT;
    const id = nextCandidate(
      limit, <f32>(reachX * GROWTH), <f32>(reachY * GROWTH), <f32>(reachZ * GROWTH), true, hasMask, mask,
    );
    if (id < 0) return id;
    isUnderWay = true;
    if (id < placeholders || !hasTriangles || load<u32>(meshes + (<usize>id << 2)) == 0) {
      setExchanged(MET_TRIANGLE, NO_TRIANGLE);
      return id;
    }
    const entered = beginSweptTriangles(id, reachX, reachY, reachZ, limit);
    if (entered == NEEDS_FLOAT64) {
      setExchanged(MET_TRIANGLE, WHOLE_INSTANCE);
      return id;
    }
    if (entered == HIT) instance = id;
  }
}

/** Returns the instance, whose triangle at a place may be touched. */
function metTriangle(place: i32): i32 {
  const numbers = <usize>load<u32>(tableOf(MESH_RAY), MESH_ADDRESSES * 4 + 8);
  setExchanged(MET_TRIANGLE, load<u32>(numbers + (<usize>place << 2)));
  return instance;
}
