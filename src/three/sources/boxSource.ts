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
import type { PlacedGeometry } from '../meshes/triangleRaycasts';

/** The index's view of a three.js object, which has one box, or one box per instance. */
export interface BoxSource {
  readonly object: Object3D;
  /** The field of `Intersection` that holds the instance number; null for an object without instances. */
  readonly instanceName: 'instanceId' | 'batchId' | null;
  /** The number of instances, including hidden ones; 1 for an object without instances. */
  readonly count: number;
  /** Places the object in the world. */
  readonly matrixWorld: Matrix4;
  /** The matrices that place each instance in the object, 16 numbers each; null for an object without instances. */
  readonly matrices: FloatArray | null;
  /** Grows with each `needsUpdate` of the matrices. */
  readonly version: number;
  /** The number of local boxes. Each instance has one of them. */
  readonly boundsCount: number;
  /** Returns a local box; an empty box for empty geometry. Valid until the next call. */
  boundsAt(index: number): Box3;
  /** Returns which local box an instance has; -1 if the instance is hidden. Without this method, all instances have box 0. */
  boundsOf?(instance: number): number;
  /**
   * Returns how far outside its box the object's own raycast may hit, in local units. Infinity if the distance is unknown;
   * -Infinity if rays that miss all boxes cannot hit the object. Without this method, the raycast never hits outside the box.
   */
  reach?(thresholds: Thresholds): number;
  /**
   * Whether the box of an object without instances is `geometry.boundingBox`, and there is no {@link reach}. False if missing.
   */
  readonly isGeometryBox?: boolean;
  /** Whether {@link pose} has an effect. False if missing. */
  readonly isPosable?: boolean;
  /** Computes the vertices of an object that has bones or morph targets. Does not change the scene. */
  pose?(scene: BoxScene): void;
  /**
   * Returns the geometry whose triangles three.js's raycast tests for an instance. Null if the raycast of the holder (the object
   * or one of its prototypes) does anything else. Valid until the next call.
   */
  triangles?(holder: RaycastHolder, instance: number): PlacedGeometry | null;
  /** Calls the holder's raycast on the whole object, for objects without {@link triangles}. Returns what the raycast returns. */
  intersect(holder: RaycastHolder, raycaster: Raycaster, hits: Intersection[]): unknown;
  /**
   * Adds the closest accepted hit of the object: the first of equally close hits. May add other hits, in order. Does not call the
   * object's own raycast, as `accepts` may query the index.
   *
   * @returns false if nothing was tested; then call {@link intersect}.
   */
  closest?(raycaster: Raycaster, hits: Intersection[], accepts: (hit: Intersection) => boolean): boolean;
}

/** An object, or a prototype of its class, whose `raycast` is called on the object. */
export interface RaycastHolder {
  readonly raycast?: (this: Object3D, raycaster: Raycaster, hits: Intersection[]) => unknown;
}

/** The distances from lines and from points within which a Raycaster hits them. */
export interface Thresholds {
  readonly line: number;
  readonly points: number;
}

/** The members that all sources share. */
export abstract class ObjectSource<Kind extends Object3D> {
  readonly object: Kind;

  constructor(object: Kind) {
    this.object = object;
  }

  get matrixWorld(): Matrix4 {
    return this.object.matrixWorld;
  }

  intersect(holder: RaycastHolder, raycaster: Raycaster, hits: Intersection[]): unknown {
    return holder.raycast?.call(this.object, raycaster, hits);
  }
}

/** An object without instances. */
export abstract class SingleSource<Kind extends Object3D = Object3D> extends ObjectSource<Kind> implements BoxSource {
  readonly instanceName = null;
  readonly count = 1;
  readonly matrices = null;
  readonly version = 0;
  readonly boundsCount = 1;

  abstract boundsAt(): Box3;
}

/** A mesh with one box per instance. */
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

/** Returns the geometry of one instance, placed in the world. Valid until the next call. */
export function placeInstance(source: InstancesSource, geometry: BufferGeometry, instance: number): PlacedGeometry {
  return { geometry, material: source.object.material, matrixWorld: worldMatrixOf(source, instance, world) };
}
