import { Box3, type Intersection, type Matrix4, type Object3D, type Raycaster } from 'three';
import type { BoxSource } from './boxSource';

const empty = /* @__PURE__ */ new Box3();

/** An object that has a raycast of its own and no geometry that would say where: precise rays ask it every time. */
export class BoxlessSource implements BoxSource {
  readonly object: Object3D;
  readonly instanceName = null;
  readonly count = 1;
  readonly matrices = null;
  readonly version = 0;
  readonly boundsCount = 1;

  constructor(object: Object3D) {
    this.object = object;
  }

  get matrixWorld(): Matrix4 {
    return this.object.matrixWorld;
  }

  boundsAt(): Box3 {
    return empty;
  }

  reach(): number {
    return Infinity;
  }

  intersect(raycaster: Raycaster, _: number, hits: Intersection[]): void {
    this.object.raycast(raycaster, hits);
  }
}
