/**
 * A reader of slabtree's files, written from docs/format.md alone. It shares no code with the package, and expects valid
 * files.
 */
import { aabb, type LoopBox, obb } from './loop';
import type { Corners } from './triangles';
import { each, type Triple } from './triple';

export interface SlabFile {
  readonly version: number;
  /** The boxes by id. */
  readonly boxes: Map<number, LoopBox>;
  /** Ids that no box has. The last one is given out next. */
  readonly free: readonly number[];
  readonly nodes: readonly SlabNode[];
  readonly origin: Triple;
  /** The index of the mesh that a box places, by id. */
  readonly placed: Map<number, number>;
  readonly meshes: readonly SlabMesh[];
}

export interface SlabMesh {
  readonly isFloat32: boolean;
  readonly isIndexed: boolean;
  readonly vertices: readonly Triple[];
  readonly triangles: readonly Corners[];
  readonly nodes: readonly SlabNode[];
  /** The triangles below all nodes. */
  readonly held: readonly number[];
}

/** The used slots of a node. */
export type SlabNode = readonly SlabSlot[];

export interface SlabSlot {
  readonly min: Triple;
  readonly max: Triple;
  /** The index of a child node, or null for a box. */
  readonly node: number | null;
  /** The id of a box, or null for a node. */
  readonly id: number | null;
  readonly content: number;
}

const HEADER_BYTES = 192;

type Sections = Record<string, { at: number; count: number; bytes: number }>;

/** The places of a file's sections, and their numbers of records. The sections of mesh 3 are called `positions 3` and so on. */
export function sectionsOfSlabFile(bytes: Uint8Array): Sections {
  const view = viewOf(bytes);
  const u32 = (at: number): number => view.getUint32(at, true);
  const [ids, free, narrow, wide, oriented, nodes, masks] = [24, 28, 32, 36, 40, 44, 48].map(u32);
  const [placed, meshes] = u32(8) === 1 ? [0, 0] : [u32(160), u32(164)];
  const sections: Sections = {};
  let at = HEADER_BYTES;
  const add = (name: string, count: number, size: number): void => {
    sections[name] = { at, count, bytes: size };
    at = Math.ceil((at + count * size) / 64) * 64;
  };
  add('places', ids, 4);
  add('masks', masks, 4);
  add('free', free, 4);
  add('narrow', narrow, 24);
  add('wide', wide, 48);
  add('oriented', oriented, 144);
  add('nodes', nodes, 256);
  add('placed', placed, 4);
  add('meshes', meshes, 64);
  for (let mesh = 0, record = sections.meshes.at; mesh < meshes && record + 64 <= bytes.length; mesh++, record += 64) {
    add(`positions ${mesh}`, u32(record + 4), 3 * u32(record + 12));
    add(`index ${mesh}`, u32(record) * u32(record + 16), 12);
    add(`order ${mesh}`, u32(record), 4);
    add(`nodes ${mesh}`, u32(record + 8), 256);
  }
  sections.end = { at, count: 0, bytes: 0 };
  return sections;
}

/**
 * Where a file must have zeros, byte by byte: in the header and in the records of meshes, between sections, in masks of free
 * ids, and in vertices that no triangle has.
 */
export function* zerosOfSlabFile(bytes: Uint8Array): Generator<number, void> {
  const view = viewOf(bytes);
  const u32 = (at: number): number => view.getUint32(at, true);
  const sections = sectionsOfSlabFile(bytes);
  const run = function* (from: number, end: number): Generator<number, void> {
    for (let at = from; at < end; at++) yield at;
  };
  yield* run(u32(8) === 1 ? 160 : 168, 184);
  const { places, masks, meshes } = sections;
  if (masks.count > 0) yield* run(52, 56);
  const all = Object.values(sections);
  for (let i = 0; i + 1 < all.length; i++) yield* run(all[i].at + all[i].count * all[i].bytes, all[i + 1].at);
  for (let id = 0; id < masks.count; id++) {
    if (u32(places.at + 4 * id) === 0) yield* run(masks.at + 4 * id, masks.at + 4 * id + 4);
  }
  for (let mesh = 0; mesh < meshes.count; mesh++) {
    const record = meshes.at + 64 * mesh;
    yield* run(record + 20, record + 24);
    yield* run(record + 32, record + 64);
    if (u32(record + 16) === 0) continue;
    const [positions, index] = [sections[`positions ${mesh}`], sections[`index ${mesh}`]];
    const used = new Set(Array.from({ length: 3 * index.count }, (_, i) => u32(index.at + 4 * i)));
    for (let vertex = 0; vertex < positions.count; vertex++) {
      const at = positions.at + positions.bytes * vertex;
      if (!used.has(vertex)) yield* run(at, at + positions.bytes);
    }
  }
}

