import { collapse, type WriteLeaf } from '../build/collapse';
import { planSlots } from '../build/slotPlan';
import { splitBinary } from '../build/splitBinary';
import { CHILD } from '../layout/nodeLayout';
import { REFERENCE_WORDS } from '../layout/referenceLayout';
import type { Memory } from '../memory/memory';
import { Nodes } from '../tree/nodes';
import { fitTriangleNodes } from './fitTriangleNodes';

/** Writes references to all triangles of a mesh: see referenceLayout. */
export type WriteTriangles = (references: Float32Array) => void;

/** Builds the nodes over that many triangles. The content words of its leaf slots are not written. */
export type TriangleBuild = (memory: Memory, triangles: number, write: WriteTriangles) => Nodes;

/** The nodes over a mesh, in the way of {@link buildSah}. */
export const buildTriangles: TriangleBuild = (memory, triangles, write) => {
  const references = new Float32Array(triangles * REFERENCE_WORDS);
  write(references);
  const nodes = new Nodes(memory, 0);
  const tree = { nodes };
  const binary = lastOf(splitBinary(references, triangles));
  const plan = lastOf(planSlots(binary));
  lastOf(collapse(binary, plan, references, tree, writeTriangle));
  const { count } = nodes;
  nodes.resize(count);
  fitTriangleNodes(nodes);
  return nodes;
};

const writeTriangle: WriteLeaf<{ readonly nodes: Nodes }> = ({ nodes }, slot, triangle, references, at) => {
  nodes.setBounds(slot, references, at);
  nodes.int32[slot + CHILD] = ~triangle;
};

/** Runs slices to the end. A mesh is built at once. */
function lastOf<T>(slices: Generator<number, T, void>): T {
  for (;;) {
    const step = slices.next();
    if (step.done === true) return step.value;
  }
}
