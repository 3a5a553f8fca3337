import { ID_LIMIT } from '../layout/nodeLayout';
import {
  findMeasureFault,
  MEASURE_NUMBERS,
  readMeasure,
  type SceneMeasure,
  writeMeasure,
} from '../margins/sceneMeasure';
import { NODE_LIMIT } from '../tree/nodes';
import { UNCHANGED } from '../tree/tree';
import { checksumOf } from './checksum';
import { mayBeginWith, SCENE_MAGIC, TILES_MAGIC } from './magic';
import { refuse } from './slabtreeFormatError';
import { refuseNonZero } from './reservedBytes';

/** The length of a file's header in bytes: see docs/format.md. Another header needs a new version of the format. */
export const HEADER_BYTES = 192;
/** The length in bytes of the beginning of a file's header, which has the kind of file and its version. */
export const BEGINNING_BYTES = 16;

/** The versions of the file format. Version 1 has no meshes. A scene without meshes is written as version 1. */
const VERSIONS = [1, 2];

/** The values in the header of a scene file: the number of records in each section, and values of the whole scene. */
export interface FileHeader {
  /** An upper limit of the ids in the file: every box id is less than this number. */
  ids: number;
  /** How many ids of the file are free, as no box has them. */
  freed: number;
  aabb32: number;
  aabb64: number;
  obbs: number;
  nodes: number;
  /** How many masks the file has: as many as ids, or 0 if all boxes have the mask `mask`. */
  masks: number;
  mask: number;
  /** How many entries name the mesh of an id: as many as ids, or 0 if the scene has no instances. */
  placed: number;
  meshes: number;
  measure: SceneMeasure;
  /** Half the areas of the tree's nodes, per box, from when the tree was built, or UNCHANGED: see SceneTree. */
  builtAreas: number;
  /** The checksum of all bytes of the file after the header. */
  checksum: number;
}

const COUNTS = ['ids', 'freed', 'aabb32', 'aabb64', 'obbs', 'nodes', 'masks', 'mask'] as const;
/** The counts of meshes in a file's header. A file of version 1 has zeros in their place. */
const MESH_COUNTS = ['placed', 'meshes'] as const;
const VERSION_AT = 8;
const HEADER_BYTES_AT = 12;
const FILE_BYTES_AT = 16;
const COUNTS_AT = 24;
const MEASURE_AT = 56;
const BUILT_AREAS_AT = 152;
const MESH_COUNTS_AT = 160;
const ZEROS_AT = 168;
const BODY_CHECKSUM_AT = 184;
const HEADER_CHECKSUM_AT = 188;

export function writeHeader(bytes: Uint8Array, header: FileHeader, fileBytes: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  bytes.fill(0, 0, HEADER_BYTES);
  bytes.set(SCENE_MAGIC);
  view.setUint32(VERSION_AT, header.meshes === 0 ? 1 : 2, true);
  view.setUint32(HEADER_BYTES_AT, HEADER_BYTES, true);
  view.setUint32(FILE_BYTES_AT, fileBytes % 2 ** 32, true);
  view.setUint32(FILE_BYTES_AT + 4, Math.floor(fileBytes / 2 ** 32), true);
  COUNTS.forEach((count, i) => {
    view.setUint32(COUNTS_AT + 4 * i, header[count], true);
  });
  MESH_COUNTS.forEach((count, i) => {
    view.setUint32(MESH_COUNTS_AT + 4 * i, header[count], true);
  });
  const measure = new Float64Array(MEASURE_NUMBERS);
  writeMeasure(header.measure, measure, 0);
  measure.forEach((number, i) => {
    view.setFloat64(MEASURE_AT + 8 * i, number, true);
  });
  view.setFloat64(BUILT_AREAS_AT, header.builtAreas, true);
  view.setUint32(BODY_CHECKSUM_AT, header.checksum, true);
  view.setUint32(HEADER_CHECKSUM_AT, headerChecksum(view), true);
}

