import type { FloatArray } from 'slabtree';
import type { Box3, Intersection, Matrix4, Mesh, Object3D, Raycaster } from 'three';

/** What an object of three.js is to the index: one box, or one an instance. */
export interface BoxSource {
  readonly object: Object3D;
  /** What three.js calls the number of an instance; null where the object has none. */
  readonly instanceName: 'instanceId' | 'batchId' | null;
  /** How many instances there are, those that are not shown included; 1 for an object that has none. */
  readonly count: number;
  /** What places all of it in the world. */
  readonly matrixWorld: Matrix4;
  /** What places each instance in the object, 16 numbers each; null where it has none. */
  readonly matrices: FloatArray | null;
  /** Grows whenever three.js is told that the matrices have changed. */
  readonly version: number;
  /** How many local boxes there are, of which each instance has one. */
  readonly boundsCount: number;
  /** A local box; empty where there is nothing in it. Of use until the next call. */
  boundsAt(index: number): Box3;
  /** Which of the local boxes is that of an instance, -1 where it is not shown; undefined where all have the first. */
  boundsOf?(instance: number): number;
  /**
   * How far from its box, in local units, the object's own raycast may still meet a ray: Infinity where that cannot be said.
   * Undefined where it never does.
   */
  reach?(thresholds: Thresholds): number;
  /** Asks about an instance, by the raycast of the object, or of a prototype that it is to be asked by. */
  intersect(asked: Raycastable, instance: number, raycaster: Raycaster, hits: Intersection[]): void;
}

/** A mesh of instances: one box each. */
export interface InstancesSource extends BoxSource {
  readonly object: Mesh;
  readonly instanceName: 'instanceId' | 'batchId';
  readonly matrices: FloatArray;
}

/** What has a raycast, of its own or from a class, which is to be called on an object. */
export interface Raycastable {
  readonly raycast?: (this: Object3D, raycaster: Raycaster, hits: Intersection[]) => void;
}

/** How far from lines and points a Raycaster still meets them. */
export interface Thresholds {
  readonly line: number;
  readonly points: number;
}
