import { NODE_WORDS } from '../layout/nodeLayout';
import type { Memory } from '../memory/memory';
import { Nodes } from '../tree/nodes';
import type { MeshStore } from './meshStore';
import type { StoredMesh } from './storedMesh';

/** Copies a mesh with its tree to another store. Changes nothing if there is no memory for it. */
export function copyMesh(from: StoredMesh, store: MeshStore, memory: Memory): StoredMesh {
  const { isFloat32, isIndexed, vertexCount, triangleCount, builtCost } = from;
  const positions = isFloat32 ? new Float32Array(3 * vertexCount) : new Float64Array(3 * vertexCount);
  const index = new Uint32Array(isIndexed ? 3 * triangleCount : 0);
  from.copyGiven(positions, index);
  const mesh = store.create(from);
  const nodes = new Nodes(memory, 0);
  try {
    mesh.set(positions, isIndexed ? index : null, from.triangles.slice());
    nodes.resize(from.nodes.count);
    nodes.int32.set(from.nodes.int32.subarray(0, nodes.count * NODE_WORDS));
    mesh.setTree(nodes, builtCost);
    store.adopt(mesh);
  } catch (error) {
    mesh.release();
    nodes.release();
    throw error;
  }
  return mesh;
}
