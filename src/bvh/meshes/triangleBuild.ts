import { collapse, type WriteLeaf } from '../build/collapse';
import { planSlots } from '../build/slotPlan';
import { splitBinary } from '../build/splitBinary';
import { CHILD, CONTENT, SLOT_TRIANGLES, NODE_SHIFT, WIDTH } from '../layout/nodeLayout';
import { REFERENCE_ID, REFERENCE_WORDS } from '../layout/referenceLayout';
import type { Memory } from '../memory/memory';
import { Nodes } from '../tree/nodes';
import type { MeshTree } from '../tree/meshTree';
import { writeTriangleReferences } from './triangleReferences';

/** A mesh whose tree is to be built. */
export interface UnbuiltMesh extends Omit<MeshTree, 'nodes'> {
  readonly memory: Memory;
  /** The caller's vertex at each corner. Null if every three vertices are a triangle. */
  readonly vertices: Uint32Array | null;
  /**
   * Puts the triangles in another order. If there is no room for copies of all, none has moved.
   *
   * @param order the present place of the triangle that comes to each place.
   */
  arrange(order: Uint32Array): void;
}

/** Builds the nodes over a mesh, and puts its triangles in their order. If there is no room, nothing has changed. */
export type TriangleBuild = (mesh: UnbuiltMesh) => Nodes;

/** The nodes over a mesh, in the way of {@link buildSah}, but a slot may hold several triangles. */
export const buildTriangles: TriangleBuild = (mesh) => {
  const { memory } = mesh;
  const triangles = mesh.triangles.length;
  const references = new Float32Array(triangles * REFERENCE_WORDS);
  writeTriangleReferences(mesh, references);
  const nodes = new Nodes(memory, 0);
  const tree = { nodes };
  const binary = lastOf(splitBinary(references, triangles, undefined, SLOT_TRIANGLES));
  const plan = lastOf(planSlots(binary));
  lastOf(collapse(binary, plan, references, tree, writeTriangles));
  const { count } = nodes;
  nodes.resize(count);
  fitTriangleNodes(nodes);
  const words = new Uint32Array(references.buffer);
  mesh.arrange(new Uint32Array(triangles).map((_, place) => words[place * REFERENCE_WORDS + REFERENCE_ID]));
  return nodes;
};

const writeTriangles: WriteLeaf<{ readonly nodes: Nodes }> = ({ nodes }, slot, references, first, count) => {
  nodes.setBounds(slot, references, first * REFERENCE_WORDS);
  for (let i = first + 1; i < first + count; i++) nodes.widen(slot, references, i * REFERENCE_WORDS);
  nodes.int32[slot + CHILD] = ~first;
  nodes.int32[slot + CONTENT] = count;
};

/** Runs slices to the end. A mesh is built at once. */
function lastOf<T>(slices: Generator<number, T, void>): T {
  for (;;) {
    const step = slices.next();
    if (step.done === true) return step.value;
  }
}

/** Fits the slots of a mesh's nodes to the nodes that hang in them. Children come after their parents. */
export function fitTriangleNodes(nodes: Nodes): void {
  for (let node = nodes.count - 1; node >= 0; node--) {
    const first = node << NODE_SHIFT;
    for (let slot = first; slot < first + WIDTH; slot++) {
      const child = nodes.int32[slot + CHILD];
      if (child >= 0) nodes.fit(slot, child);
    }
  }
}
