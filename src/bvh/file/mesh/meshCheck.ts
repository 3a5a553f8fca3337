import { AABB_STRIDE, OBB_STRIDE } from '../../../primitives/flat/boxLayout';
import type { BoxStore } from '../../boxes/boxStore';
import {
  CHILD,
  CONTENT,
  EMPTY,
  kindOf,
  MAX_X,
  MAX_Y,
  MAX_Z,
  MIN_X,
  MIN_Y,
  MIN_Z,
  OBB,
  WIDTH,
  SLOT_TRIANGLES,
} from '../../layout/nodeLayout';
import { roundDown, roundUp } from '../../margins/roundOutward';
import type { StoredMesh } from '../../meshes/storedMesh';
import type { MeshTree } from '../../tree/meshTree';
import { type LeafCheck, NodeCheck } from '../treeCheck';
import { refuse } from '../slabtreeFormatError';

/** How many words of a mesh one step of the check of a file tests. */
const STEP = 1 << 20;

/** The vertices and triangles of a mesh in a file. */
export interface FileMesh {
  readonly positions: Float32Array | Float64Array;
  /** Three vertices for each triangle, in the caller's order. Null if every three vertices in a row are a triangle. */
  readonly index: Uint32Array | null;
  /** For each place in the order of the mesh's tree, the index of its triangle in the caller's order. */
  readonly order: Uint32Array;
}

/**
 * Checks the arrays of a mesh, which may have any values. Positions must be finite, the vertices of triangles must
 * exist, and each triangle must have exactly one place in the order of the tree.
 */
export function* checkMesh({ positions, index, order }: FileMesh): Generator<undefined, void> {
  // The loops over the arrays are separate functions, because engines optimise loops in generators less.
  for (const [first, end] of runsOf(positions.length)) {
    checkFinite(positions, first, end);
    yield;
  }
  if (index !== null) {
    const isUsed = new Uint8Array(positions.length / 3);
    for (const [first, end] of runsOf(index.length)) {
      markUsed(index, first, end, isUsed);
      yield;
    }
    let unused = isUsed.indexOf(0);
    for (; unused >= 0; unused = isUsed.indexOf(0, unused + 1)) checkUnused(positions, unused);
  }
  const hasPlace = new Uint8Array(order.length);
  for (const [first, end] of runsOf(order.length)) {
    markPlaces(order, first, end, hasPlace);
    yield;
  }
}

/** Yields the first and the end index of each part of STEP words of an array with `count` words. */
function* runsOf(count: number): Generator<[first: number, end: number], void> {
  for (let first = 0; first < count; first += STEP) yield [first, Math.min(first + STEP, count)];
}

function checkFinite(positions: FileMesh['positions'], first: number, end: number): void {
  for (let i = first; i < end; i++) {
    if (positions[i] - positions[i] !== 0) refuse(`vertex ${Math.floor(i / 3)} of a mesh is not finite`);
  }
}

/** Marks the vertices that a part of a mesh's index uses. Throws if a vertex does not exist. */
function markUsed(index: Uint32Array, first: number, end: number, isUsed: Uint8Array): void {
  const vertices = isUsed.length;
  for (let i = first; i < end; i++) {
    const vertex = index[i];
    if (vertex >= vertices) refuse(`a triangle has vertex ${vertex} of a mesh of ${vertices} vertices`);
    isUsed[vertex] = 1;
  }
}

/** Marks the triangles of a mesh at some places in the order of its tree. Throws if a triangle has two places. */
function markPlaces(order: Uint32Array, first: number, end: number, hasPlace: Uint8Array): void {
  for (let i = first; i < end; i++) {
    // Reading the mark of a triangle that does not exist returns undefined, which also differs from 0.
    if (hasPlace[order[i]] !== 0) refuse(`triangle ${order[i]} of a mesh does not exist, or has two places`);
    hasPlace[order[i]] = 1;
  }
}

/**
 * Checks a vertex that no triangle of a mesh has. A scene does not store the vertex and serializes it as 0, so it must
 * be 0 in the file: then the scene serializes to the same bytes.
 */
function checkUnused(positions: FileMesh['positions'], vertex: number): void {
  // Object.is distinguishes a coordinate of -0 from 0.
  for (let i = 3 * vertex; i < 3 * vertex + 3; i++) {
    if (!Object.is(positions[i], 0)) refuse(`no triangle has vertex ${vertex} of a mesh, but it is not 0`);
  }
}

