import type { Box3, BufferGeometry, Object3D } from 'three';
import { type Bounded, boundingBoxOf } from './boundingBox';
import type { Thresholds } from './boxSource';
import { SingleSource } from './singleSource';

export interface GeometryObject extends Object3D {
  geometry?: BufferGeometry;
}

/** A mesh, a line or points, with the box of its geometry. A SkinnedMesh has the box that it keeps for its pose. */
export class GeometrySource<Kind extends GeometryObject = GeometryObject> extends SingleSource<Kind> {
  readonly reach?: (thresholds: Thresholds) => number;

  constructor(object: Kind, reach?: (thresholds: Thresholds) => number) {
    super(object);
    if (reach !== undefined) this.reach = reach;
  }

  boundsAt(): Box3 {
    const { object } = this;
    return boundingBoxOf(isPosed(object) ? object : object.geometry);
  }
}

/** Whether an object keeps a box for its pose. */
function isPosed(object: object): object is Bounded {
  return 'isSkinnedMesh' in object;
}
