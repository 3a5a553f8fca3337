import { AABB_STRIDE, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import type { LeafStore } from '../boxes/leafStore';
import { CHILD, CONTENT, kindOf, MAX_X, MAX_Y, MAX_Z, MIN_X, MIN_Y, MIN_Z, OBB } from '../layout/nodeLayout';
import { NOWHERE, type StoredMesh } from '../meshes/storedMesh';
import type { MeshTree } from '../tree/meshTree';
import { type LeafCheck, NodeCheck } from './nodeCheck';
import { refuse } from './slabtreeFormatError';

/** How many words are checked at once. */
const STEP = 1 << 20;

/** Set for a vertex of a triangle, and for one that the caller has. */
const IN_TRIANGLE = 1;
const GIVEN = 2;

/**
 * Checks the vertices of a mesh whose bytes may be anything. All numbers must be finite. Each vertex must be in a triangle,
 * and must be exactly one of the caller's. Triangles must have no others.
 */
export function* checkVertices({ positions, index, places }: StoredMesh): Generator<undefined, void> {
  const marks = new Uint8Array(positions.length / 3);
  for (let first = 0; first < positions.length; first += STEP) {
    const end = Math.min(first + STEP, positions.length);
    for (let i = first; i < end; i++) {
      if (positions[i] - positions[i] !== 0) refuse(`vertex ${Math.floor(i / 3)} of a mesh is not finite`);
    }
    yield;
  }
  for (let first = 0; first < index.length; first += STEP) {
    const end = Math.min(first + STEP, index.length);
    for (let i = first; i < end; i++) {
      if (index[i] >= marks.length) refuse(`a triangle has vertex ${index[i]} of a mesh of ${marks.length} vertices`);
      marks[index[i]] = IN_TRIANGLE;
    }
    yield;
  }
  for (let first = 0; first < places.length; first += STEP) {
    const end = Math.min(first + STEP, places.length);
    for (let i = first; i < end; i++) {
      if (places[i] === NOWHERE) continue;
      if (marks[places[i]] !== IN_TRIANGLE) refuse(`vertex ${i} of a mesh is at ${places[i]}, where it cannot be`);
      marks[places[i]] |= GIVEN;
    }
    yield;
  }
  for (const mark of marks) if (mark !== (IN_TRIANGLE | GIVEN)) refuse('a mesh has a vertex that nobody needs');
}

/**
 * A check of the tree over a mesh whose vertices have been checked. It must hold every triangle once, and every place of
 * one, within the bounds of its slot.
 */
export function checkTriangles(mesh: StoredMesh): NodeCheck {
  return new NodeCheck(mesh.nodes, new TriangleCheck(mesh));
}

class TriangleCheck implements LeafCheck {
  readonly name = 'triangles';
  readonly size: number;
  readonly #mesh: MeshTree;
  /** The triangles that have been seen, and the places. */
  readonly #triangles: Uint8Array;
  readonly #places: Uint8Array;

  constructor(mesh: StoredMesh) {
    this.#mesh = mesh;
    this.size = mesh.triangleCount;
    this.#triangles = new Uint8Array(this.size);
    this.#places = new Uint8Array(this.size);
  }

  check(slots: Int32Array, count: number): void {
    const { int32, float32 } = this.#mesh.nodes;
    const [x, y, z] = this.#mesh.measure.origin;
    for (let i = 0; i < count; i++) {
      const slot = slots[i];
      const triangle = ~int32[slot + CHILD];
      const place = int32[slot + CONTENT] >>> 0;
      // What is beyond the ends is undefined, and so not 0.
      const isSound =
        this.#triangles[triangle] === 0 &&
        this.#places[place] === 0 &&
        this.#isHeld(place, 0, float32[slot + MIN_X], float32[slot + MAX_X], x) &&
        this.#isHeld(place, 1, float32[slot + MIN_Y], float32[slot + MAX_Y], y) &&
        this.#isHeld(place, 2, float32[slot + MIN_Z], float32[slot + MAX_Z], z);
      if (!isSound) {
        refuse(`triangle ${triangle} at ${place} does not exist, is in its tree twice, or is too large for its slot`);
      }
      this.#triangles[triangle] = this.#places[place] = 1;
    }
  }

  /** Whether the bounds of a slot hold a triangle on an axis. */
  #isHeld(place: number, axis: number, min: number, max: number, origin: number): boolean {
    const { positions, index } = this.#mesh;
    for (let at = 3 * place; at < 3 * place + 3; at++) {
      const distance = positions[3 * index[at] + axis] - origin;
      if (!(distance >= min && distance <= max)) return false;
    }
    return true;
  }

  finish(): void {
    // Nothing is about all triangles.
  }
}

/** Checks which meshes boxes place. Such a box must be oriented, and its local box must be the bounds of the mesh. */
export function checkPlaced(leaves: LeafStore, stored: readonly StoredMesh[]): void {
  const { meshes, places, obbs } = leaves;
  for (let id = 0; id < meshes.length; id++) {
    if (meshes[id] === 0) continue;
    if (meshes[id] > stored.length || kindOf(places[id]) !== OBB) refuse(`id ${id} places mesh ${meshes[id] - 1}`);
    const { bounds } = stored[meshes[id] - 1];
    const at = leaves.obbRecord(id) * OBB_STRIDE;
    for (let k = 0; k < AABB_STRIDE; k++) {
      if (obbs.data[at + k] !== bounds[k]) refuse(`the local box of id ${id} is not that of the mesh that it places`);
    }
  }
}
