import { Box3, type BufferGeometry, type Intersection, type Matrix4, type Object3D, type Raycaster } from 'three';
import type { BoxSource } from './boxSource';

export interface GeometryObject extends Object3D {
  geometry: BufferGeometry;
}

/** A mesh, a line or points by the box of its geometry, and a SkinnedMesh by the one that it keeps for its pose. */
export class ObjectSource implements BoxSource {
  readonly object: GeometryObject;
  readonly instanceName = null;
  readonly count = 1;
  readonly matrices = null;
  readonly version = 0;
  readonly boundsCount = 1;

  readonly reach?: (raycaster: Raycaster) => number;

  constructor(object: GeometryObject, reach?: (raycaster: Raycaster) => number) {
    this.object = object;
    if (reach !== undefined) this.reach = reach;
  }

  get matrixWorld(): Matrix4 {
    return this.object.matrixWorld;
  }

  boundsAt(): Box3 {
    return boundingBoxOf(isPosed(this.object) ? this.object : this.object.geometry);
  }

  intersect(raycaster: Raycaster, _: number, hits: Intersection[]): void {
    this.object.raycast(raycaster, hits);
  }
}

interface Bounded {
  boundingBox: Box3 | null;
  computeBoundingBox(): void;
}

const nothing = /* @__PURE__ */ new Box3();

/** What it has, or else is made to have, as three.js itself does wherever it needs one. */
export function boundingBoxOf(bounded: Bounded): Box3 {
  if (bounded.boundingBox === null) bounded.computeBoundingBox();
  return bounded.boundingBox ?? nothing;
}

/** Whether an object keeps a box for its pose beside that of its geometry. */
function isPosed(object: object): object is Bounded {
  return 'isSkinnedMesh' in object;
}
