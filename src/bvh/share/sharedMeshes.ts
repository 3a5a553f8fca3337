import { NODE_WORDS } from '../layout/nodeLayout';
import type { MeshStore } from '../meshes/meshStore';
import type { StoredMesh } from '../meshes/storedMesh';

/** The indices of the numbers (float64) in the record by which another thread finds a mesh. */
const SERIAL = 0;
const NUMBER = 1;
const TRIANGLES = 2;
const VERTICES = 3;
const IS_INDEXED = 4;
const NUMBER_BYTES = 5;
const CORNERS = 6;
const WORDS = 7;
const NODES = 8;
const NODE_COUNT = 9;
const BUILT_COST = 10;
const MOVES = 11;
const BOUNDS = 12;
export const SHARED_MESH_STRIDE = BOUNDS + 6;

export function arraysOfMesh({ corners, words, nodes }: StoredMesh): ArrayBufferView[] {
  return [corners, words, nodes.float32];
}

/** Writes a record of each mesh of a store, in the order in which the meshes were added. */
export function writeMeshes({ inOrder }: MeshStore, out: Float64Array): void {
  let at = 0;
  for (const mesh of inOrder) {
    const [corners, words, nodes] = arraysOfMesh(mesh);
    out[at + SERIAL] = mesh.serial;
    out[at + NUMBER] = mesh.number;
    out[at + TRIANGLES] = mesh.triangleCount;
    out[at + VERTICES] = mesh.vertexCount;
    out[at + IS_INDEXED] = Number(mesh.isIndexed);
    out[at + NUMBER_BYTES] = mesh.isFloat32 ? 4 : 8;
    out[at + CORNERS] = corners.byteOffset;
    out[at + WORDS] = words.byteOffset;
    out[at + NODES] = nodes.byteOffset;
    out[at + NODE_COUNT] = mesh.nodes.count;
    out[at + BUILT_COST] = mesh.builtCost;
    out[at + MOVES] = mesh.moves;
    out.set(mesh.bounds, at + BOUNDS);
    at += SHARED_MESH_STRIDE;
  }
}

/**
 * Fills a store with the meshes whose records another thread has written. Meshes that are already in the store remain
 * the same objects.
 */
export function readMeshes(from: Float64Array, buffer: ArrayBufferLike, store: MeshStore): void {
  const before = new Map<number, StoredMesh>();
  for (const mesh of store.inOrder) before.set(mesh.serial, mesh);
  const meshes: StoredMesh[] = [];
  for (let at = 0; at < from.length; at += SHARED_MESH_STRIDE) {
    const triangleCount = from[at + TRIANGLES];
    const vertexCount = from[at + VERTICES];
    const isIndexed = from[at + IS_INDEXED] === 1;
    const isFloat32 = from[at + NUMBER_BYTES] === 4;
    const mesh = before.get(from[at + SERIAL]) ?? store.create({ isFloat32, isIndexed, triangleCount, vertexCount });
    const count = from[at + NODE_COUNT];
    mesh.serial = from[at + SERIAL];
    mesh.number = from[at + NUMBER];
    mesh.builtCost = from[at + BUILT_COST];
    mesh.moves = from[at + MOVES];
    mesh.show({
      corners: isFloat32
        ? new Float32Array(buffer, from[at + CORNERS], 9 * triangleCount)
        : new Float64Array(buffer, from[at + CORNERS], 9 * triangleCount),
      words: new Uint32Array(buffer, from[at + WORDS], (isIndexed ? 4 : 1) * triangleCount),
      nodes: {
        float32: new Float32Array(buffer, from[at + NODES], count * NODE_WORDS),
        int32: new Int32Array(buffer, from[at + NODES], count * NODE_WORDS),
        count,
      },
      bounds: from.slice(at + BOUNDS, at + SHARED_MESH_STRIDE),
    });
    meshes.push(mesh);
  }
  store.show(meshes);
}
