import type { BoxScene } from 'slabtree';
import { type Box3, type BufferGeometry, Mesh, type Object3D, SkinnedMesh } from 'three';
import type { PlacedGeometry } from '../meshes/triangleRaycasts';
import { isPosable } from '../poses/posableMesh';
import { Pose } from '../poses/pose';
import { boundingBoxOf } from './boundingBox';
import type { RaycastHolder, Thresholds } from './boxSource';
import { isLoopOverTriangles } from './raycastsOfThree';
import { SingleSource } from './singleSource';

export interface GeometryObject extends Object3D {
  geometry?: BufferGeometry;
}

/** A mesh, a line or points, with the box of its geometry. */
export class GeometrySource<Kind extends GeometryObject = GeometryObject> extends SingleSource<Kind> {
  readonly reach?: (thresholds: Thresholds) => number;
  #posed: Pose | undefined;

  constructor(object: Kind, reach?: (thresholds: Thresholds) => number) {
    super(object);
    if (reach !== undefined) this.reach = reach;
  }

  /** Undefined unless the object has been posed, with the geometry that it has now. */
  get posed(): Pose | undefined {
    if (this.#posed !== undefined && this.#posed.source !== this.object.geometry) this.#posed = undefined;
    return this.#posed;
  }

  get isGeometryBox(): boolean {
    return this.reach === undefined && this.posed === undefined;
  }

  boundsAt(): Box3 {
    return this.posed?.box ?? boundingBoxOf(this.object.geometry);
  }

  get isPosable(): boolean {
    return this.posed !== undefined || isPosable(this.object);
  }

  pose(scene: BoxScene): void {
    const { object } = this;
    this.#posed = isPosable(object) ? (this.posed ?? new Pose(object)) : undefined;
    this.#posed?.update(scene);
  }

  triangles(holder: RaycastHolder): PlacedGeometry | null {
    const { object, posed } = this;
    const { prototype } = 'isSkinnedMesh' in object ? SkinnedMesh : Mesh;
    if (posed !== undefined && holder.raycast === prototype.raycast) return posed.place();
    return isLoopOverTriangles(object, holder) ? object : null;
  }
}