export function readSlabFile(bytes: Uint8Array): SlabFile {
  const view = viewOf(bytes);
  const magic = [0x89, 0x53, 0x4c, 0x41, 0x42, 0x0d, 0x0a, 0x1a];
  if (magic.some((byte, i) => bytes[i] !== byte)) throw new Error('not a file of slabtree');
  const version = view.getUint32(8, true);
  if ((version !== 1 && version !== 2) || view.getUint32(12, true) !== HEADER_BYTES) throw new Error('another version');
  const sections = sectionsOfSlabFile(bytes);
  if (view.getBigUint64(16, true) !== BigInt(bytes.length) || sections.end.at !== bytes.length) {
    throw new Error('another length');
  }
  const [header, body] = checksumsOf(bytes);
  if (view.getUint32(188, true) !== header || view.getUint32(184, true) !== body) throw new Error('damaged');

  for (const at of zerosOfSlabFile(bytes)) if (bytes[at] !== 0) throw new Error(`byte ${at} is not 0`);

  const u32 = (section: string, index: number): number => view.getUint32(sections[section].at + 4 * index, true);
  const boxes = new Map<number, LoopBox>();
  for (let id = 0; id < sections.places.count; id++) {
    const place = u32('places', id);
    if (place === 0) continue;
    const mask = sections.masks.count === 0 ? view.getUint32(52, true) : u32('masks', id);
    boxes.set(id, readBox(view, sections, Math.floor(place / 2 ** 30), place % 2 ** 30, mask));
  }
  return {
    version,
    boxes,
    free: Array.from({ length: sections.free.count }, (_, i) => u32('free', i)),
    nodes: Array.from({ length: sections.nodes.count }, (_, i) => readNode(view, sections.nodes.at + 256 * i)),
    origin: each((k) => view.getFloat64(56 + 8 * k, true)),
    placed: new Map(
      Array.from({ length: sections.placed.count }, (_, id) => [id, u32('placed', id) - 1] as const).filter(
        ([, mesh]) => mesh >= 0,
      ),
    ),
    meshes: Array.from({ length: sections.meshes.count }, (_, mesh) => readMesh(view, sections, mesh)),
  };
}

function readMesh(view: DataView, sections: Sections, mesh: number): SlabMesh {
  const record = sections.meshes.at + 64 * mesh;
  const sectionAt = (name: string): number => sections[`${name} ${mesh}`].at;
  const count = view.getUint32(record, true);
  const isFloat32 = view.getUint32(record + 12, true) === 4;
  const isIndexed = view.getUint32(record + 16, true) === 1;
  const vertices = Array.from({ length: view.getUint32(record + 4, true) }, (_, i) =>
    each((k) =>
      isFloat32
        ? view.getFloat32(sectionAt('positions') + 12 * i + 4 * k, true)
        : view.getFloat64(sectionAt('positions') + 24 * i + 8 * k, true),
    ),
  );
  const vertex = (corner: number): Triple =>
    vertices[isIndexed ? view.getUint32(sectionAt('index') + 4 * corner, true) : corner];
  const nodes = Array.from({ length: sections[`nodes ${mesh}`].count }, (_, i) =>
    readNode(view, sectionAt('nodes') + 256 * i),
  );
  return {
    isFloat32,
    isIndexed,
    vertices,
    triangles: Array.from({ length: count }, (_, i) => [vertex(3 * i), vertex(3 * i + 1), vertex(3 * i + 2)]),
    nodes,
    held: nodes
      .flat()
      .flatMap(({ id: first, content }) => (first === null ? [] : Array.from({ length: content }, (_, i) => first + i)))
      .map((place) => view.getUint32(sectionAt('order') + 4 * place, true)),
  };
}

