import { HIT_FRONT, HIT_PLACE, HIT_U, HIT_V, RAY } from '../../bvh/layout/kernelLayout';
import { MAX_DEPTH } from '../../bvh/layout/maxDepth';
import { MESH_ADDRESSES, MESH_NUMBERS } from '../../bvh/layout/meshTableLayout';
import { CHILD, CONTENT, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, NODE_SHIFT, WIDTH } from '../../bvh/layout/nodeLayout';
import { BACKS, FRONTS, SIDES, T_MAX } from '../../primitives/flat/rayLayout';
import { multiplyAdd, splatAxis } from '../lanes';
import {
  LOCAL,
  MET,
  MISSED,
  meshDescents,
  meshFarStarts,
  meshInverses,
  meshNearStarts,
  meshRangeStart,
  prepareMeshRay,
  startT,
} from '../margins/meshMargin';
import { limitOf } from '../margins/rayMargin';
import { meshTable } from '../memory/boundScene';
import { memoryBase } from '../memory/kernelMemory';
import { prepareShear } from '../primitives/flat/shear';
import { mayMeet, prepareSlots } from '../slots/slotTriangles';
import { hitFront, hitT, hitU, hitV, triangleHit } from '../primitives/query/triangles/triangleHit';

/** Nodes and the t at which the ray enters each: see walkRay.ts. */
const STACK: usize = memoryBase + memory.data((MAX_DEPTH * (WIDTH - 1) + WIDTH) * 8, 16);
const NEARS: usize = memoryBase + memory.data(WIDTH * 4, 16);

/** The triangle that was met last: see bvh/meshes/triangleMet.ts. */
export let metT: f64 = 0;
export let metTriangle: i32 = 0;
let metPlace: i32 = 0;
export let metU: f64 = 0;
export let metV: f64 = 0;
export let metFront: bool = false;

/** The triangle of the closest hit, kept while other instances are walked. */
let keptPlace: i32 = 0;
export let keptU: f64 = 0;
export let keptV: f64 = 0;
let keptFront: bool = false;

/** In place of a triangle's number, if a box is met. */
export const NO_TRIANGLE: i32 = -1;

/** Keeps the triangle that was met last as that of the closest hit. */
export function keepMet(): void {
  keptPlace = metPlace;
  keptU = metU;
  keptV = metV;
  keptFront = metFront;
}

/** Writes the triangle of the closest hit to the exchanged numbers, except for its number. */
export function writeMet(): void {
  store<f64>(memoryBase, <f64>keptPlace, HIT_PLACE * 8);
  store<f64>(memoryBase, keptU, HIT_U * 8);
  store<f64>(memoryBase, keptV, HIT_V * 8);
  store<f64>(memoryBase, <f64>keptFront, HIT_FRONT * 8);
}

/**
 * Finds the closest triangle of an instance that RAY meets, or any of them: the walk of bvh/meshes/walkMesh.ts, with eight
 * slots at a time.
 *
 * @param mesh the number of the mesh.
 * @param record the address of the instance's record.
 * @param isAny whether any triangle will do.
 * @param limit only triangles up to this t count.
 * @returns MISSED, MET or NOT_TAME. The triangle that is met is in `metT` and the others.
 */
