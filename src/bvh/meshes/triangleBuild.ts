import { collapse, type WriteLeaf } from '../build/collapse';
import { planSlots } from '../build/slotPlan';
import { splitBinary } from '../build/splitBinary';
import { CHILD, CONTENT } from '../layout/nodeLayout';
import { REFERENCE_ID, REFERENCE_WORDS } from '../layout/referenceLayout';
import { SLOT_TRIANGLES } from '../layout/slotTriangles';
import type { Memory } from '../memory/memory';
import { Nodes } from '../tree/nodes';
import { fitTriangleNodes } from './fitTriangleNodes';

/** Writes references to all triangles of a mesh: see referenceLayout. */
export type WriteTriangles = (references: Float32Array) => void;

/**
 * Builds the nodes over that many triangles. The places in their slots are those of a new order: `order` gets the id of the
 * reference that comes to each place.
 */
export type TriangleBuild = (memory: Memory, triangles: number, write: WriteTriangles, order: Uint32Array) => Nodes;

/** The nodes over a mesh, in the way of {@link buildSah}, but a slot may hold several triangles. */
export const buildTriangles: TriangleBuild = (memory, triangles, write, order) => {
  const references = new Float32Array(triangles * REFERENCE_WORDS);
  write(references);
  const nodes = new Nodes(memory, 0);
  const tree = { nodes };
  const binary = lastOf(splitBinary(references, triangles, undefined, SLOT_TRIANGLES));
  const plan = lastOf(planSlots(binary));
  lastOf(collapse(binary, plan, references, tree, writeTriangles));
  const { count } = nodes;
  nodes.resize(count);
  fitTriangleNodes(nodes);
  readOrder(references, order);
  return nodes;
};

/** Reads the ids of references. */
export function readOrder(references: Float32Array, order: Uint32Array): void {
  const words = new Uint32Array(references.buffer, references.byteOffset, references.length);
  for (let i = 0; i < order.length; i++) order[i] = words[i * REFERENCE_WORDS + REFERENCE_ID];
}

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
