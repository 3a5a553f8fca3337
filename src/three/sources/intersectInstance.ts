import { type BufferGeometry, type Intersection, Mesh, type Raycaster } from 'three';
import type { InstancesSource, Raycastable } from './boxSource';
import { worldMatrixOf } from './worldMatrixOf';

let proxy: Mesh | undefined;

/** Asks the raycast of meshes about an instance: as three.js itself does, by a mesh that stands in for it. */
export function intersectInstance(
  source: InstancesSource,
  geometry: BufferGeometry,
  instance: number,
  raycaster: Raycaster,
  hits: Intersection[],
): void {
  const { object, instanceName } = source;
  proxy ??= new Mesh();
  proxy.geometry = geometry;
  proxy.material = object.material;
  worldMatrixOf(source, instance, proxy.matrixWorld);
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
  { object, instanceName }: InstancesSource,
  asked: Raycastable,
  instance: number,
  raycaster: Raycaster,
  hits: Intersection[],
): void {
  asked.raycast?.call(object, raycaster, hits);
  const kept = hits.filter((hit) => (hit[instanceName] ?? instance) === instance);
  hits.splice(0, Infinity, ...kept);
}
