import { MESH_ADDRESSES, MET_CORNERS } from '../../bvh/layout/kernelLayout';
import { COLUMNS, TRANSLATION } from '../../primitives/flat/boxLayout';
import { memoryBase } from '../memory/workingMemory';

/** The triangles of an instance in the world, by the operations of bvh/meshes/worldMesh.ts. */

/** The record of the instance, the corners and the triangle numbers of its mesh, and the bytes of a triangle's corners. */
let instance: usize = 0;
let corners: usize = 0;
let numbers: usize = 0;
let triangleBytes: usize = 0;

/** The bounds of the triangle that was placed last. */
export let lowXY: v128 = f64x2(0, 0);
export let lowZ: f64 = 0;
export let highXY: v128 = f64x2(0, 0);
export let highZ: f64 = 0;

/**
 * Sets the instance. Call it before {@link placeTriangle}.
 *
 * @param table the address of the mesh's table entry.
 * @param record the address of the instance's record.
 */
export function setWorldMesh(table: usize, record: usize): void {
  instance = record;
  corners = <usize>load<u32>(table, MESH_ADDRESSES * 4 + 4);
  numbers = <usize>load<u32>(table, MESH_ADDRESSES * 4 + 8);
  triangleBytes = load<u32>(table, MESH_ADDRESSES * 4 + 12) != 0 ? 72 : 36;
}

/** Returns the number of the triangle at a place in the mesh. */
export function triangleAt(place: i32): i32 {
  return load<i32>(numbers + (<usize>place << 2));
}

/** Writes the corners in the world of the triangle at a place in the mesh to MET_CORNERS. */
export function placeTriangle(place: i32): void {
  const at = corners + <usize>place * triangleBytes;
  const m = instance + COLUMNS * 8;
  const columnX = v128.load(m);
  const columnY = v128.load(m, 24);
  const columnZ = v128.load(m, 48);
  const moved = v128.load(instance + TRANSLATION * 8);
  const isFloat64 = triangleBytes == 72;
  const a = isFloat64 ? v128.load(at) : f64x2.promote_low_f32x4(v128.load64_zero(at));
  const aZ: f64 = isFloat64 ? load<f64>(at, 16) : load<f32>(at, 8);
  const b = isFloat64 ? v128.load(at, 24) : f64x2.promote_low_f32x4(v128.load64_zero(at, 12));
  const bZ: f64 = isFloat64 ? load<f64>(at, 40) : load<f32>(at, 20);
  const c = isFloat64 ? v128.load(at, 48) : f64x2.promote_low_f32x4(v128.load64_zero(at, 24));
  const cZ: f64 = isFloat64 ? load<f64>(at, 64) : load<f32>(at, 32);
  const worldA = placed(columnX, columnY, columnZ, moved, a, aZ);
  const worldB = placed(columnX, columnY, columnZ, moved, b, bZ);
  const worldC = placed(columnX, columnY, columnZ, moved, c, cZ);
  const zX = load<f64>(m, 16);
  const zY = load<f64>(m, 40);
  const zZ = load<f64>(m, 64);
  const movedZ = load<f64>(instance + TRANSLATION * 8, 16);
  const worldAZ = zX * f64x2.extract_lane(a, 0) + zY * f64x2.extract_lane(a, 1) + zZ * aZ + movedZ;
  const worldBZ = zX * f64x2.extract_lane(b, 0) + zY * f64x2.extract_lane(b, 1) + zZ * bZ + movedZ;
  const worldCZ = zX * f64x2.extract_lane(c, 0) + zY * f64x2.extract_lane(c, 1) + zZ * cZ + movedZ;
  const out = memoryBase + MET_CORNERS * 8;
  v128.store(out, worldA);
  store<f64>(out, worldAZ, 16);
  v128.store(out, worldB, 24);
  store<f64>(out, worldBZ, 40);
  v128.store(out, worldC, 48);
  store<f64>(out, worldCZ, 64);
  lowXY = f64x2.pmin(f64x2.pmin(worldA, worldB), worldC);
  highXY = f64x2.pmax(f64x2.pmax(worldA, worldB), worldC);
  lowZ = min(min(worldAZ, worldBZ), worldCZ);
  highZ = max(max(worldAZ, worldBZ), worldCZ);
}

/** Returns the x and y in the world of a corner, of which x and y are the lanes of `xy`. */
function placed(columnX: v128, columnY: v128, columnZ: v128, moved: v128, xy: v128, z: f64): v128 {
  const x = v128.shuffle<i64>(xy, xy, 0, 0);
  const y = v128.shuffle<i64>(xy, xy, 1, 1);
  return f64x2.add(
    f64x2.add(f64x2.add(f64x2.mul(columnX, x), f64x2.mul(columnY, y)), f64x2.mul(columnZ, f64x2.splat(z))),
    moved,
  );
}
