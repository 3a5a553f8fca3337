import { type BufferGeometry, type Intersection, type Material, Matrix4, type Raycaster } from 'three';
import type { PlacedGeometry } from '../meshes/triangleRaycasts';
import { type InstancesSource, type RaycastHolder, worldMatrixOf } from './boxSource';

interface PlacedInstance extends PlacedGeometry {
  geometry: BufferGeometry;
  material: Material | Material[];
}

let placed: PlacedInstance | undefined;

/** Places the geometry of one instance. Valid until the next call. */
export function placeInstance(source: InstancesSource, geometry: BufferGeometry, instance: number): PlacedGeometry {
  const { material } = source.object;
  placed ??= { geometry, material, matrixWorld: new Matrix4() };
  placed.geometry = geometry;
  placed.material = material;
  worldMatrixOf(source, instance, placed.matrixWorld);
  return placed;
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
