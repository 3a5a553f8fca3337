import type { BoxScene } from 'slabtree';
import { Box3, type BufferGeometry, type Intersection, Mesh, type Object3D, type Raycaster, SkinnedMesh } from 'three';
import { type ElementObject, intersectElements, pickedKindOf } from '../elements/intersectElements';
import type { PlacedGeometry } from '../meshes/triangleRaycasts';
import { isPosable } from '../poses/posableMesh';
import { Pose } from '../poses/pose';
import { boundingBoxOf } from './boundingBox';
import type { RaycastHolder, Thresholds } from './boxSource';
import { ownBoundsOf } from './namedBounds';
import { isLoopOverTriangles } from './raycastsOfThree';
import { SingleSource } from './singleSource';

export interface GeometryObject extends Object3D {
  geometry?: BufferGeometry;
}

const around = /* @__PURE__ */ new Box3();

/** A mesh, a line or points, with the box of its geometry. Bounds of its own make that larger. */
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
    return this.reach === undefined && this.posed === undefined && ownBoundsOf(this.object) === undefined;
  }

  /** Three.js's raycast hits what is in the box of the geometry, wherever a shader draws it. */
  boundsAt(): Box3 {
    const box = this.posed?.box ?? boundingBoxOf(this.object.geometry);
    const own = ownBoundsOf(this.object);
    return own ? around.copy(box).union(own) : box;
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

  override intersect(holder: RaycastHolder, raycaster: Raycaster, hits: Intersection[]): unknown {
    return this.#intersectElements(holder, raycaster, hits) ? undefined : super.intersect(holder, raycaster, hits);
  }

  closest(raycaster: Raycaster, hits: Intersection[], accepts: (hit: Intersection) => boolean): boolean {
    return this.#intersectElements(this.object, raycaster, hits, accepts);
  }

  /** Finds what three.js's raycast of lines or points finds. Returns whether it has. */
  #intersectElements(
    holder: RaycastHolder,
    raycaster: Raycaster,
    hits: Intersection[],
    accepts?: (hit: Intersection) => boolean,
  ): boolean {
    const { object } = this;
    const kind = pickedKindOf(object, holder);
    return kind !== null && intersectElements(object as unknown as ElementObject, kind, raycaster, hits, accepts);
  }
}
