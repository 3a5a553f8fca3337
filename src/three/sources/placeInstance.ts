import { type BufferGeometry, Matrix4 } from 'three';
import type { PlacedGeometry } from '../meshes/triangleRaycasts';
import { type InstancesSource, worldMatrixOf } from './boxSource';

const world = /* @__PURE__ */ new Matrix4();

/** Places the geometry of one instance. Valid until the next call. */
export function placeInstance(source: InstancesSource, geometry: BufferGeometry, instance: number): PlacedGeometry {
  return { geometry, material: source.object.material, matrixWorld: worldMatrixOf(source, instance, world) };
}