/** Checks the beginning of a file's header, which is common to all versions. The bytes may end within the beginning. */
export function checkBeginning(bytes: Uint8Array): void {
  if (!mayBeginWith(bytes, SCENE_MAGIC)) {
    refuse(
      mayBeginWith(bytes, TILES_MAGIC)
        ? 'it is a file of tiles: open it with TiledScene of slabtree/tiles'
        : 'it does not begin like a slabtree file',
    );
  }
  if (bytes.length < BEGINNING_BYTES) return;
  const view = new DataView(bytes.buffer, bytes.byteOffset, BEGINNING_BYTES);
  const version = view.getUint32(VERSION_AT, true);
  if (!VERSIONS.includes(version)) {
    refuse(`it has version ${version}, but this slabtree reads versions ${VERSIONS.join(' and ')}`);
  }
  const headerBytes = view.getUint32(HEADER_BYTES_AT, true);
  if (headerBytes !== HEADER_BYTES) refuse(`its header has ${headerBytes} bytes, not ${HEADER_BYTES}`);
}

/**
 * Reads a file's header whose beginning is valid, and checks its values. The caller checks the length of the file: see
 * readFileBytes.
 */
export function readHeader(bytes: Uint8Array): FileHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  if (view.getUint32(HEADER_CHECKSUM_AT, true) !== headerChecksum(view)) refuse('the checksum of its header is wrong');

  const [ids, freed, aabb32, aabb64, obbs, nodes, masks, mask] = COUNTS.map((_, i) =>
    view.getUint32(COUNTS_AT + 4 * i, true),
  );
  if (ids > ID_LIMIT) refuse(`it has ${ids} ids, but a scene has at most ${ID_LIMIT}`);
  if (freed + aabb32 + aabb64 + obbs !== ids) {
    refuse(`it has ${ids} ids, but ${freed} free ids and ${aabb32} + ${aabb64} + ${obbs} boxes`);
  }
  if (nodes < 1 || nodes > NODE_LIMIT) refuse(`it has ${nodes} nodes, but a tree has 1 to ${NODE_LIMIT}`);
  if (masks !== 0 && masks !== ids) refuse(`it has ${masks} masks for ${ids} ids`);
  if (masks !== 0 && mask !== 0) refuse(`it has a mask for each id, and the mask ${mask} for all`);
  const hasMeshes = view.getUint32(VERSION_AT, true) > 1;
  const [placed, meshes] = MESH_COUNTS.map((_, i) => (hasMeshes ? view.getUint32(MESH_COUNTS_AT + 4 * i, true) : 0));
  refuseNonZero(bytes, hasMeshes ? ZEROS_AT : MESH_COUNTS_AT, BODY_CHECKSUM_AT, 0);
  if (placed !== 0 && placed !== ids) refuse(`it tells the meshes of ${placed} ids, but it has ${ids}`);

  const numbers = Float64Array.from({ length: MEASURE_NUMBERS }, (_, i) => view.getFloat64(MEASURE_AT + 8 * i, true));
  const measure = readMeasure(numbers, 0);
  const fault = findMeasureFault(measure);
  if (fault !== null) refuse(fault);
  const builtAreas = view.getFloat64(BUILT_AREAS_AT, true);
  if (!(builtAreas === UNCHANGED || (builtAreas >= 0 && builtAreas < Infinity))) {
    refuse(`the areas of its tree were ${builtAreas} a box, but that must be -1, or a finite number of 0 or more`);
  }
  const checksum = view.getUint32(BODY_CHECKSUM_AT, true);
  return { ids, freed, aabb32, aabb64, obbs, nodes, masks, mask, placed, meshes, measure, builtAreas, checksum };
}

/** Returns the length of a file in bytes, according to its header. */
export function readFileBytes(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  return view.getUint32(FILE_BYTES_AT, true) + 2 ** 32 * view.getUint32(FILE_BYTES_AT + 4, true);
}

/** Returns the length in bytes of the scene with which `bytes` begin. Throws if the scene is cut short. */
export function sceneBytes(bytes: Uint8Array): number {
  checkBeginning(bytes);
  if (bytes.length < HEADER_BYTES)
    refuse(`it ends after ${bytes.length} bytes, but its header alone has ${HEADER_BYTES}`);
  readHeader(bytes);
  const fileBytes = readFileBytes(bytes);
  if (bytes.length < fileBytes) refuse(`it ends after ${bytes.length} of its ${fileBytes} bytes`);
  return fileBytes;
}

/** Returns the checksum of a file's header. The word of the header that stores the checksum counts as 0. */
function headerChecksum(view: DataView): number {
  const words = Int32Array.from({ length: HEADER_BYTES / 4 }, (_, i) => view.getInt32(4 * i, true));
  words[HEADER_CHECKSUM_AT / 4] = 0;
  return checksumOf(words);
}
