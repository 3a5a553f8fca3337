import { AABB_STRIDE, COLUMNS, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import type { BoxStore } from '../boxes/boxStore';
import {
  AABB_32,
  AABB_64,
  indexOf,
  kindOf,
  NODE_WORDS,
  OBB,
  makePlace,
  CHILD,
  CONTENT,
  EMPTY,
  IN_SLOT,
  NODE_SHIFT,
  nodeOf,
  DUPLICATES,
  WIDTH,
} from '../layout/nodeLayout';
import type { MeshStore } from '../meshes/meshStore';
import type { Tree } from '../tree/tree';
import { type FileHeader, HEADER_BYTES, writeHeader } from './fileHeader';
import type { FileChecksum } from './fileOperations';
import {
  FILE_COLUMNS,
  OBB_FILE_STRIDE,
  type Section,
  type SectionName,
  sectionsOf,
  sectionsOfMesh,
} from './fileSections';
import { MESH_RECORD_BYTES, recordOf, writeMeshRecord } from './mesh/meshRecord';
import { SummedBytes } from './summedBytes';

/**
 * Returns the bytes of a file with the boxes, the meshes and the trees of a scene: see docs/format.md.
 *
 * @param checksum a new checksum, of the backend in whose memory the scene is.
 */
export function serialize(
  tree: Tree,
  { inOrder }: MeshStore,
  builtAreas: number,
  checksum: FileChecksum,
): Uint8Array<ArrayBuffer> {
  const { boxes, nodes } = tree;
  const ids = boxes.idLimit;
  const freed = freedIds(boxes);
  const { counts, isInOrder } = countKinds(boxes);
  const [, aabb32, aabb64, obbs] = counts;
  const mask = findCommonMask(boxes);
  const header: FileHeader = {
    ids,
    freed: freed.length,
    aabb32,
    aabb64,
    obbs,
    nodes: nodes.count,
    masks: mask === null ? ids : 0,
    mask: mask ?? 0,
    placed: boxes.meshes.some((mesh) => mesh !== 0) ? ids : 0,
    meshes: inOrder.size,
    measure: tree,
    builtAreas,
    checksum: 0,
  };
  const sections = sectionsOf(header);
  const at = placesOf(sections);
  const meshes = [...inOrder];
  const numbers: number[] = [];
  const sectionsOfMeshes = meshes.map((mesh, number) => {
    numbers[mesh.number + 1] = number + 1;
    const own = sectionsOfMesh(recordOf(mesh), sections[sections.length - 1].end);
    sections.push(...own);
    return placesOf(own);
  });
  const fileBytes = sections[sections.length - 1].end;
  const buffer = new ArrayBuffer(fileBytes);
  const body = new SummedBytes(buffer, HEADER_BYTES, checksum);

  const places = isInOrder ? null : placesInOrder(boxes);
  body.copy(places ?? boxes.places.subarray(0, ids), at.places);
  if (mask === null) copyMasks(boxes, new Uint32Array(buffer, at.masks, ids));
  new Uint32Array(buffer, at.freed, freed.length).set(freed);
  if (isInOrder) {
    body.copy(boxes.aabb32.data.subarray(0, aabb32 * AABB_STRIDE), at.aabb32);
    body.copy(boxes.aabb64.data.subarray(0, aabb64 * AABB_STRIDE), at.aabb64);
  } else {
    copyAabbs(boxes, AABB_32, boxes.aabb32.data, new Float32Array(buffer, at.aabb32, aabb32 * AABB_STRIDE));
    copyAabbs(boxes, AABB_64, boxes.aabb64.data, new Float64Array(buffer, at.aabb64, aabb64 * AABB_STRIDE));
  }
  copyObbs(boxes, new Float64Array(buffer, at.obbs, obbs * OBB_FILE_STRIDE));
  writeNodes(tree, places, body, at.nodes);

  new Uint32Array(buffer, at.placed, header.placed).forEach((_, id, placed) => {
    if (boxes.meshes[id] !== 0) placed[id] = numbers[boxes.meshes[id]];
  });
  meshes.forEach((mesh, number) => {
    const { positions, index, order, triangleNodes } = sectionsOfMeshes[number];
    const { isFloat32, isIndexed, triangleCount, vertexCount, triangles } = mesh;
    writeMeshRecord(recordOf(mesh), buffer, at.meshes + number * MESH_RECORD_BYTES);
    mesh.copyGiven(
      isFloat32
        ? new Float32Array(buffer, positions, 3 * vertexCount)
        : new Float64Array(buffer, positions, 3 * vertexCount),
      new Uint32Array(buffer, index, isIndexed ? 3 * triangleCount : 0),
    );
    new Uint32Array(buffer, order, triangleCount).set(triangles);
    const words = mesh.nodes.count * NODE_WORDS;
    new Int32Array(buffer, triangleNodes, words).set(mesh.nodes.int32.subarray(0, words));
  });

  body.sumUp(fileBytes);
  header.checksum = checksum.sum;
  writeHeader(new Uint8Array(buffer, 0, HEADER_BYTES), header, fileBytes);
  return new Uint8Array(buffer);
}

/** Returns the offset in the file at which each section begins, by the name of the section. */
function placesOf(sections: readonly Section[]): Record<SectionName, number> {
  return Object.fromEntries(sections.map(({ name, at }) => [name, at])) as Record<SectionName, number>;
}

/**
 * Returns the free ids of a scene, in order: the scene gives out the last of them next. A scene that is attached to
 * shared memory gives out no ids, so the order of its free ids is arbitrary.
 */
function freedIds(boxes: BoxStore): readonly number[] {
  const { ids } = boxes;
  if (ids.freed.length === ids.limit - ids.used) return ids.freed;
  const freed: number[] = [];
  for (let id = ids.limit - 1; id >= 0; id--) if (!boxes.has(id)) freed.push(id);
  return freed;
}

/**
 * Returns how many boxes of each kind a scene has, and whether the boxes have the places that they have in a file,
 * where the boxes of each kind have consecutive records in the order of their ids.
 */
function countKinds({ places, idLimit }: BoxStore): { counts: number[]; isInOrder: boolean } {
  const counts = [0, 0, 0, 0];
  let isInOrder = true;
  for (let id = 0; id < idLimit; id++) {
    const kind = kindOf(places[id]);
    if (indexOf(places[id]) !== counts[kind] && kind !== 0) isInOrder = false;
    counts[kind]++;
  }
  return { counts, isInOrder };
}

/** Returns the mask of all boxes, or null if their masks differ. */
function findCommonMask({ idLimit, masks, places }: BoxStore): number | null {
  let id = 0;
  while (id < idLimit && places[id] === 0) id++;
  if (id === idLimit) return 0;
  const common = masks[id];
  for (; id < idLimit; id++) if (masks[id] !== common && places[id] !== 0) return null;
  return common;
}

/** Returns the places that boxes have in a file, by id: see {@link countKinds}. */
function placesInOrder({ places, idLimit }: BoxStore): Uint32Array {
  const next = [0, 0, 0, 0];
  return places.subarray(0, idLimit).map((place) => {
    const kind = kindOf(place);
    return kind === 0 ? 0 : makePlace(kind, next[kind]++);
  });
}

/** Copies the masks of all boxes to a file. The masks of free ids stay 0. */
function copyMasks(boxes: BoxStore, out: Uint32Array): void {
  for (let id = 0; id < out.length; id++) if (boxes.has(id)) out[id] = boxes.masks[id];
}

/** Copies the AABBs of a kind, float32 or float64, to a file in the order of their ids. */
function copyAabbs<T extends Float32Array | Float64Array>(
  { places, idLimit }: BoxStore,
  kind: number,
  data: T,
  out: T,
): void {
  let at = 0;
  for (let id = 0; id < idLimit; id++) {
    if (kindOf(places[id]) !== kind) continue;
    const from = indexOf(places[id]) * AABB_STRIDE;
    for (let k = 0; k < AABB_STRIDE; k++) out[at++] = data[from + k];
  }
}

/** Copies the OBBs of a scene to a file in the order of their ids, without the inverses of their matrices. */
function copyObbs({ places, idLimit, obbs: { data } }: BoxStore, out: Float64Array): void {
  if (out.length === 0) return;
  let at = 0;
  for (let id = 0; id < idLimit; id++) {
    if (kindOf(places[id]) !== OBB) continue;
    const from = indexOf(places[id]) * OBB_STRIDE;
    for (let k = 0; k < FILE_COLUMNS; k++) out[at++] = data[from + k];
    for (let k = COLUMNS; k < OBB_STRIDE; k++) out[at++] = data[from + k];
  }
}

/**
 * Writes the nodes of a tree to a file in the order of a new tree: the children of a node, then everything below the
 * first child, then everything below the second child, and so on. Clears the marks of runs of duplicates.
 *
 * @param places the new places of boxes, by id, or null if the places are unchanged.
 */
function writeNodes({ nodes, isPacked }: Tree, places: Uint32Array | null, body: SummedBytes, at: number): void {
  const { int32, count } = nodes;
  const words = count * NODE_WORDS;
  const out = new Int32Array(body.buffer, at, words);
  if (isPacked && places === null && !hasMarks(int32, words)) {
    body.copy(int32.subarray(0, words), at);
    return;
  }
  if (isPacked) out.set(int32.subarray(0, words));
  else copyBelow(int32, 0, 0, 1, out);
  for (let first = 0; first < words; first += NODE_WORDS) {
    for (let slot = first; slot < first + WIDTH; slot++) {
      const child = out[slot + CHILD];
      if (child >= DUPLICATES) out[slot + CHILD] = nodeOf(child);
      if (places === null || child >= 0 || child === EMPTY) continue;
      const place = places[~child];
      const isInSlot = kindOf(out[slot + CONTENT]) === IN_SLOT;
      out[slot + CONTENT] = isInSlot ? indexOf(place) : place;
    }
  }
}

/** Returns whether a slot of some nodes is marked as a run of duplicates. */
function hasMarks(int32: Int32Array, words: number): boolean {
  for (let first = CHILD; first < words; first += NODE_WORDS) {
    for (let slot = first; slot < first + WIDTH; slot++) if (int32[slot] >= DUPLICATES) return true;
  }
  return false;
}

/** Copies a node to the index `to`, and all nodes below it to indices from `next` on. Returns the next free index. */
function copyBelow(int32: Int32Array, node: number, to: number, next: number, out: Int32Array): number {
  const first = node << NODE_SHIFT;
  const copy = to << NODE_SHIFT;
  for (let word = 0; word < NODE_WORDS; word++) out[copy + word] = int32[first + word];
  const firstChild = next;
  for (let slot = CHILD; slot < CHILD + WIDTH; slot++) if (int32[first + slot] >= 0) out[copy + slot] = next++;
  let child = firstChild;
  for (let slot = CHILD; slot < CHILD + WIDTH; slot++) {
    if (int32[first + slot] >= 0) next = copyBelow(int32, int32[first + slot], child++, next, out);
  }
  return next;
}