/**
 * Begins a check of the tree over a mesh whose numbers have been checked. The tree must hold the triangle at every
 * place once, within the bounds of its slot.
 */
export function checkTriangles(mesh: StoredMesh): NodeCheck {
  return new NodeCheck(mesh.nodes, new TriangleCheck(mesh));
}

class TriangleCheck implements LeafCheck {
  readonly name = 'triangles';
  readonly size: number;
  readonly #mesh: MeshTree;
  /** A byte for each place of a triangle in the mesh, which is 1 once the place has been checked. */
  readonly #seen: Uint8Array;

  constructor(mesh: StoredMesh) {
    this.#mesh = mesh;
    this.size = mesh.triangleCount;
    this.#seen = new Uint8Array(this.size);
  }

  sizeOf(slot: number): number {
    return this.#mesh.nodes.int32[slot + CONTENT];
  }

  check(slots: Int32Array, count: number): void {
    const { int32 } = this.#mesh.nodes;
    const seen = this.#seen;
    for (let i = 0; i < count; i++) {
      const slot = slots[i];
      const first = ~int32[slot + CHILD];
      const held = int32[slot + CONTENT];
      if (!(held >= 1 && held <= SLOT_TRIANGLES)) refuse(`a slot of a mesh holds ${held} triangles`);
      for (let place = first; place < first + held; place++) {
        // Reading the mark of a place that does not exist returns undefined, which also differs from 0.
        if (seen[place] !== 0 || !this.#isHeld(place, slot)) {
          refuse(`the triangle at ${place} does not exist, is in its tree twice, or is too large for its slot`);
        }
        seen[place] = 1;
      }
    }
  }

  #isHeld(place: number, slot: number): boolean {
    const { corners, nodes, measure } = this.#mesh;
    const { float32 } = nodes;
    const [x, y, z] = measure.origin;
    for (let at = 9 * place; at < 9 * place + 9; at += 3) {
      const isHeld =
        corners[at] - x >= float32[slot + MIN_X] &&
        corners[at] - x <= float32[slot + MAX_X] &&
        corners[at + 1] - y >= float32[slot + MIN_Y] &&
        corners[at + 1] - y <= float32[slot + MAX_Y] &&
        corners[at + 2] - z >= float32[slot + MIN_Z] &&
        corners[at + 2] - z <= float32[slot + MAX_Z];
      if (!isHeld) return false;
    }
    return true;
  }

  finish(): void {
    // A tree over triangles has no conditions on all triangles together.
  }
}

/**
 * Checks that the slots of a mesh's root do not reach beyond the mesh, because the margins of queries are derived from
 * the bounds of the mesh. Every slot must have been checked to hold everything below it.
 */
export function checkReach({ nodes, bounds, measure: { origin } }: StoredMesh): void {
  const { float32, int32 } = nodes;
  for (let slot = 0; slot < WIDTH && int32[slot + CHILD] !== EMPTY; slot++) {
    for (let k = 0; k < 3; k++) {
      const isWithin =
        float32[slot + MIN_X + k * WIDTH] >= roundDown(bounds[k] - origin[k]) &&
        float32[slot + MAX_X + k * WIDTH] <= roundUp(bounds[k + 3] - origin[k]);
      if (!isWithin) refuse('a node of a mesh reaches beyond its triangles');
    }
  }
}

/** Checks the meshes of instances in a file. An instance must be an OBB whose local box is the bounds of its mesh. */
export function checkPlaced(boxes: BoxStore, stored: readonly StoredMesh[]): void {
  const { meshes, places, obbs } = boxes;
  for (let id = 0; id < meshes.length; id++) {
    if (meshes[id] === 0) continue;
    if (meshes[id] > stored.length || kindOf(places[id]) !== OBB) refuse(`id ${id} places mesh ${meshes[id] - 1}`);
    const { bounds } = stored[meshes[id] - 1];
    const at = boxes.obbRecord(id) * OBB_STRIDE;
    for (let k = 0; k < AABB_STRIDE; k++) {
      if (obbs.data[at + k] !== bounds[k]) refuse(`the local box of id ${id} is not that of the mesh that it places`);
    }
  }
}
