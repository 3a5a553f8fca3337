import { HIT_FRONT, HIT_PLACE, HIT_TRIANGLE, HIT_U, HIT_V, RAY } from '../../bvh/layout/kernelLayout';
import { MAX_DEPTH } from '../../bvh/layout/maxDepth';
import { MESH_ADDRESSES, MESH_NUMBERS } from '../../bvh/layout/meshTableLayout';
import { CHILD, CONTENT, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, NODE_SHIFT, WIDTH } from '../../bvh/layout/nodeLayout';
import { BACKS, FRONTS, SIDES, T_MAX } from '../../primitives/flat/rayLayout';
import { multiplyAdd } from '../lanes';
import {
  DESCENTS,
  FAR_STARTS,
  INVERSES,
  LOCAL,
  MET,
  MISSED,
  NEAR_STARTS,
  prepareMeshRay,
  RANGE_START,
  START,
  WALK,
} from '../margins/meshMargin';
import { limitOf } from '../margins/rayMargin';
import { meshTable } from '../memory/boundScene';
import { memoryBase } from '../memory/kernelMemory';
import { prepareShear } from '../primitives/flat/shear';
import { mayMeet, prepareSlots } from '../slots/slotTriangles';
import { hitFront, hitT, hitU, hitV, triangleHit } from '../primitives/query/triangles/triangleHit';

/** The rays that may be on their way at once. */
export const MOST_RAYS: i32 = 4;
/** What a walk keeps of each, after the ray itself (see meshMargin.ts): where it is, and the triangle that was met last. */
const TABLE: usize = WALK;
const NODE: usize = WALK + 4;
const TOP: usize = WALK + 8;
const FRONT: usize = WALK + 12;
const CLOSEST: usize = WALK + 16;
const U: usize = WALK + 24;
const V: usize = WALK + 32;
const PLACE: usize = WALK + 40;
/** Nodes and the t at which the ray enters each: see walkRay.ts. */
const STACK: usize = WALK + 48;
const RAY_BYTES: usize = 192 + (MAX_DEPTH * (WIDTH - 1) + WIDTH) * 8;
const RAYS: usize = memoryBase + memory.data(4 * (192 + (MAX_DEPTH * (WIDTH - 1) + WIDTH) * 8), 16);

const NEARS: usize = memoryBase + memory.data(WIDTH * 4, 16);

/** The ray whose shear is prepared. */
let shearedRay: usize = 0;

/** The triangle of the closest hit, kept while other instances are walked. */
let keptNumbers: usize = 0;
let keptPlace: i32 = 0;
export let keptU: f64 = 0;
export let keptV: f64 = 0;
let keptFront: bool = false;

/** In place of a triangle's number, if a box is met. */
export const NO_TRIANGLE: i32 = -1;
const NO_PLACE: i32 = -1;

/** How far beyond the closest triangle to look for another, in t. */
let grace: f64 = 0;
/** The t of the triangle after the closest one if that is within the grace. Otherwise, that t or any larger number. */
export let runnerUp: f64 = Infinity;

/** What {@link walkMesh} returns if there is more to walk. */
export const PAUSED: i32 = 2;

/** The address of one of the rays on their way. */
export function meshRay(index: i32): usize {
  return RAYS + <usize>index * RAY_BYTES;
}

/** The t of the triangle that a ray has met. */
export function metT(ray: usize): f64 {
  return load<f64>(ray, CLOSEST);
}

/** Keeps the triangle that a ray has met as that of the closest hit. */
export function keepMet(ray: usize): void {
  keptNumbers = <usize>load<u32>(load<u32>(ray, TABLE), MESH_ADDRESSES * 4 + 8);
  keptPlace = load<i32>(ray, PLACE);
  keptU = load<f64>(ray, U);
  keptV = load<f64>(ray, V);
  keptFront = load<i32>(ray, FRONT) != 0;
}

/** The number of the triangle that was kept. It is far away in memory, so it is only read where it is asked for. */
export function keptTriangle(): i32 {
  return load<i32>(keptNumbers + (<usize>keptPlace << 2));
}

/** Writes the triangle of the closest hit to the exchanged numbers. */
export function writeMet(): void {
  store<f64>(memoryBase, <f64>keptTriangle(), HIT_TRIANGLE * 8);
  store<f64>(memoryBase, <f64>keptPlace, HIT_PLACE * 8);
  store<f64>(memoryBase, keptU, HIT_U * 8);
  store<f64>(memoryBase, keptV, HIT_V * 8);
  store<f64>(memoryBase, <f64>keptFront, HIT_FRONT * 8);
}

/**
 * Brings RAY into the space of an instance's mesh, ready to be walked there.
 *
 * @param ray the address of one of the rays on their way.
 * @param mesh the number of the mesh.
 * @param record the address of the instance's record.
 * @param limit only triangles up to this t count.
 * @returns MISSED, MET or NOT_TAME, of the bounds of the mesh.
 */
export function enterMesh(ray: usize, mesh: u32, record: usize, limit: f64): i32 {
  const tableAt = meshTable + <usize>mesh * (MESH_NUMBERS * 8);
  if (shearedRay == ray) shearedRay = 0;
  store<u32>(ray, <u32>tableAt, TABLE);
  store<u32>(ray, load<u32>(tableAt, MESH_ADDRESSES * 4), NODE);
  store<u32>(ray, <u32>(ray + STACK), TOP);
  store<f64>(ray, limit, CLOSEST);
  store<i32>(ray, NO_PLACE, PLACE);
  return prepareMeshRay(ray, tableAt, record, min(limit, load<f64>(memoryBase, (RAY + T_MAX) * 8)));
}

