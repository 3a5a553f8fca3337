import type { BoxStore } from '../boxes/boxStore';
import type { MeshStore } from '../meshes/meshStore';
import { MEASURE_NUMBERS, readMeasure, writeMeasure } from '../margins/sceneMeasure';
import { Nodes } from '../tree/nodes';
import { createTree, type Tree } from '../tree/tree';
import { readMeshes } from './sharedMeshes';

/**
 * How many numbers the record of a snapshot has. The record holds the addresses of the snapshot's arrays, and
 * everything else that a thread needs to query the tree. It is in the same memory as the arrays.
 */
export const SNAPSHOT_STRIDE = 38;

/**
 * The version of the layout of a shared memory. It must be raised when a release changes which bytes a shared memory
 * has, or where they are.
 */
export const SHARED_LAYOUT = 5;

/** A snapshot's record begins with the byte offsets and byte lengths of its arrays, in the order of arraysOf. */
const OFFSETS = 0;
const BYTES = 8;
const MEASURE = 16;
const SIZE = MEASURE + MEASURE_NUMBERS;
const ID_LIMIT = SIZE + 1;
const COMMON_MASK = SIZE + 2;
const NODE_COUNT = SIZE + 3;
const IS_PACKED = SIZE + 4;
const BUILT_AREAS = SIZE + 5;
/** The index, in a snapshot's record, of the number of snapshots that came before it. */
const AGE = SIZE + 6;
const MESH_CONDITION = SIZE + 7;
/** The index, in a snapshot's record, of the byte offset of the records of its meshes: see sharedMeshes.ts. */
const MESHES = SIZE + 8;
/** The index, in a snapshot's record, of how many float64 numbers the records of all its meshes have together. */
const MESH_NUMBERS = SIZE + 9;

const NO_GLOBAL_IDS = /* @__PURE__ */ new Float64Array(0);

/** Returns the arrays of a snapshot, apart from the arrays of its meshes. */
function arraysOf({ nodes, boxes }: Tree): ArrayBufferView[] {
  const { places, masks, meshes, aabb32, aabb64, obbs, globalIds } = boxes;
  return [nodes.float32, places, masks, meshes, aabb32.data, aabb64.data, obbs.data, globalIds ?? NO_GLOBAL_IDS];
}

/** Writes the record of a snapshot of a tree. @param meshes the records of the snapshot's meshes. */
export function writeSnapshot(
  tree: Tree,
  meshes: Float64Array,
  builtAreas: number,
  age: number,
  out: Float64Array,
): void {
  arraysOf(tree).forEach(({ byteOffset, byteLength }, i) => {
    out[OFFSETS + i] = byteOffset;
    out[BYTES + i] = byteLength;
  });
  writeMeasure(tree, out, MEASURE);
  out[SIZE] = tree.boxes.size;
  out[ID_LIMIT] = tree.boxes.idLimit;
  out[COMMON_MASK] = tree.boxes.commonMask;
  out[NODE_COUNT] = tree.nodes.count;
  out[IS_PACKED] = Number(tree.isPacked);
  out[BUILT_AREAS] = builtAreas;
  out[AGE] = age;
  out[MESH_CONDITION] = tree.boxes.meshCondition;
  out[MESHES] = meshes.byteOffset;
  out[MESH_NUMBERS] = meshes.length;
}

/** Yields the byte offsets of the arrays that a tree still shares with its latest snapshot. */
export function* sharedArrays(tree: Tree, snapshot: Float64Array): Generator<number, void> {
  const arrays = arraysOf(tree);
  for (let i = 0; i < arrays.length; i++) {
    const { byteOffset } = arrays[i];
    if (arrays[i].byteLength > 0 && byteOffset === snapshot[OFFSETS + i]) yield byteOffset;
  }
}

/** Points a store of boxes and a store of meshes to the arrays of a snapshot. Returns the tree of the snapshot. */
export function readSnapshot(
  snapshot: Float64Array,
  buffer: ArrayBufferLike,
  boxes: BoxStore,
  meshes: MeshStore,
): Tree {
  const [nodesAt, placesAt, masksAt, meshesAt, aabb32At, aabb64At, obbsAt, globalIdsAt] = snapshot.subarray(OFFSETS);
  const [nodeBytes, placeBytes, maskBytes, meshBytes, aabb32Bytes, aabb64Bytes, obbBytes, globalIdBytes] =
    snapshot.subarray(BYTES);
  boxes.show({
    places: new Uint32Array(buffer, placesAt, placeBytes / 4),
    masks: new Uint32Array(buffer, masksAt, maskBytes / 4),
    meshes: new Uint32Array(buffer, meshesAt, meshBytes / 4),
    meshCondition: snapshot[MESH_CONDITION],
    aabb32: new Float32Array(buffer, aabb32At, aabb32Bytes / 4),
    aabb64: new Float64Array(buffer, aabb64At, aabb64Bytes / 8),
    obbs: new Float64Array(buffer, obbsAt, obbBytes / 8),
    globalIds: globalIdBytes === 0 ? null : new Float64Array(buffer, globalIdsAt, globalIdBytes / 8),
    commonMask: snapshot[COMMON_MASK],
    size: snapshot[SIZE],
    idLimit: snapshot[ID_LIMIT],
  });
  readMeshes(new Float64Array(buffer, snapshot[MESHES], snapshot[MESH_NUMBERS]), buffer, meshes);
  const nodes = new Nodes(boxes.memory, 0);
  nodes.show(
    new Float32Array(buffer, nodesAt, nodeBytes / 4),
    new Int32Array(buffer, nodesAt, nodeBytes / 4),
    snapshot[NODE_COUNT],
  );
  const tree = createTree(readMeasure(snapshot, MEASURE), boxes, nodes);
  tree.isPacked = snapshot[IS_PACKED] === 1;
  return tree;
}

export function builtAreasOf(snapshot: Float64Array): number {
  return snapshot[BUILT_AREAS];
}

export function ageOf(snapshot: Float64Array): number {
  return snapshot[AGE];
}
