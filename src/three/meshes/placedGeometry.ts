import type { Box3, BufferGeometry, Matrix4, Sphere } from 'three';
import type { Materials } from './drawnGroups';

/** A geometry somewhere in the world: the geometry of a mesh, or of one instance of many. */
export interface PlacedGeometry {
  readonly geometry: BufferGeometry;
  readonly material: Materials;
  readonly matrixWorld: Matrix4;
  /** The bounds of a SkinnedMesh, which three.js tests in place of the geometry's. */
  readonly skinned?: { readonly boundingBox: Box3 | null; readonly boundingSphere: Sphere | null } | undefined;
}
