import type { Intersection, Object3D, Raycaster } from 'three';

/** What has a raycast, of its own or from a class, which is to be called on an object. */
export interface Castable {
  readonly raycast?: (this: Object3D, raycaster: Raycaster, hits: Intersection[]) => void;
}
