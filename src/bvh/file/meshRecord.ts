import { ID_LIMIT } from '../layout/nodeLayout';
import type { MeshCounts, StoredMesh } from '../meshes/storedMesh';
import { NODE_LIMIT } from '../tree/nodes';
import { refuse } from './slabtreeFormatError';

/** What a file says about a mesh before its arrays: see docs/format.md. Half of it is spare. */
export const MESH_RECORD_BYTES = 64;

/** How large the arrays of a mesh are in a file. */
export interface MeshRecord extends MeshCounts {
  /** How many of the vertices are in the file: those of triangles. */
  readonly keptCount: number;
  readonly nodeCount: number;
  /** See StoredMesh. */
  readonly builtCost: number;
}

/** The bytes of a number of the positions: 4 or 8. */
const NUMBER_BYTES_AT = 16;
const BUILT_COST_AT = 24;

export function recordOf({
  isFloat32,
  triangleCount,
  vertexCount,
  positions,
  nodes,
  builtCost,
}: StoredMesh): MeshRecord {
  const keptCount = positions.length / 3;
  return { isFloat32, triangleCount, vertexCount, keptCount, nodeCount: nodes.count, builtCost };
}

export function writeMeshRecord(mesh: MeshRecord, buffer: ArrayBuffer, at: number): void {
  const view = new DataView(buffer, at, MESH_RECORD_BYTES);
  [mesh.triangleCount, mesh.vertexCount, mesh.keptCount, mesh.nodeCount].forEach((count, i) => {
    view.setUint32(4 * i, count, true);
  });
  view.setUint32(NUMBER_BYTES_AT, mesh.isFloat32 ? 4 : 8, true);
  view.setFloat64(BUILT_COST_AT, mesh.builtCost, true);
}

/** Reads a record, and checks everything that can be checked without the arrays. */
export function readMeshRecord(view: DataView, at: number): MeshRecord {
  const [triangleCount, vertexCount, keptCount, nodeCount] = [0, 4, 8, 12].map((i) => view.getUint32(at + i, true));
  const numberBytes = view.getUint32(at + NUMBER_BYTES_AT, true);
  const builtCost = view.getFloat64(at + BUILT_COST_AT, true);
  const isSound =
    triangleCount >= 1 &&
    triangleCount < ID_LIMIT &&
    keptCount >= 1 &&
    keptCount <= vertexCount &&
    keptCount <= 3 * triangleCount &&
    nodeCount >= 1 &&
    nodeCount <= NODE_LIMIT &&
    (numberBytes === 4 || numberBytes === 8) &&
    builtCost >= 0 &&
    builtCost < Infinity;
  if (!isSound) {
    refuse(
      `a mesh cannot have ${triangleCount} triangles, ${keptCount} of ${vertexCount} vertices, ${nodeCount} nodes, numbers of ` +
        `${numberBytes} bytes, and a tree that cost ${builtCost}`,
    );
  }
  return { isFloat32: numberBytes === 4, triangleCount, vertexCount, keptCount, nodeCount, builtCost };
}
