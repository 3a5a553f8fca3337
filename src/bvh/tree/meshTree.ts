import type { SceneMeasure } from '../margins/sceneMeasure';
import type { Nodes } from './nodes';

/**
 * A mesh and the tree over its triangles, in the mesh's own space. Nodes have the layout of scenes (see nodeLayout),
 * but a leaf slot holds one to SLOT_TRIANGLES triangles, at consecutive places. The slot's child word is the complement
 * (~) of the first place, and its content word is the number of triangles. In the order of the tree, places ascend from
 * 0 without gaps. Corners are stored by place, so the corners of a slot are adjacent in memory. Corners at one vertex
 * have equal coordinates, bit for bit.
 */
export interface MeshTree {
  readonly measure: SceneMeasure;
  readonly nodes: Nodes;
  /** The three corners of the triangle at each place: nine numbers a triangle. */
  readonly corners: Float32Array | Float64Array;
  /** The index of the triangle at each place, in the caller's order of triangles. */
  readonly triangles: Uint32Array;
  /** Whether the corners are float32. Otherwise they are float64. */
  readonly isFloat32: boolean;
  /** Whether the triangles enclose volumes: see meshes/closedMesh.ts. */
  readonly isClosed: boolean;
  /** Writes the addresses of the nodes, the corners and the triangles to three words, from `at` on. Makes no views. */
  writeAddresses(words: Uint32Array, at: number): void;
  /** Frees all views of the mesh, until they are read again. */
  dropViews(): void;
}

/** The meshes of a scene. */
export interface Meshes {
  /** The meshes of the scene by number. Null where a mesh was removed. */
  readonly meshes: readonly (MeshTree | null)[];
  /** The table of meshes that the kernel reads: see kernelLayout. */
  readonly table: Float64Array;
  /** The numbers of the meshes whose entries in the kernel's table of meshes are out of date. */
  readonly dirtyMeshes: Set<number>;
}

export const NO_MESHES: Meshes = {
  meshes: [],
  table: /* @__PURE__ */ new Float64Array(0),
  dirtyMeshes: /* @__PURE__ */ new Set(),
};
