import type { Box3, Intersection, Matrix4, Object3D, Raycaster } from 'three';
import type { BoxSource, RaycastHolder } from './boxSource';

/** An object without instances. */
export abstract class SingleSource<Kind extends Object3D = Object3D> implements BoxSource {
  readonly object: Kind;
  readonly instanceName = null;
  readonly count = 1;
  readonly matrices = null;
  readonly version = 0;
  readonly boundsCount = 1;

  constructor(object: Kind) {
    this.object = object;
  }

  get matrixWorld(): Matrix4 {
    return this.object.matrixWorld;
  }

  abstract boundsAt(): Box3;

  intersect(holder: RaycastHolder, raycaster: Raycaster, hits: Intersection[]): unknown {
    return holder.raycast?.call(this.object, raycaster, hits);
  }
}
