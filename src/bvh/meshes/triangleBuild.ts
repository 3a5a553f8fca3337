import { finish } from '../build/buildSteps';
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
   * Puts the triangles in another order. Throws and moves nothing without room for copies of all triangles.
   *
   * @param order for each new place, the present place of its triangle.
   */
  arrange(order: Uint32Array): void;
}

/** Builds the nodes over a mesh, and puts its triangles in their order. Without room, throws and changes nothing. */
export type TriangleBuild = (mesh: UnbuiltMesh) => Nodes;

/** Builds nodes like {@link buildSah}, but a slot may hold several triangles. */
export const buildTriangles: TriangleBuild = (mesh) => {
  const { memory } = mesh;
  const triangles = mesh.triangles.length;
  const references = new Float32Array(triangles * REFERENCE_WORDS);
  writeTriangleReferences(mesh, references);
  const nodes = new Nodes(memory, 0);
  const tree = { nodes };
  const binary = finish(splitBinary(references, triangles, undefined, SLOT_TRIANGLES));
  const plan = finish(planSlots(binary));
  finish(collapse(binary, plan, references, tree, writeTriangles));
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

/** Fits the slots of a mesh's nodes to their child nodes. Children must come after their parents. */
export function fitTriangleNodes(nodes: Nodes): void {
  for (let node = nodes.count - 1; node >= 0; node--) {
    const first = node << NODE_SHIFT;
    for (let slot = first; slot < first + WIDTH; slot++) {
      const child = nodes.int32[slot + CHILD];
      if (child >= 0) nodes.fit(slot, child);
    }
  }
}
