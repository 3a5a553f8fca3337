import type { PlacedGeometry } from '../meshes/placedGeometry';
import type { BoxScene } from 'slabtree';
import { Box3, type BufferGeometry, type Intersection, Mesh, type Object3D, type Raycaster, SkinnedMesh } from 'three';
import { type ElementObject, intersectElements, pickedKindOf } from '../elements/intersectElements';
import { Pose } from '../poses/pose';
import { isPosable } from '../poses/poseState';
import { SingleSource, type Thresholds } from './boxSource';
import type { RaycastHolder } from './callRaycast';
import { ownBoundsOf } from './namedBounds';
import { isLoopOverTriangles } from './raycastsOfThree';

export interface GeometryObject extends Object3D {
  geometry?: BufferGeometry;
}

const nothing = /* @__PURE__ */ new Box3();
const union = /* @__PURE__ */ new Box3();

/** Returns the bounding box of a geometry. Computes it if it is missing, as three.js does. */
export function boundingBoxOf(geometry: BufferGeometry | undefined): Box3 {
  if (geometry?.boundingBox === null) geometry.computeBoundingBox();
  return geometry?.boundingBox ?? nothing;
}

/** The source of a mesh, a line or points. Its box joins the geometry's bounding box and the object's own, if there is one. */
export class GeometrySource<Kind extends GeometryObject = GeometryObject> extends SingleSource<Kind> {
  readonly reach?: (thresholds: Thresholds) => number;
  #posed: Pose | undefined;

  constructor(object: Kind, reach?: (thresholds: Thresholds) => number) {
    super(object);
    if (reach !== undefined) this.reach = reach;
  }

  /** The object's vertices after bones and morph targets. Undefined unless it was posed with its present geometry. */
  get posed(): Pose | undefined {
    if (this.#posed !== undefined && this.#posed.source !== this.object.geometry) this.#posed = undefined;
    return this.#posed;
  }

  get drawnGeometry(): BufferGeometry | undefined {
    return this.posed?.geometry;
  }

  get isGeometryBox(): boolean {
    return this.reach === undefined && this.posed === undefined && ownBoundsOf(this.object) === undefined;
  }

  /** Returns the object's box. It includes the geometry's box even if a shader draws elsewhere: rays hit the geometry. */
  boundsAt(): Box3 {
    const box = this.posed?.box ?? boundingBoxOf(this.object.geometry);
    const own = ownBoundsOf(this.object);
    return own ? union.copy(box).union(own) : box;
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

  /** Adds the hits of three.js's raycast of lines or points. Returns false, without hits, if that raycast itself must run. */
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
