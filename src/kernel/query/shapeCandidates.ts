import { FIRST_T, MET_TRIANGLE, NEEDS_FLOAT64, NEEDS_SWEEP, NEXT_T, NO_HIT, WHOLE_INSTANCE } from '../../bvh/layout/kernelLayout';
import { HIT } from '../margins/meshMargin';
import { limitOf } from '../margins/rayMargin';
import { hasInstances, meshes, placeholders } from '../memory/boundScene';
import { exchanged, setExchanged } from '../memory/workingMemory';
import { NO_TRIANGLE } from '../meshes/meshRay';
import { beginSweptTriangles, nextSweptTriangle } from '../meshes/sweptTriangles';
import { triangleAt } from '../meshes/worldTriangle';
import { beginCandidates, nextCandidate } from './candidatesAlongRay';
import { decideBox, decideTriangle, endSweep, enterInstance, isSwept } from './sweep';

/** How far the shape reaches from its middle on each axis, and by how much that grows when it is rounded to float32. */
let reachX: f64 = 0;
let reachY: f64 = 0;
let reachZ: f64 = 0;
const GROWTH: f64 = 1 + 2 ** -20;

let hasMask: bool = false;
let mask: u32 = 0;
let hasTriangles: bool = false;
/** Whether only the first hit of a sweep matters. */
let isSweep: bool = false;
/** The box that was found before JavaScript has set the sweep, or NO_HIT. */
let found: i32 = NO_HIT;
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
 * @param isFirst whether only the first hit of a sweep matters. The kernel then decides about what it can, and {@link nextMet} returns the
 *   rest.
 */
export function beginShape(x: f64, y: f64, z: f64, isMasked: bool, onlyMask: u32, boxesOnly: bool, isFirst: bool): void {
  reachX = x;
  reachY = y;
  reachZ = z;
  hasMask = isMasked;
  mask = onlyMask;
  hasTriangles = hasInstances && !boxesOnly;
  instance = NO_HIT;
  isUnderWay = false;
  isSweep = isFirst;
  found = NO_HIT;
  endSweep();
  beginCandidates();
}

/**
 * Returns the next box or instance that the shape may touch, mostly in the order of t. Writes to MET_TRIANGLE which triangle of it,
 * NO_TRIANGLE for a box, or WHOLE_INSTANCE if JavaScript must find the triangles. RAY must be the same in all calls.
 *
 * @param limit the largest t that matters. It may be smaller than in the call before.
 * @returns the id, NO_HIT, NO_ROOM if too many nodes and boxes lie ahead, NEEDS_FLOAT64, or NEEDS_SWEEP: JavaScript then calls beginSweep
 *   and continues. HIT_T is the least t at which the shape may touch the box or instance.
 */
export function nextMet(limit: f64): i32 {
  while (true) {
    const last = isSweep ? min(limit, exchanged(FIRST_T)) : limit;
    if (instance != NO_HIT) {
      const place = nextSweptTriangle(last);
      if (place != NO_HIT) {
        const triangle = triangleAt(place);
        if (isSweep && decideTriangle(instance, triangle, last)) continue;
        setExchanged(MET_TRIANGLE, triangle);
        return instance;
      }
      instance = NO_HIT;
    }
    let id = found;
    if (id == NO_HIT) {
      if (isUnderWay && exchanged(NEXT_T) > <f64>limitOf(last)) return NO_HIT;
      id = nextCandidate(
        last, <f32>(reachX * GROWTH), <f32>(reachY * GROWTH), <f32>(reachZ * GROWTH), true, hasMask, mask,
      );
      if (id < 0) return id;
      isUnderWay = true;
    }
    if (isSweep && !isSwept) {
      found = id;
      return NEEDS_SWEEP;
    }
    found = NO_HIT;
    if (id < placeholders || !hasTriangles || load<u32>(meshes + (<usize>id << 2)) == 0) {
      if (isSweep && id >= placeholders && decideBox(id, last)) continue;
      setExchanged(MET_TRIANGLE, NO_TRIANGLE);
      return id;
    }
    const entered = beginSweptTriangles(id, reachX, reachY, reachZ, last);
    if (entered == NEEDS_FLOAT64) {
      setExchanged(MET_TRIANGLE, WHOLE_INSTANCE);
      return id;
    }
    if (entered == HIT) {
      instance = id;
      if (isSweep) enterInstance(id);
    }
  }
}
