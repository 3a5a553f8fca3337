import type { FloatArray } from 'slabtree';
import { type Box3, InstancedMesh, type Intersection, type Matrix4, type Raycaster } from 'three';
import type { PlacedGeometry } from '../meshes/triangleRaycasts';
import { type InstancesSource, placeInstance, type RaycastHolder } from './boxSource';
import { boundingBoxOf } from './geometrySource';

/** The instances of an InstancedMesh. */
export class InstancedSource implements InstancesSource {
  readonly object: InstancedMesh;
  readonly instanceName = 'instanceId';
  readonly boundsCount = 1;

  constructor(object: InstancedMesh) {
    this.object = object;
  }

  get count(): number {
    return Math.min(this.object.count, this.object.instanceMatrix.count);
  }

  get matrixWorld(): Matrix4 {
    return this.object.matrixWorld;
  }

  get matrices(): FloatArray {
    return this.object.instanceMatrix.array as FloatArray;
  }

  get version(): number {
    return this.object.instanceMatrix.version;
  }

  boundsAt(): Box3 {
    return boundingBoxOf(this.object.geometry);
  }

  triangles({ raycast }: RaycastHolder, instance: number): PlacedGeometry | null {
    return raycast === InstancedMesh.prototype.raycast ? placeInstance(this, this.object.geometry, instance) : null;
  }

  intersect(holder: RaycastHolder, raycaster: Raycaster, hits: Intersection[]): unknown {
    return holder.raycast?.call(this.object, raycaster, hits);
  }
}
