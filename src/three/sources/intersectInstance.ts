import { type BufferGeometry, type Intersection, Mesh, type Raycaster } from 'three';
import type { BoxSource, Raycastable } from './boxSource';

let proxy: Mesh | undefined;

/** Asks the raycast of meshes about an instance: as three.js itself does, by a mesh that stands in for it. */
export function intersectInstance(
  { matrices, instanceName }: BoxSource,
  object: Mesh,
  geometry: BufferGeometry,
  instance: number,
  raycaster: Raycaster,
  hits: Intersection[],
): void {
  if (matrices === null || instanceName === null) return;
  proxy ??= new Mesh();
  proxy.geometry = geometry;
  proxy.material = object.material;
  proxy.matrixWorld.fromArray(matrices, 16 * instance).premultiply(object.matrixWorld);
  proxy.raycast(raycaster, hits);
  for (const hit of hits) {
    hit.object = object;
    hit[instanceName] = instance;
  }
}

/**
 * Asks a raycast that answers for all instances of an object, and keeps the hits of one and those that name none.
 */
export function intersectOwn(
  { object, instanceName }: BoxSource,
  asked: Raycastable,
  instance: number,
  raycaster: Raycaster,
  hits: Intersection[],
): void {
  asked.raycast?.call(object, raycaster, hits);
  const kept = hits.filter((hit) => instanceName !== null && (hit[instanceName] ?? instance) === instance);
  hits.splice(0, Infinity, ...kept);
}
