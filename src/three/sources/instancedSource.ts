import type { FloatArray } from 'slabtree';
import { type Box3, InstancedMesh, type Intersection, type Matrix4, type Raycaster } from 'three';
import { boundingBoxOf } from './boundingBox';
import type { InstancesSource, RaycastHolder } from './boxSource';
import { intersectInstance, intersectOwn } from './intersectInstance';

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

  intersect(holder: RaycastHolder, instance: number, raycaster: Raycaster, hits: Intersection[]): unknown {
    if (holder.raycast !== InstancedMesh.prototype.raycast)
      return intersectOwn(this, holder, instance, raycaster, hits);
    intersectInstance(this, this.object.geometry, instance, raycaster, hits);
    return undefined;
  }
}