/**
 * Finds the closest triangle that a ray meets which has entered a mesh, or any of them: the walk of bvh/meshes/walkMesh.ts,
 * with eight slots at a time.
 *
 * @param isAny whether any triangle will do.
 * @param pauses whether to pause after each node, while the next one is fetched from memory.
 * @returns MISSED, MET or PAUSED. The ray has the triangle that is met.
 */
export function walkMesh(ray: usize, isAny: bool, pauses: bool): i32 {
  const tableAt = <usize>load<u32>(ray, TABLE);
  const nodes = <usize>load<u32>(tableAt, MESH_ADDRESSES * 4);
  const corners = <usize>load<u32>(tableAt, MESH_ADDRESSES * 4 + 4);
  const isFloat64 = load<u32>(tableAt, MESH_ADDRESSES * 4 + 12) != 0;
  const triangleBytes: usize = isFloat64 ? 72 : 36;

  const descents = load<i32>(ray, DESCENTS);
  const nearOffsetX: usize = descents & 1 ? MAX_X * 4 : MIN_X * 4;
  const nearOffsetY: usize = descents & 2 ? MAX_Y * 4 : MIN_Y * 4;
  const nearOffsetZ: usize = descents & 4 ? MAX_Z * 4 : MIN_Z * 4;
  const farOffsetX: usize = <usize>((MIN_X + MAX_X) * 4) - nearOffsetX;
  const farOffsetY: usize = <usize>((MIN_Y + MAX_Y) * 4) - nearOffsetY;
  const farOffsetZ: usize = <usize>((MIN_Z + MAX_Z) * 4) - nearOffsetZ;
  const nearStartX = v128.load32_splat(ray, NEAR_STARTS);
  const nearStartY = v128.load32_splat(ray, NEAR_STARTS + 4);
  const nearStartZ = v128.load32_splat(ray, NEAR_STARTS + 8);
  const farStartX = v128.load32_splat(ray, FAR_STARTS);
  const farStartY = v128.load32_splat(ray, FAR_STARTS + 4);
  const farStartZ = v128.load32_splat(ray, FAR_STARTS + 8);
  const inverseX = v128.load32_splat(ray, INVERSES);
  const inverseY = v128.load32_splat(ray, INVERSES + 4);
  const inverseZ = v128.load32_splat(ray, INVERSES + 8);
  const first = v128.load32_splat(ray, RANGE_START);
  const start = load<f64>(ray, START);
  let closest = load<f64>(ray, CLOSEST);
  let last = limitOf(closest - start);
  let lasts = f32x4.splat(last);

  const stack = ray + STACK;
  const nears = NEARS;
  let top = <usize>load<u32>(ray, TOP);
  let nodeAt = <usize>load<u32>(ray, NODE);
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
    // Few rays that meet the bounds of a mesh get as far as a triangle.
    if (triangles != 0 && shearedRay != ray) {
      const sides = load<f64>(memoryBase, (RAY + SIDES) * 8);
      prepareShear(ray + LOCAL, sides == <f64>FRONTS ? 1 : sides == <f64>BACKS ? -1 : 0);
      prepareSlots(ray);
      shearedRay = ray;
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
          if (!pauses) continue;
          return pause(ray, nodeAt, top);
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
        if (!(t < closest || (t == closest && comesBefore(ray, place)))) {
          runnerUp = min(runnerUp, t);
          continue;
        }
        runnerUp = closest;
        closest = t;
        keepHit(ray, place);
        if (isAny) return MET;
        last = limitOf(t - start + grace);
        lasts = f32x4.splat(last);
      }
    }

    do {
      if (top == stack) return load<i32>(ray, PLACE) == NO_PLACE ? MISSED : MET;
      top -= 8;
    } while (load<f32>(top, 4) > last);
    nodeAt = addressIn(nodes, load<i32>(top));
    if (pauses) return pause(ray, nodeAt, top);
  }
}

/** {@link walkMesh} for the closest triangle, with a grace: sets {@link runnerUp}. */
export function walkMeshBeyond(ray: usize, by: f64): i32 {
  grace = by;
  runnerUp = Infinity;
  const answer = walkMesh(ray, false, false);
  grace = 0;
  return answer;
}

/** Keeps the triangle that is hit as the one that a ray has met. */
function keepHit(ray: usize, place: i32): void {
  store<f64>(ray, hitT, CLOSEST);
  store<i32>(ray, place, PLACE);
  store<f64>(ray, hitU, U);
  store<f64>(ray, hitV, V);
  store<i32>(ray, hitFront, FRONT);
}

/** Whether the triangle at a place comes before the one that a ray has met, if any. */
function comesBefore(ray: usize, place: i32): bool {
  const metPlace = load<i32>(ray, PLACE);
  if (metPlace == NO_PLACE) return true;
  const numbers = <usize>load<u32>(load<u32>(ray, TABLE), MESH_ADDRESSES * 4 + 8);
  return load<u32>(numbers + (<usize>place << 2)) < load<u32>(numbers + (<usize>metPlace << 2));
}

/** Leaves a walk before a node, which is fetched meanwhile. */
function pause(ray: usize, nodeAt: usize, top: usize): i32 {
  store<u32>(ray, <u32>nodeAt, NODE);
  store<u32>(ray, <u32>top, TOP);
  touch(nodeAt);
  return PAUSED;
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
