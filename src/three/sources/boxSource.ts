import type { BoxScene, FloatArray } from 'slabtree';
import type { Box3, Intersection, Matrix4, Mesh, Object3D, Raycaster } from 'three';
import type { PlacedGeometry } from '../meshes/triangleRaycasts';

/** What the index needs to know of a three.js object. The object has one box, or one box per instance. */
export interface BoxSource {
  readonly object: Object3D;
  /** The field of `Intersection` that holds the instance number; null for an object without instances. */
  readonly instanceName: 'instanceId' | 'batchId' | null;
  /** The number of instances, hidden ones included; 1 for an object without instances. */
  readonly count: number;
  /** Places the object in the world. */
  readonly matrixWorld: Matrix4;
  /** Place each instance in the object, 16 numbers each; null for an object without instances. */
  readonly matrices: FloatArray | null;
  /** Grows each time three.js is told that the matrices have changed. */
  readonly version: number;
  /** The number of local boxes. Each instance has one of them. */
  readonly boundsCount: number;
  /** A local box; empty if there is nothing in it. Valid until the next call. */
  boundsAt(index: number): Box3;
  /** Which local box an instance has; -1 if the instance is hidden. Without this method, all instances have the first. */
  boundsOf?(instance: number): number;
  /**
   * How far outside its box, in local units, the object's own raycast may hit; Infinity if that is unknown, and -Infinity if it
   * hits only what rays meet anyway. Without this method, it never hits outside its box.
   */
  reach?(thresholds: Thresholds): number;
  /** Whether the box of an object without instances is that of its geometry, and there is no {@link reach}. Without this, it may not be. */
  readonly isGeometryBox?: boolean;
  /** Whether there is anything for {@link pose} to do. Without this, there is not. */
  readonly isPosable?: boolean;
  /** Computes the vertices of an object that has bones or morph targets. Does not change the scene. */
  pose?(scene: BoxScene): void;
  /**
   * What three.js goes through for an instance, triangle by triangle. Null if the raycast of the holder, which is the object or
   * one of its prototypes, does anything else. Valid until the next call.
   */
  triangles?(holder: RaycastHolder, instance: number): PlacedGeometry | null;
  /**
   * Asks about the whole object, where {@link triangles} does not tell of an instance: calls the raycast of the holder. Returns
   * what that returns.
   */
  intersect(holder: RaycastHolder, raycaster: Raycaster, hits: Intersection[]): unknown;
  /**
   * Finds the closest of the object's hits that count, the first of equal ones, and perhaps others, in order. It calls no raycast
   * of the object's own: `accepts` may ask the index.
   *
   * @returns whether it has. If not, ask with {@link intersect}.
   */
  closest?(raycaster: Raycaster, hits: Intersection[], accepts: (hit: Intersection) => boolean): boolean;
}

/** Sets `target` to the matrix that places an instance in the world, computed with the same operations as in three.js. */
export function worldMatrixOf({ matrices, matrixWorld }: BoxSource, instance: number, target: Matrix4): Matrix4 {
  return matrices === null
    ? target.copy(matrixWorld)
    : target.fromArray(matrices, 16 * instance).premultiply(matrixWorld);
}

/** A mesh with one box per instance. */
export interface InstancesSource extends BoxSource {
  readonly object: Mesh;
  readonly instanceName: 'instanceId' | 'batchId';
  readonly matrices: FloatArray;
}

/** An object, or a prototype of its class, whose raycast is to be called on the object. */
export interface RaycastHolder {
  readonly raycast?: (this: Object3D, raycaster: Raycaster, hits: Intersection[]) => unknown;
}

/** How far from lines and points a Raycaster still hits them. */
export interface Thresholds {
  readonly line: number;
  readonly points: number;
}
