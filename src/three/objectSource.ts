import { Box3, type BufferGeometry, type Object3D } from 'three';
import { SingleSource } from './singleSource';
import type { Thresholds } from './thresholds';

export interface GeometryObject extends Object3D {
  geometry?: BufferGeometry;
}

/** A mesh, a line or points by the box of its geometry, a SkinnedMesh by the one that it keeps for its pose. */
export class ObjectSource extends SingleSource<GeometryObject> {
  readonly reach?: (thresholds: Thresholds) => number;

  constructor(object: GeometryObject, reach?: (thresholds: Thresholds) => number) {
    super(object);
    if (reach !== undefined) this.reach = reach;
  }

  boundsAt(): Box3 {
    const { object } = this;
    return boundingBoxOf(isPosed(object) ? object : object.geometry);
  }
}

interface Bounded {
  boundingBox: Box3 | null;
  computeBoundingBox(): void;
}

const nothing = /* @__PURE__ */ new Box3();

/** What it has, or else is made to have, as three.js itself does wherever it needs one. */
export function boundingBoxOf(bounded: Bounded | undefined): Box3 {
  if (bounded?.boundingBox === null) bounded.computeBoundingBox();
  return bounded?.boundingBox ?? nothing;
}

/** Whether an object keeps a box for its pose beside that of its geometry. */
function isPosed(object: object): object is Bounded {
  return 'isSkinnedMesh' in object;
}
