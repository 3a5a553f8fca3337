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

/** A mesh over which a tree is to be built. */
export interface UnbuiltMesh extends Omit<MeshTree, 'nodes'> {
  readonly memory: Memory;
  /** The caller's vertex at each corner of a triangle. Null if every three vertices are a triangle. */
  readonly vertices: Uint32Array | null;
  /**
   * Puts the triangles of the mesh in another order. Throws and moves nothing if there is no room for a copy of them.
   *
   * @param order for each new place, the present place of the triangle that moves there.
   */
  arrange(order: Uint32Array): void;
}

/**
 * Builds a mesh's nodes, and sorts its triangles in the order of the leaves. Without room, throws and changes nothing.
 */
export type TriangleBuild = (mesh: UnbuiltMesh) => Nodes;

/** Builds the nodes of a mesh's tree like {@link buildSah}, except that a leaf slot may hold several triangles. */
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

/** Fits the bounds of slots to their child nodes, in the tree of a mesh. Children must come after their parents. */
function fitTriangleNodes(nodes: Nodes): void {
  for (let node = nodes.count - 1; node >= 0; node--) {
    const first = node << NODE_SHIFT;
    for (let slot = first; slot < first + WIDTH; slot++) {
      const child = nodes.int32[slot + CHILD];
      if (child >= 0) nodes.fit(slot, child);
    }
  }
}
