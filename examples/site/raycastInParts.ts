import { InstancedBufferAttribute, InstancedMesh, type Intersection, type Mesh, type Raycaster } from 'three';

/** So much is tested at once: about a millisecond of work. */
const INSTANCES = 10_000;
const TRIANGLES = 20_000;

/**
 * Casts the ray of a raycaster of three.js at the instances of a mesh, part by part. Returns the closest hit.
 *
 * @param first how many instances the first part has, for example all that move.
 */
export function* raycastInstances(
  raycaster: Raycaster,
  mesh: InstancedMesh,
  first = INSTANCES,
): Generator<undefined, Intersection | null> {
  const matrices = mesh.instanceMatrix.array as Float32Array;
  const part = new InstancedMesh(mesh.geometry, mesh.material, 0);
  part.matrixWorld.copy(mesh.matrixWorld);
  part.boundingSphere = mesh.boundingSphere;
  let closest: Intersection | null = null;
  for (let from = 0, size = first; from < mesh.count; from += size, size = INSTANCES) {
    if (from > 0) yield;
    part.count = Math.min(size, mesh.count - from);
    part.instanceMatrix = new InstancedBufferAttribute(matrices.subarray(16 * from, 16 * (from + part.count)), 16);
    const [hit] = raycaster.intersectObject(part);
    if (!closerThan(hit, closest)) continue;
    closest = { ...hit, instanceId: from + (hit.instanceId ?? 0) };
  }
  return closest;
}

/** Casts the ray of a raycaster of three.js at the triangles of a mesh with an index, part by part. Returns the closest hit. */
export function* raycastTriangles(raycaster: Raycaster, mesh: Mesh): Generator<undefined, Intersection | null> {
  const { geometry } = mesh;
  const corners = geometry.index?.count ?? 0;
  let closest: Intersection | null = null;
  for (let from = 0; from < corners; from += 3 * TRIANGLES) {
    if (from > 0) yield;
    geometry.setDrawRange(from, 3 * TRIANGLES);
    const [hit] = raycaster.intersectObject(mesh, false);
    // Before it is drawn.
    geometry.setDrawRange(0, Infinity);
    if (closerThan(hit, closest)) closest = hit;
  }
  return closest;
}

function closerThan(hit: Intersection | undefined, closest: Intersection | null): hit is Intersection {
  return hit !== undefined && (closest === null || hit.distance < closest.distance);
}
