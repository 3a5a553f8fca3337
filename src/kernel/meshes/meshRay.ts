import { HIT_FRONT, HIT_PLACE, HIT_TRIANGLE, HIT_U, HIT_V, RAY, MESH_ADDRESSES, MESH_NUMBERS } from '../../bvh/layout/kernelLayout';
import { BACKS, FRONTS, SIDES, T_MAX } from '../../primitives/flat/rayLayout';
import { LOCAL, prepareMeshRay, WALK } from '../margins/meshMargin';
import { SLAB_RAY_BYTES } from '../margins/slabRay';
import { meshTable } from '../memory/boundScene';
import { prepareShear } from '../primitives/flat/shear';
import { memoryBase } from '../memory/workingMemory';
import { hitFront, hitT, hitU, hitV } from '../primitives/query/triangles/triangleHit';

/** The layout of a ray in a mesh: after the fields that meshMargin.ts defines, the mesh and the closest triangle. */
const TABLE: usize = WALK;
const FRONT: usize = WALK + 4;
export const CLOSEST: usize = WALK + 8;
const U: usize = WALK + 16;
const V: usize = WALK + 24;
const PLACE: usize = WALK + 32;
export const MESH_RAY: usize = memoryBase + memory.data(SLAB_RAY_BYTES + 120, 16);

/** The address of the ray for whose direction the exact triangle test is prepared (see prepareShear), or 0. */
export let shearedRay: usize = 0;

/** The triangle of the closest hit on all instances so far. */
let bestNumbers: usize = 0;
let bestPlace: i32 = 0;
export let bestU: f64 = 0;
export let bestV: f64 = 0;
export let bestFront: bool = false;

/** Stands for the number of the hit triangle if the hit is on a box. */
export const NO_TRIANGLE: i32 = -1;
const NO_PLACE: i32 = -1;

/** Returns the t of the ray's closest triangle, or the t up to which triangles count if the ray has hit none. */
export function closestT(ray: usize): f64 {
  return load<f64>(ray, CLOSEST);
}

/** Copies the closest triangle of a mesh's ray to the closest hit of all instances. */
export function saveBest(ray: usize): void {
  bestNumbers = <usize>load<u32>(tableOf(ray), MESH_ADDRESSES * 4 + 8);
  bestPlace = load<i32>(ray, PLACE);
  bestU = load<f64>(ray, U);
  bestV = load<f64>(ray, V);
  bestFront = load<i32>(ray, FRONT) != 0;
}

/** Returns the triangle number of the closest hit. It is seldom in the cache, so only the final hit reads it. */
export function bestTriangle(): i32 {
  return load<i32>(bestNumbers + (<usize>bestPlace << 2));
}

/** Writes the triangle of the closest hit to the numbers that the kernel exchanges with JavaScript. */
export function writeTriangle(): void {
  store<f64>(memoryBase, <f64>bestTriangle(), HIT_TRIANGLE * 8);
  store<f64>(memoryBase, <f64>bestPlace, HIT_PLACE * 8);
  store<f64>(memoryBase, bestU, HIT_U * 8);
  store<f64>(memoryBase, bestV, HIT_V * 8);
  store<f64>(memoryBase, <f64>bestFront, HIT_FRONT * 8);
}

/** Returns the address of the entry of a ray's mesh in the table of meshes: see bvh/layout/kernelLayout.ts. */
export function tableOf(ray: usize): usize {
  return <usize>load<u32>(ray, TABLE);
}

/** Returns whether the walk of a mesh has found a triangle that the ray hits. `ray` is the address of the ray's state. */
export function hasHit(ray: usize): bool {
  return load<i32>(ray, PLACE) != NO_PLACE;
}

/**
 * Transforms RAY into the space of an instance's mesh, and prepares it for the walk of the mesh.
 *
 * @param mesh the number of the mesh.
 * @param record the address of the instance's record.
 * @param limit only triangles up to this t count.
 * @returns whether RAY hits the bounds of the mesh: MISS, HIT or NEEDS_FLOAT64.
 */
export function enterMesh(ray: usize, mesh: u32, record: usize, limit: f64): i32 {
  return enterMeshAt(ray, meshTable + <usize>mesh * (MESH_NUMBERS * 8), record, limit, f32x4.splat(0));
}

/**
 * Does {@link enterMesh} for a mesh of any table.
 *
 * @param tableAt the address of the mesh's table entry.
 * @param reach see prepareMeshRay.
 */
export function enterMeshAt(ray: usize, tableAt: usize, record: usize, limit: f64, reach: v128): i32 {
  if (shearedRay == ray) shearedRay = 0;
  store<u32>(ray, <u32>tableAt, TABLE);
  const last = min(limit, load<f64>(memoryBase, (RAY + T_MAX) * 8));
  store<f64>(ray, last, CLOSEST);
  store<i32>(ray, NO_PLACE, PLACE);
  return prepareMeshRay(ray, tableAt, record, last, reach);
}

/** Stores the triangle that was hit last as the closest triangle of a mesh's ray. */
export function saveHit(ray: usize, place: i32): void {
  store<f64>(ray, hitT, CLOSEST);
  store<i32>(ray, place, PLACE);
  store<f64>(ray, hitU, U);
  store<f64>(ray, hitV, V);
  store<i32>(ray, hitFront, FRONT);
}

/**
 * Returns whether a triangle, given its index in tree order, has a smaller number than the ray's closest triangle, if
 * any.
 */
export function comesBefore(ray: usize, place: i32): bool {
  const hitPlace = load<i32>(ray, PLACE);
  if (hitPlace == NO_PLACE) return true;
  const numbers = <usize>load<u32>(tableOf(ray), MESH_ADDRESSES * 4 + 8);
  return load<u32>(numbers + (<usize>place << 2)) < load<u32>(numbers + (<usize>hitPlace << 2));
}

/** Prepares the exact test of triangles (see prepareShear) for a ray in the space of a mesh. */
export function shear(ray: usize): void {
  const sides = load<f64>(memoryBase, (RAY + SIDES) * 8);
  prepareShear(ray + LOCAL, sides == <f64>FRONTS ? 1 : sides == <f64>BACKS ? -1 : 0);
  shearedRay = ray;
}