export function walkMesh(mesh: u32, record: usize, isAny: bool, limit: f64): i32 {
  const tableAt = meshTable + <usize>mesh * (MESH_NUMBERS * 8);
  const prepared = prepareMeshRay(tableAt, record, min(limit, load<f64>(memoryBase, (RAY + T_MAX) * 8)));
  if (prepared != MET) return prepared;
  const nodes = <usize>load<u32>(tableAt, MESH_ADDRESSES * 4);
  const corners = <usize>load<u32>(tableAt, MESH_ADDRESSES * 4 + 4);
  const numbers = <usize>load<u32>(tableAt, MESH_ADDRESSES * 4 + 8);
  const isFloat64 = load<u32>(tableAt, MESH_ADDRESSES * 4 + 12) != 0;
  const triangleBytes: usize = isFloat64 ? 72 : 36;

  const nearOffsetX: usize = meshDescents & 1 ? MAX_X * 4 : MIN_X * 4;
  const nearOffsetY: usize = meshDescents & 2 ? MAX_Y * 4 : MIN_Y * 4;
  const nearOffsetZ: usize = meshDescents & 4 ? MAX_Z * 4 : MIN_Z * 4;
  const farOffsetX: usize = <usize>((MIN_X + MAX_X) * 4) - nearOffsetX;
  const farOffsetY: usize = <usize>((MIN_Y + MAX_Y) * 4) - nearOffsetY;
  const farOffsetZ: usize = <usize>((MIN_Z + MAX_Z) * 4) - nearOffsetZ;
  const nearStartX = splatAxis(meshNearStarts, 0);
  const nearStartY = splatAxis(meshNearStarts, 1);
  const nearStartZ = splatAxis(meshNearStarts, 2);
  const farStartX = splatAxis(meshFarStarts, 0);
  const farStartY = splatAxis(meshFarStarts, 1);
  const farStartZ = splatAxis(meshFarStarts, 2);
  const inverseX = splatAxis(meshInverses, 0);
  const inverseY = splatAxis(meshInverses, 1);
  const inverseZ = splatAxis(meshInverses, 2);
  const first = f32x4.splat(meshRangeStart);
  const start = startT;
  let last = limitOf(limit - start);
  let lasts = f32x4.splat(last);

  let closest = limit;
  let isMet = false;
  // Few rays that meet the bounds of a mesh get as far as a triangle.
  let isSheared = false;
  const stack = STACK;
  const nears = NEARS;
  let top = stack;
  let nodeAt = nodes;
  while (true) {
    const enterXLow = multiplyAdd(v128.load(nodeAt + nearOffsetX), inverseX, nearStartX);
    const enterYLow = multiplyAdd(v128.load(nodeAt + nearOffsetY), inverseY, nearStartY);
    const enterZLow = multiplyAdd(v128.load(nodeAt + nearOffsetZ), inverseZ, nearStartZ);
    const leaveXLow = multiplyAdd(v128.load(nodeAt + farOffsetX), inverseX, farStartX);
    const leaveYLow = multiplyAdd(v128.load(nodeAt + farOffsetY), inverseY, farStartY);
    const leaveZLow = multiplyAdd(v128.load(nodeAt + farOffsetZ), inverseZ, farStartZ);
    const enterLow = f32x4.pmax(f32x4.pmax(enterXLow, enterYLow), f32x4.pmax(enterZLow, first));
    const leaveLow = f32x4.pmin(f32x4.pmin(leaveXLow, leaveYLow), f32x4.pmin(leaveZLow, lasts));
    v128.store(nears, enterLow);
    const enterXHigh = multiplyAdd(v128.load(nodeAt + nearOffsetX, 16), inverseX, nearStartX);
    const enterYHigh = multiplyAdd(v128.load(nodeAt + nearOffsetY, 16), inverseY, nearStartY);
    const enterZHigh = multiplyAdd(v128.load(nodeAt + nearOffsetZ, 16), inverseZ, nearStartZ);
    const leaveXHigh = multiplyAdd(v128.load(nodeAt + farOffsetX, 16), inverseX, farStartX);
    const leaveYHigh = multiplyAdd(v128.load(nodeAt + farOffsetY, 16), inverseY, farStartY);
    const leaveZHigh = multiplyAdd(v128.load(nodeAt + farOffsetZ, 16), inverseZ, farStartZ);
    const enterHigh = f32x4.pmax(f32x4.pmax(enterXHigh, enterYHigh), f32x4.pmax(enterZHigh, first));
    const leaveHigh = f32x4.pmin(f32x4.pmin(leaveXHigh, leaveYHigh), f32x4.pmin(leaveZHigh, lasts));
    v128.store(nears, enterHigh, 16);
    const met = i32x4.bitmask(f32x4.le(enterLow, leaveLow)) | (i32x4.bitmask(f32x4.le(enterHigh, leaveHigh)) << 4);
    // The child word of a triangle is negative.
    const areTriangles =
      i32x4.bitmask(v128.load(nodeAt, CHILD * 4)) | (i32x4.bitmask(v128.load(nodeAt, CHILD * 4 + 16)) << 4);

    let triangles = met & areTriangles;
    if (triangles != 0 && !isSheared) {
      const sides = load<f64>(memoryBase, (RAY + SIDES) * 8);
      prepareShear(LOCAL, sides == <f64>FRONTS ? 1 : sides == <f64>BACKS ? -1 : 0);
      prepareSlots();
      isSheared = true;
    }
    if (triangles != 0) touchCorners(nodeAt, triangles, corners, triangleBytes);

    // The reads of what comes next begin before triangles are tested: all of it is far away in memory.
    let children = met & ~areTriangles;
    if (children != 0) {
      const slotAt = nodeAt + (<usize>ctz(children) << 2);
      const child = load<i32>(slotAt, CHILD * 4);
      const near = load<f32>(nears + slotAt - nodeAt);
      children &= children - 1;
      if ((children | triangles) == 0) {
        if (near <= last) {
          nodeAt = addressIn(nodes, child);
          continue;
        }
      } else {
        const bottom = top;
        store<i32>(top, child);
        store<f32>(top, near, 4);
        top += 8;
        while (children != 0) {
          const slotAt = nodeAt + (<usize>ctz(children) << 2);
          children &= children - 1;
          const near = load<f32>(nears + slotAt - nodeAt);
          // Insertion keeps the nearest node on top.
          let at = top;
          top += 8;
          while (at > bottom && load<f32>(at - 4) < near) {
            store<u64>(at, load<u64>(at - 8));
            at -= 8;
          }
          store<i32>(at, load<i32>(slotAt, CHILD * 4));
          store<f32>(at, near, 4);
        }
        touch(addressIn(nodes, load<i32>(top - 8)));
        if (top - bottom > 8) touch(addressIn(nodes, load<i32>(top - 16)));
      }
    }
    while (triangles != 0) {
      const slotAt = nodeAt + (<usize>ctz(triangles) << 2);
      triangles &= triangles - 1;
      const first = ~load<i32>(slotAt, CHILD * 4);
      let lanes = (1 << load<i32>(slotAt, CONTENT * 4)) - 1;
      if (!isFloat64) lanes &= mayMeet(corners + <usize>first * 36);
      while (lanes != 0) {
        const place = first + ctz(lanes);
        lanes &= lanes - 1;
        if (!triangleHit(corners + <usize>place * triangleBytes, isFloat64)) continue;
        const t = hitT;
        if (!(t < closest || (t == closest && (!isMet || comesBefore(numbers, place))))) continue;
        isMet = true;
        closest = t;
        metT = t;
        metPlace = place;
        metU = hitU;
        metV = hitV;
        metFront = hitFront;
        if (isAny) return numberMet(numbers);
        last = limitOf(t - start);
        lasts = f32x4.splat(last);
      }
    }

    do {
      if (top == stack) return isMet ? numberMet(numbers) : MISSED;
      top -= 8;
    } while (load<f32>(top, 4) > last);
    nodeAt = addressIn(nodes, load<i32>(top));
  }
}

/** Reads the number of the triangle that was met. No sooner, as it is far away in memory. */
function numberMet(numbers: usize): i32 {
  metTriangle = load<i32>(numbers + (<usize>metPlace << 2));
  return MET;
}

/** Whether the triangle at a place comes before the one that was met last. */
function comesBefore(numbers: usize, place: i32): bool {
  return load<u32>(numbers + (<usize>place << 2)) < load<u32>(numbers + (<usize>metPlace << 2));
}

function addressIn(nodes: usize, node: i32): usize {
  return nodes + (<usize>node << (NODE_SHIFT + 2));
}

/** Keeps the reads of {@link touch} from being optimized away. */
export let touchedInMesh: i32 = 0;

/** Reads the corners of all triangles in some slots of a node, which are tested soon. */
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

/** Reads the four cache lines of a node that is needed soon: see walkRay.ts. */
function touch(nodeAt: usize): void {
  touchedInMesh = load<i32>(nodeAt) | load<i32>(nodeAt, 64) | load<i32>(nodeAt, 128) | load<i32>(nodeAt, 192);
}
