import type { BoxStore } from '../boxes/boxStore';
import type { MeshStore } from '../meshes/meshStore';
import { MEASURE_NUMBERS, readMeasure, writeMeasure } from '../margins/sceneMeasure';
import { Nodes } from '../tree/nodes';
import { createTree, type Tree } from '../tree/tree';
import { readMeshes } from './sharedMeshes';

/**
 * A committed version of a scene as flat numbers: where its arrays are, and everything else that a thread must know to
 * query the tree. It is in the same memory as the arrays.
 */
export const VERSION_STRIDE = 38;

/**
 * The version of the layout of a shared memory. It goes up when a release of this package changes what is there, or
 * where.
 */
export const SHARED_LAYOUT = 5;

/** Where the arrays begin, in bytes, and how many bytes they have: see arraysOf. */
const OFFSETS = 0;
const BYTES = 8;
const MEASURE = 16;
const SIZE = MEASURE + MEASURE_NUMBERS;
const ID_LIMIT = SIZE + 1;
const COMMON_MASK = SIZE + 2;
const NODE_COUNT = SIZE + 3;
const IS_PACKED = SIZE + 4;
const BUILT_AREAS = SIZE + 5;
/** How many versions came before this one. */
const AGE = SIZE + 6;
const MESH_CONDITION = SIZE + 7;
/** Where the records of the meshes begin, in bytes, and how many numbers they have: see sharedMeshes. */
const MESHES = SIZE + 8;
const MESH_NUMBERS = SIZE + 9;

const NO_GLOBAL_IDS = /* @__PURE__ */ new Float64Array(0);

/** The arrays of boxes that a version consists of. */
function arraysOf({ nodes, boxes }: Tree): ArrayBufferView[] {
  const { places, masks, meshes, aabb32, aabb64, obbs, globalIds } = boxes;
  return [nodes.float32, places, masks, meshes, aabb32.data, aabb64.data, obbs.data, globalIds ?? NO_GLOBAL_IDS];
}

/** @param meshes the records of the meshes. */
export function writeVersion(
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

/** The arrays that a tree still shares with its version. Each is given by where it begins. */
export function* sharedArrays(tree: Tree, version: Float64Array): Generator<number, void> {
  const arrays = arraysOf(tree);
  for (let i = 0; i < arrays.length; i++) {
    const { byteOffset } = arrays[i];
    if (arrays[i].byteLength > 0 && byteOffset === version[OFFSETS + i]) yield byteOffset;
  }
}

/** Shows the boxes and meshes of a version in stores, and makes its tree. */
export function readVersion(version: Float64Array, buffer: ArrayBufferLike, boxes: BoxStore, meshes: MeshStore): Tree {
  const [nodesAt, placesAt, masksAt, meshesAt, aabb32At, aabb64At, obbsAt, globalIdsAt] = version.subarray(OFFSETS);
  const [nodeBytes, placeBytes, maskBytes, meshBytes, aabb32Bytes, aabb64Bytes, obbBytes, globalIdBytes] =
    version.subarray(BYTES);
  boxes.show({
    places: new Uint32Array(buffer, placesAt, placeBytes / 4),
    masks: new Uint32Array(buffer, masksAt, maskBytes / 4),
    meshes: new Uint32Array(buffer, meshesAt, meshBytes / 4),
    meshCondition: version[MESH_CONDITION],
    aabb32: new Float32Array(buffer, aabb32At, aabb32Bytes / 4),
    aabb64: new Float64Array(buffer, aabb64At, aabb64Bytes / 8),
    obbs: new Float64Array(buffer, obbsAt, obbBytes / 8),
    globalIds: globalIdBytes === 0 ? null : new Float64Array(buffer, globalIdsAt, globalIdBytes / 8),
    commonMask: version[COMMON_MASK],
    size: version[SIZE],
    idLimit: version[ID_LIMIT],
  });
  readMeshes(new Float64Array(buffer, version[MESHES], version[MESH_NUMBERS]), buffer, meshes);
  const nodes = new Nodes(boxes.memory, 0);
  nodes.float32 = new Float32Array(buffer, nodesAt, nodeBytes / 4);
  nodes.int32 = new Int32Array(buffer, nodesAt, nodeBytes / 4);
  nodes.count = version[NODE_COUNT];
  const tree = createTree(readMeasure(version, MEASURE), boxes, nodes);
  tree.isPacked = version[IS_PACKED] === 1;
  return tree;
}

export function builtAreasOf(version: Float64Array): number {
  return version[BUILT_AREAS];
}

export function ageOf(version: Float64Array): number {
  return version[AGE];
}
