import { HIT_T, MET_TRIANGLE, NEEDS_FLOAT64, NO_HIT, WHOLE_INSTANCE } from '../../bvh/layout/kernelLayout';
import { hasInstances, meshes, placeholders } from '../memory/boundScene';
import { setExchanged } from '../memory/workingMemory';
import { NO_TRIANGLE } from '../meshes/meshRay';
import { beginTrianglesAround, nextTriangleAround } from '../meshes/trianglesAround';
import { triangleAt } from '../meshes/worldTriangle';
import { beginBoxesAround, nextBoxAround } from './boxesAround';

/** How far the shape reaches from its middle on each axis. */
let reachX: f64 = 0;
let reachY: f64 = 0;
let reachZ: f64 = 0;

let hasMask: bool = false;
let mask: u32 = 0;
let hasTriangles: bool = false;
/** The instance whose triangles are being visited, or NO_HIT. */
let instance: i32 = NO_HIT;

/**
 * Begins a walk of the boxes and triangles that a shape may touch where it is: bvh/query/shapeCandidates.ts. The origin of RAY is the
 * middle of the shape's bounds, and the numbers from CORE_COUNT on are its core.
 *
 * @param x how far the shape reaches from its middle on each axis.
 * @param onlyMask only boxes that share a bit with this mask count, if `isMasked`.
 * @param boxesOnly whether an instance counts as its box.
 */
export function beginShapeAround(x: f64, y: f64, z: f64, isMasked: bool, onlyMask: u32, boxesOnly: bool): void {
  reachX = x;
  reachY = y;
  reachZ = z;
  hasMask = isMasked;
  mask = onlyMask;
  hasTriangles = hasInstances && !boxesOnly;
  instance = NO_HIT;
  setExchanged(HIT_T, 0);
  beginBoxesAround(x, y, z);
}

/**
 * Returns the next box or instance that the shape may touch, in no particular order, or NO_HIT. Writes to MET_TRIANGLE which triangle of
 * it, NO_TRIANGLE for a box, or WHOLE_INSTANCE if JavaScript must find the triangles.
 */
export function nextMetAround(): i32 {
  while (true) {
    if (instance != NO_HIT) {
      const place = nextTriangleAround();
      if (place != NO_HIT) {
        setExchanged(MET_TRIANGLE, triangleAt(place));
        return instance;
      }
      instance = NO_HIT;
    }
    const id = nextBoxAround(hasMask, mask);
    if (id == NO_HIT) return NO_HIT;
    if (id < placeholders || !hasTriangles || load<u32>(meshes + (<usize>id << 2)) == 0) {
      setExchanged(MET_TRIANGLE, NO_TRIANGLE);
      return id;
    }
    if (beginTrianglesAround(id, reachX, reachY, reachZ) == NEEDS_FLOAT64) {
      setExchanged(MET_TRIANGLE, WHOLE_INSTANCE);
      return id;
    }
    instance = id;
  }
}
