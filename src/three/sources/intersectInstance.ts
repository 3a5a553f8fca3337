import { type BufferGeometry, type Intersection, Mesh, type Raycaster } from 'three';
import { type InstancesSource, type RaycastHolder, worldMatrixOf } from './boxSource';

let proxy: Mesh | undefined;

/** Calls the raycast of Mesh for one instance, on a mesh that stands in for the instance. three.js does the same. */
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

/** Calls a raycast that answers for all instances, and keeps the hits of one instance and those that name none. */
export function intersectOwn(
  { object, instanceName }: InstancesSource,
  holder: RaycastHolder,
  instance: number,
  raycaster: Raycaster,
  hits: Intersection[],
): unknown {
  const answer: unknown = holder.raycast?.call(object, raycaster, hits);
  const kept = hits.filter((hit) => (hit[instanceName] ?? instance) === instance);
  hits.splice(0, Infinity, ...kept);
  return answer;
}
