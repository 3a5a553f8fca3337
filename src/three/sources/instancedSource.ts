import type { PlacedGeometry } from '../meshes/placedGeometry';
import type { FloatArray } from 'slabtree';
import { type Box3, InstancedMesh } from 'three';
import { type InstancesSource, ObjectSource, placeInstance } from './boxSource';
import type { RaycastHolder } from './callRaycast';
import { boundingBoxOf } from './geometrySource';

export class InstancedSource extends ObjectSource<InstancedMesh> implements InstancesSource {
  readonly instanceName = 'instanceId';
  readonly boundsCount = 1;

  get count(): number {
    return Math.min(this.object.count, this.object.instanceMatrix.count);
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
}
