import { buildScratchBytes } from '../boxes/buildMemory';
import { REFERENCE_WORDS } from '../layout/referenceLayout';
import { ScratchSpace } from '../memory/scratchSpace';
import type { TriangleBuild } from '../meshes/triangleBuild';
import { Nodes } from '../tree/nodes';
import type { BoundKernel } from './boundKernel';

/** Builds the nodes over a mesh: see TriangleBuild. */
export function kernelTriangles(kernel: BoundKernel): TriangleBuild {
  return (memory, triangles, write) => {
    try {
      return build(kernel, triangles, write);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      // Released blocks leave gaps. Joined, these may be enough room.
      memory.compact();
      return build(kernel, triangles, write);
    }
  };
}

/** More work than any build is. */
const ALL = 0x7fffffff;

function build(kernel: BoundKernel, triangles: number, write: (references: Float32Array) => void): Nodes {
  const { functions, memory } = kernel;
  const scratch = new ScratchSpace(memory);
  const nodes = new Nodes(memory, 0);
  let isFinished = false;
  try {
    scratch.reserve(buildScratchBytes(triangles));
    write(new Float32Array(memory.memory.buffer, scratch.byteOffset, triangles * REFERENCE_WORDS));
    functions.bindBuild(scratch.byteOffset, triangles);
    functions.beginSplit(0, triangles, 0, 0, 0);
    while (functions.splitRanges(ALL) <= 0);
    functions.beginPlan(0);
    while (functions.planSlots(ALL) <= 0);
    nodes.resize(1 + functions.nodesBelow(0));
    functions.bindBuild(scratch.byteOffset, triangles);
    kernel.bindNodes(nodes);
    functions.beginCollapse(0, 0, 0, 1);
    while (functions.makeNodes(ALL) <= 0);
    functions.fitNodes(0, nodes.count);
    isFinished = true;
    return nodes;
  } finally {
    scratch.release();
    if (!isFinished) nodes.release();
  }
}
