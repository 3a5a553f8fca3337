import { type BufferGeometry, type Intersection, Matrix4, type Raycaster } from 'three';
import type { PlacedGeometry } from '../meshes/triangleRaycasts';
import { type InstancesSource, type RaycastHolder, worldMatrixOf } from './boxSource';

const world = /* @__PURE__ */ new Matrix4();

/** Places the geometry of one instance. Valid until the next call. */
export function placeInstance(source: InstancesSource, geometry: BufferGeometry, instance: number): PlacedGeometry {
  return { geometry, material: source.object.material, matrixWorld: worldMatrixOf(source, instance, world) };
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