function readBox(
  view: DataView,
  { narrow, wide, oriented }: ReturnType<typeof sectionsOfSlabFile>,
  kind: number,
  index: number,
  mask: number,
): LoopBox {
  if (kind === 1) {
    const at = narrow.at + 24 * index;
    return aabb(
      each((k) => view.getFloat32(at + 4 * k, true)),
      each((k) => view.getFloat32(at + 12 + 4 * k, true)),
      mask,
    );
  }
  const at = kind === 2 ? wide.at + 48 * index : oriented.at + 144 * index;
  const f64 = (number: number): number => view.getFloat64(at + 8 * number, true);
  const min = each((k) => f64(k));
  const max = each((k) => f64(3 + k));
  if (kind === 2) return aabb(min, max, mask);
  const column = (first: number): number[] => [f64(first), f64(first + 1), f64(first + 2)];
  const box = obb(min, max, [...column(9), 0, ...column(12), 0, ...column(15), 0, ...column(6), 1], mask);
  if (box === null) throw new Error('a box that cannot be placed');
  return box;
}

function readNode(view: DataView, at: number): SlabNode {
  const slots: SlabSlot[] = [];
  for (let i = 0; i < 8; i++) {
    const child = view.getInt32(at + 192 + 4 * i, true);
    if (child === -(2 ** 31)) break;
    slots.push({
      min: each((k) => view.getFloat32(at + 32 * k + 4 * i, true)),
      max: each((k) => view.getFloat32(at + 96 + 32 * k + 4 * i, true)),
      node: child >= 0 ? child : null,
      id: child < 0 ? -1 - child : null,
      content: view.getUint32(at + 224 + 4 * i, true),
    });
  }
  return slots;
}

/** Walks down from the root through all slots whose bounds pass a test. Returns the ids of the boxes that it reaches. */
export function walkSlabFile({ nodes, origin }: SlabFile, test: (min: Triple, max: Triple) => boolean): number[] {
  const found: number[] = [];
  const waiting = [0];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const { min, max, node: below, id } of nodes[node]) {
      const isMet = test(
        each((k) => min[k] + origin[k]),
        each((k) => max[k] + origin[k]),
      );
      if (!isMet) continue;
      if (below !== null) waiting.push(below);
      if (id !== null) found.push(id);
    }
  }
  return found;
}

/** The checksums of the header and of the rest. */
export function checksumsOf(bytes: Uint8Array): [number, number] {
  const header = bytes.slice(0, HEADER_BYTES);
  header.fill(0, 188);
  return [checksumOf(header), checksumOf(bytes.subarray(HEADER_BYTES))];
}

/** The runs of the names that follow a scene. */
export function readSlabNames(bytes: Uint8Array): unknown {
  const begin = Number(viewOf(bytes).getBigUint64(16, true));
  const magic = [0x89, 0x4e, 0x41, 0x4d, 0x45, 0x0d, 0x0a, 0x1a];
  if (magic.some((byte, i) => bytes[begin + i] !== byte)) throw new Error('no names');
  const names = bytes.slice(begin, begin + viewOf(bytes).getUint32(begin + 8, true));
  const checksum = viewOf(names).getUint32(12, true);
  names.fill(0, 12, 16);
  if (checksumOf(names) !== checksum) throw new Error('damaged');
  return JSON.parse(new TextDecoder().decode(names.subarray(16)));
}

/** The checksum of bytes. Their number must be a multiple of a stripe. */
export function checksumOf(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  const step = (state: number, word: number): number => {
    const product = Math.imul(state ^ word, 0x9e3779b1);
    return (product << 13) | (product >>> 19);
  };
  const lanes = Array.from({ length: 16 }, (_, i) => Math.imul(i + 1, 0x9e3779b1));
  for (let at = 0; at < bytes.length; at += 64) {
    for (let i = 0; i < 16; i++) lanes[i] = step(lanes[i], view.getUint32(at + 4 * i, true));
  }
  return lanes.reduce(step, 0) >>> 0;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
