import type { BoxScene, FloatArray } from 'slabtree';
import {
  type Box3,
  type BufferGeometry,
  type Intersection,
  Matrix4,
  type Mesh,
  type Object3D,
  type Raycaster,
} from 'three';
import type { PlacedGeometry } from '../meshes/placedGeometry';
import { callRaycast, type RaycastHolder } from './callRaycast';

/** What the index reads of a three.js object: its boxes (one, or one per instance), and how rays test the object. */
export interface BoxSource {
  readonly object: Object3D;
  /** The field of `Intersection` that holds the instance number of a hit; null for an object without instances. */
  readonly instanceName: 'instanceId' | 'batchId' | null;
  /** The number of instances of the object, including hidden ones; 1 for an object without instances. */
  readonly count: number;
  /** The matrix that places the object in the world. */
  readonly matrixWorld: Matrix4;
  /** The matrices that place each instance in the object's space, 16 numbers each; null for an object without instances. */
  readonly matrices: FloatArray | null;
  /** The version of `matrices`. It grows each time the user sets `needsUpdate` of the matrices. */
  readonly version: number;
  /** The number of different local boxes of the object. Each instance has one of these boxes. */
  readonly boundsCount: number;
  /** Returns the local box with this number; an empty box for empty geometry. The result is valid until the next call. */
  boundsAt(index: number): Box3;
  /** Returns the number of an instance's local box; -1 if it is hidden. Without this method, all instances have box 0. */
  boundsOf?(instance: number): number;
  /**
   * Returns how far outside its box the object's own raycast may hit, in local units. Infinity if the distance is unknown;
   * -Infinity if rays that miss all boxes cannot hit the object. Without this method, the raycast never hits outside the box.
   */
  reach?(thresholds: Thresholds): number;
  /** Whether three.js places the object in the camera's space, as a sprite. Its box is for rigid cameras: see `isRigid`. */
  readonly isInCameraSpace?: boolean;
  /** Whether `geometry.boundingBox` is the object's only box, and no ray outside it hits the object. False if missing. */
  readonly isGeometryBox?: boolean;
  /** The geometry that is drawn in place of the object's own: the geometry of a pose. Undefined if there is none. */
  readonly drawnGeometry?: BufferGeometry | undefined;
  /** Whether {@link pose} has an effect. False if missing. */
  readonly isPosable?: boolean;
  /** Computes the vertices of an object with bones or morph targets. Uses the scene's backend; does not change the scene. */
  pose?(scene: BoxScene): void;
  /**
   * Returns the geometry whose triangles three.js's raycast tests for an instance. Returns null if the raycast of the holder (the
   * object or one of its prototypes) does anything else than that. The result is valid until the next call.
   */
  triangles?(holder: RaycastHolder, instance: number): PlacedGeometry | null;
  /** Brings the geometries of {@link triangles} up to date with the object, if they are parts of one geometry. */
  followGeometries?(): void;
  /** Calls the raycast of `holder` (the object or a prototype), for objects without {@link triangles}. Returns its result. */
  intersect(holder: RaycastHolder, raycaster: Raycaster, hits: Intersection[]): unknown;
  /**
   * Adds the closest accepted hit of the object: the first of equally close hits. May add other hits too, in order. Does not call
   * the object's own raycast, as `accepts` may query the index.
   *
   * @returns false if the object was not tested; then call {@link intersect}.
   */
  closest?(raycaster: Raycaster, hits: Intersection[], accepts: (hit: Intersection) => boolean): boolean;
}

/** The fields of an object on which its hits depend. */
export interface DrawnObject {
  readonly geometry?: BufferGeometry;
  readonly raycast: unknown;
  readonly morphTargetInfluences?: unknown;
}

/** How near to lines and points a Raycaster hits them, in world units. */
export interface Thresholds {
  readonly line: number;
  readonly points: number;
}

/** The base class of all sources of boxes: the members that do not depend on the kind of object. */
export abstract class ObjectSource<Kind extends Object3D> {
  readonly object: Kind;

  constructor(object: Kind) {
    this.object = object;
  }

  get matrixWorld(): Matrix4 {
    return this.object.matrixWorld;
  }

  intersect(holder: RaycastHolder, raycaster: Raycaster, hits: Intersection[]): unknown {
    return callRaycast(holder, this.object, raycaster, hits);
  }
}

/** The source of an object without instances, which has one box. */
export abstract class SingleSource<Kind extends Object3D = Object3D> extends ObjectSource<Kind> implements BoxSource {
  readonly instanceName = null;
  readonly count = 1;
  readonly matrices = null;
  readonly version = 0;
  readonly boundsCount = 1;

  abstract boundsAt(): Box3;
}

/** The source of a mesh with one box per instance. */
export interface InstancesSource extends BoxSource {
  readonly object: Mesh;
  readonly instanceName: 'instanceId' | 'batchId';
  readonly matrices: FloatArray;
}

const world = /* @__PURE__ */ new Matrix4();

/** Sets `target` to the matrix that places an instance in the world, by the same operations as three.js. */
export function worldMatrixOf({ matrices, matrixWorld }: BoxSource, instance: number, target: Matrix4): Matrix4 {
  return matrices === null
    ? target.copy(matrixWorld)
    : target.fromArray(matrices, 16 * instance).premultiply(matrixWorld);
}

/** Returns the geometry of one instance, with the matrix that places it in the world. The result is valid until the next call. */
export function placeInstance(source: InstancesSource, geometry: BufferGeometry, instance: number): PlacedGeometry {
  return { geometry, material: source.object.material, matrixWorld: worldMatrixOf(source, instance, world) };
}
