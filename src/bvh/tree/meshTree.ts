import type { SceneMeasure } from '../margins/sceneMeasure';
import type { Nodes } from './nodes';

/**
 * A mesh and the tree over its triangles, in the mesh's own space. The nodes are like those of a scene (see nodeLayout),
 * but a leaf slot holds one to four triangles (see slotTriangles), at places that follow one another. Its child word is ~
 * the first place, and its content word is how many there are. All slots in the order of the tree hold all places in order.
 * A triangle's corners are at its place, so that a ray finds those of a slot beside each other. Corners at the same vertex
 * have the same coordinates, bit for bit.
 */
export interface MeshTree {
  readonly measure: SceneMeasure;
  readonly nodes: Nodes;
  /** The three corners of the triangle at each place: nine numbers a triangle. */
  readonly corners: Float32Array | Float64Array;
  /** The caller's number of the triangle at each place. */
  readonly triangles: Uint32Array;
}

/** The meshes of a scene. */
export interface Meshes {
  /** By number. Null where a mesh was removed. */
  readonly meshes: readonly (MeshTree | null)[];
  /** Room for what the kernel must know of each: see kernelLayout. */
  readonly table: Float64Array;
  /** The numbers of those that have changed since the kernel was told of them. */
  readonly dirtyMeshes: Set<number>;
}

export const NO_MESHES: Meshes = {
  meshes: [],
  table: /* @__PURE__ */ new Float64Array(0),
  dirtyMeshes: /* @__PURE__ */ new Set(),
};
