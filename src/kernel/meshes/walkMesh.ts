import { MAX_DEPTH, CHILD, CONTENT, NODE_SHIFT, WIDTH } from '../../bvh/layout/nodeLayout';
import { MESH_ADDRESSES } from '../../bvh/layout/kernelLayout';
import { RANGE_START, START, HIT, MISS } from '../margins/meshMargin';
import { limitOf } from '../margins/rayMargin';
import { memoryBase } from '../memory/workingMemory';
import { hitT, triangleHit } from '../primitives/query/triangles/triangleHit';
import { isSingle, pushChildren, pushEntry } from '../slots/childOrder';
import { enteredSlots, leafSlots } from '../slots/raySlots';
import { mayHit, prepareSlots } from './slotTriangles';
import { addCandidate, beginCandidates, endCandidates } from './triangleCandidates';
import { CLOSEST, comesBefore, hasHit, saveHit, closestT, shear, shearedRay, tableOf } from './meshRay';

/** A stack of nodes of a mesh, each with the t at which the ray enters it: see walkRay.ts. */
const STACK: usize = memoryBase + memory.data((MAX_DEPTH * (WIDTH - 1) + WIDTH) * 8, 16);
const NEARS: usize = memoryBase + memory.data(WIDTH * 4, 16);

/**
 * Finds the closest triangle of a mesh that a ray hits, or any triangle: the walk of bvh/meshes/walkMesh.ts, with eight
 * slots at a time. enterMesh must have moved the ray into the mesh.
 *
 * @param isAny whether the walk may end at any triangle that the ray hits.
 * @returns MISS or HIT. The triangle is stored with the ray: see meshRay.ts.
 */
export function walkMesh(ray: usize, isAny: bool): i32 {
  return walk(ray, isAny, 0);
}

/**
 * Lists the triangles of a mesh that may be the closest hit of a ray by another computation: see triangleCandidates.ts.
 * The ray must have entered the mesh with the same margin: see enterMeshAt.
 *
 * @param margin how far the other computation may be from the kernel's: see linkMargin.ts.
 * @param listsAll whether triangles after a certain hit are listed, too.
 */
export function walkCandidates(ray: usize, margin: f64, listsAll: bool): void {
  beginCandidates(ray, margin, listsAll);
  walk(ray, false, margin);
  endCandidates(closestT(ray));
}

/** @param margin 0 to find the closest hit. Otherwise, candidates are listed. */
function walk(ray: usize, isAny: bool, margin: f64): i32 {
  const tableAt = tableOf(ray);
  const nodes = <usize>load<u32>(tableAt, MESH_ADDRESSES * 4);
  const corners = <usize>load<u32>(tableAt, MESH_ADDRESSES * 4 + 4);
  const isFloat64 = load<u32>(tableAt, MESH_ADDRESSES * 4 + 12) != 0;
  const triangleBytes: usize = isFloat64 ? 72 : 36;

  const first = v128.load32_splat(ray, RANGE_START);
  const start = load<f64>(ray, START);
  let closest = closestT(ray);
  let last = limitOf(closest - start);
  let lasts = f32x4.splat(last);

  const stack = STACK;
  const nears = NEARS;
  let top = stack;
  let nodeAt = nodes;
  while (true) {
    const entered = enteredSlots(ray, nodeAt, nears, first, lasts, false, lasts);
    const areTriangles = leafSlots(nodeAt);

    let triangles = entered & areTriangles;
    // The exact test of triangles is prepared only for rays that reach a slot with triangles. Most rays that enter the
    // bounds of a mesh reach no slot with triangles.
    if (triangles != 0 && shearedRay != ray) {
      shear(ray);
      prepareSlots(ray);
    }
    if (triangles != 0) touchCorners(nodeAt, triangles, corners, triangleBytes);

    // The next nodes are prefetched before the tests of triangles, because nodes are seldom in the cache.
    const children = entered & ~areTriangles;
    if (children != 0) {
      if (isSingle(children)) {
        const slot = <usize>ctz(children) << 2;
        const child = load<i32>(nodeAt + slot, CHILD * 4);
        const near = load<f32>(nears + slot);
        if (triangles != 0) {
          pushEntry(top, child, near);
          top += 8;
          touch(addressIn(nodes, child));
        } else if (near <= last) {
          nodeAt = addressIn(nodes, child);
          continue;
        }
      } else {
        top = pushChildren(top, nodeAt, children, nears);
        touch(addressIn(nodes, load<i32>(top - 8)));
        touch(addressIn(nodes, load<i32>(top - 16)));
      }
    }
    while (triangles != 0) {
      const slotAt = nodeAt + (<usize>ctz(triangles) << 2);
      triangles &= triangles - 1;
      const first = ~load<i32>(slotAt, CHILD * 4);
      let lanes = (1 << load<i32>(slotAt, CONTENT * 4)) - 1;
      if (!isFloat64) lanes &= mayHit(corners + <usize>first * 36);
      while (lanes != 0) {
        const place = first + ctz(lanes);
        lanes &= lanes - 1;
        if (margin != 0) {
          const t = addCandidate(corners + <usize>place * triangleBytes, isFloat64, place, closest);
          if (t < closest) {
            closest = t;
            store<f64>(ray, t, CLOSEST);
            last = limitOf(t - start);
            lasts = f32x4.splat(last);
          }
          continue;
        }
        if (!triangleHit(corners + <usize>place * triangleBytes, isFloat64)) continue;
        const t = hitT;
        if (!(t < closest || (t == closest && comesBefore(ray, place)))) continue;
        closest = t;
        saveHit(ray, place);
        if (isAny) return HIT;
        last = limitOf(t - start);
        lasts = f32x4.splat(last);
      }
    }

    do {
      if (top == stack) return hasHit(ray) ? HIT : MISS;
      top -= 8;
    } while (load<f32>(top, 4) > last);
    nodeAt = addressIn(nodes, load<i32>(top));
  }
}

function addressIn(nodes: usize, node: i32): usize {
  return nodes + (<usize>node << (NODE_SHIFT + 2));
}

/** Receives the words that {@link touch} reads, which keeps the compiler from removing the reads. */
export let touchedInMesh: i32 = 0;

/** Prefetches the corners of all triangles in the given slots of a node. */
function touchCorners(nodeAt: usize, slots: i32, corners: usize, triangleBytes: usize): void {
  let read = 0;
  do {
    const first = ~load<i32>(nodeAt + (<usize>ctz(slots) << 2), CHILD * 4);
    const at = corners + <usize>first * triangleBytes;
    read |= load<i32>(at) | load<i32>(at, 64) | load<i32>(at, 128);
    slots &= slots - 1;
  } while (slots != 0);
  touchedInMesh = read;
}

/** Prefetches the four cache lines of a node of a mesh: see walkRay.ts. */
function touch(nodeAt: usize): void {
  touchedInMesh = load<i32>(nodeAt) | load<i32>(nodeAt, 64) | load<i32>(nodeAt, 128) | load<i32>(nodeAt, 192);
}
