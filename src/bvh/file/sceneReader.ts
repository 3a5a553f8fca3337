import { checkBuildMemory } from '../memory/buildMemory';
import type { BoxStore } from '../boxes/boxStore';
import type { MeshStore } from '../meshes/meshStore';
import type { StoredMesh } from '../meshes/storedMesh';
import { Nodes } from '../tree/nodes';
import { createTree, type Tree } from '../tree/tree';
import { checkPlaces, readObbs, setMasks } from './readBoxes';
import { STRIPE_BYTES } from './checksum';
import {
  BEGINNING_BYTES,
  checkBeginning,
  type FileHeader,
  HEADER_BYTES,
  readFileBytes,
  readHeader,
} from './fileHeader';
import type { FileOperations, FilePiece } from './fileOperations';
import { type Section, sectionsOf, sectionsOfMesh } from './fileSections';
import { checkMesh, checkPlaced, checkReach } from './mesh/meshCheck';
import { isMeshSection, MeshParts } from './mesh/meshParts';
import { MESH_RECORD_BYTES, type MeshRecord, readMeshRecord } from './mesh/meshRecord';
import { NAMES_HEADER_BYTES, namesBlockBytes } from './namesBlock';
import { refuse } from './slabtreeFormatError';
import { refuseNonZero } from './reservedBytes';

/** The length in bytes of the pieces of a file. A piece stays in the cache while it is summed up and copied. */
const PIECE_BYTES = 65_536;
/**
 * If the length of a file is not proven, a section gets room for this many bytes, or for twice as many as have arrived.
 * So a wrong length in the file cannot exhaust memory.
 */
const UNPROVEN_BYTES = 1 << 20;

/** The sections of a file whose bytes are copied unchanged to where the scene stores them. */
type StoredSection = Exclude<Section['name'], 'freed' | 'meshes'>;

/** The scene that was read from a file. */
export interface ReadScene {
  tree: Tree;
  /** Half the areas of the tree's nodes, per box, from when the tree was built: see SceneTree. */
  builtAreas: number;
}

/**
 * Reads a scene from a file in chunks. Copies each chunk to where the scene stores it as soon as it arrives, and throws
 * as soon as it finds a fault. No byte is trusted: any input gives either an error or a valid tree over valid boxes.
 */
export class SceneReader {
  readonly #backend: FileOperations;
  readonly #boxes: BoxStore;
  readonly #store: MeshStore;
  readonly #nodes: Nodes;
  readonly #freed: number[] = [];
  readonly #records: MeshRecord[] = [];
  /** The meshes of the file whose bytes have begun to arrive. The next bytes belong to the last of these meshes. */
  readonly #parts: MeshParts[] = [];
  readonly #meshes: StoredMesh[] = [];
  /** The file length that the caller has proven, and whether checks are skipped: see the constructor of SceneReader. */
  readonly #provenBytes: number;
  readonly #isTrusted: boolean;
  /** The bytes of the file that have arrived and are not copied to the scene yet. */
  readonly #piece: FilePiece;
  #filled = 0;
  #header: FileHeader | null = null;
  #fileBytes = Infinity;
  #sections: Section[] = [];
  /** The index of the file's section that is read, and for how many records of the section there is room. */
  #section = 0;
  #room = 0;
  /** How many bytes of the file have been copied to the scene. */
  #stored = 0;
  /** The header of the block of names, how many bytes have arrived after the scene, and how many the block has. */
  readonly #namesHeader = new Uint8Array(NAMES_HEADER_BYTES);
  #passed = 0;
  #namesBytes = 0;

  #steps: Generator<undefined, ReadScene> | null = null;

  /**
   * @param boxes an empty store of boxes. `meshes` is an empty store, too, and both are in the memory of the backend.
   * @param provenBytes the length in bytes that the file certainly has at least, or 0 if nothing is certain.
   * @param isTrusted whether this package has just written the file, so that checks of the file are skipped.
   */
  constructor(backend: FileOperations, boxes: BoxStore, meshes: MeshStore, provenBytes: number, isTrusted = false) {
    this.#backend = backend;
    this.#boxes = boxes;
    this.#store = meshes;
    this.#piece = backend.createFilePiece(PIECE_BYTES);
    this.#nodes = new Nodes(boxes.memory, 0);
    this.#provenBytes = provenBytes;
    this.#isTrusted = isTrusted;
  }

  /**
   * Reads the next bytes of the file.
   *
   * @throws SlabtreeFormatError if no scene has these bytes, and RangeError if memory has no room for the scene.
   */
  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      const missing = this.#fileBytes - this.#stored;
      if (missing === 0) {
        this.#passNames(chunk.subarray(at));
        return;
      }
      const wanted = this.#wanted(missing);
      const taken = Math.min(wanted - this.#filled, chunk.length - at);
      this.#piece.bytes.set(chunk.subarray(at, at + taken), this.#filled);
      this.#filled += taken;
      at += taken;
      if (this.#filled < wanted) return;
      if (wanted === BEGINNING_BYTES) {
        checkBeginning(this.#piece.bytes.subarray(0, wanted));
        continue;
      }
      if (this.#header === null) this.#begin();
      else this.#take(wanted);
      this.#stored += wanted;
      this.#filled = 0;
    }
  }

  /** Returns how many bytes are collected before they are used: the beginning, then the header, then piece by piece. */
  #wanted(missing: number): number {
    if (this.#header !== null) return Math.min(PIECE_BYTES, missing);
    return this.#filled < BEGINNING_BYTES ? BEGINNING_BYTES : HEADER_BYTES;
  }

  /**
   * Skips the block of names that may follow the scene, which `SceneNames` reads. No other bytes may follow the scene.
   */
  #passNames(bytes: Uint8Array): void {
    if (this.#passed < NAMES_HEADER_BYTES) {
      this.#namesHeader.set(bytes.subarray(0, NAMES_HEADER_BYTES - this.#passed), this.#passed);
    }
    this.#passed += bytes.length;
    this.#namesBytes = namesBlockBytes(this.#namesHeader.subarray(0, this.#passed));
    if (this.#passed > this.#namesBytes) {
      refuse(`it goes on after the ${this.#fileBytes + this.#namesBytes} bytes that it should have`);
    }
  }

  /** Reads a file from `bytes`, which may go on after the end of the file. */
  pushFile(bytes: Uint8Array): void {
    this.push(bytes.subarray(0, HEADER_BYTES));
    if (bytes.length > HEADER_BYTES) this.push(bytes.subarray(HEADER_BYTES, Math.min(bytes.length, this.#fileBytes)));
  }

  #begin(): void {
    const { bytes } = this.#piece;
    const header = readHeader(bytes);
    this.#header = header;
    this.#sections = sectionsOf(header);
    this.#fileBytes = readFileBytes(bytes);
    this.#checkLength(header.meshes === 0);
  }

  /** Compares the length of the file with the end of the last known section. Both are equal if no section follows. */
  #checkLength(isComplete: boolean): void {
    const bytes = this.#sections[this.#sections.length - 1].end;
    const rest = this.#fileBytes - bytes;
    if (isComplete ? rest !== 0 : rest < 0 || rest % STRIPE_BYTES !== 0) {
      refuse(`it says that it has ${this.#fileBytes} bytes, but its content takes ${bytes}`);
    }
  }

  /** Begins to read the next mesh of the file, when its first bytes have arrived. Returns the mesh's first section. */
  #beginMesh(): Section {
    const record = this.#records.at(this.#parts.length);
    if (record === undefined) refuse(`it says that it has ${this.#fileBytes} bytes, but its content takes fewer`);
    const first = this.#sections.length;
    this.#parts.push(new MeshParts(this.#boxes.memory, record));
    this.#sections.push(...sectionsOfMesh(record, this.#sections[first - 1].end));
    this.#checkLength(false);
    return this.#sections[first];
  }

  /** Copies the bytes of a piece of the file to where the scene stores them. */
  #take(length: number): void {
    if (!this.#isTrusted) this.#piece.sumUp(length);
    for (let at = 0; at < length;) {
      const section = this.#sections.at(this.#section) ?? this.#beginMesh();
      const from = this.#stored + at - section.at;
      const passed = Math.min(length - at, section.end - section.at - from);
      const taken = Math.max(0, Math.min(passed, section.byteLength - from));
      if (taken > 0) this.#storeIn(section, from, at, taken);
      // The bytes between the end of a section and the next section must be 0.
      refuseNonZero(this.#piece.bytes, at + taken, at + passed, this.#stored);
      at += passed;
      if (this.#stored + at < section.end) return;
      this.#section++;
      this.#room = 0;
    }
  }

  #storeIn(section: Section, from: number, at: number, length: number): void {
    const { buffer, byteOffset } = this.#piece.bytes;
    if (section.name === 'freed') {
      for (const id of new Uint32Array(buffer, byteOffset + at, length / 4)) this.#freed.push(id);
      return;
    }
    if (section.name === 'meshes') {
      for (let i = at; i < at + length; i += MESH_RECORD_BYTES) {
        const record = this.#piece.bytes.subarray(i, i + MESH_RECORD_BYTES);
        this.#records.push(readMeshRecord(record, this.#stored + i));
      }
      return;
    }
    const { count, recordBytes } = section;
    const needed = Math.ceil((from + length) / recordBytes);
    if (needed > this.#room) {
      const isProven = this.#fileBytes <= this.#provenBytes;
      const more = Math.max(2 * needed, Math.ceil(UNPROVEN_BYTES / recordBytes));
      this.#room = isProven ? count : Math.min(count, more);
      this.#resize(section.name, this.#room);
    }
    const numbers = this.#numbers(section.name);
    const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset + from, length);
    bytes.set(this.#piece.bytes.subarray(at, at + length));
  }

  #resize(name: StoredSection, count: number): void {
    const boxes = this.#boxes;
    if (name === 'places') boxes.resizePlaces(count);
    else if (name === 'masks') boxes.resizeMasks(count);
    else if (name === 'placed') boxes.resizeMeshes(count);
    else if (name === 'nodes') this.#nodes.resize(count);
    else if (isMeshSection(name)) this.#parts[this.#parts.length - 1].resize(name, count);
    else boxes[name].resize(count);
  }

  #numbers(name: StoredSection): ArrayBufferView {
    const boxes = this.#boxes;
    if (name === 'places' || name === 'masks') return boxes[name];
    if (name === 'placed') return boxes.meshes;
    if (name === 'nodes') return this.#nodes.int32;
    return isMeshSection(name) ? this.#parts[this.#parts.length - 1].numbers(name) : boxes[name].data;
  }

  /**
   * Checks the whole file, all bytes of which must have arrived, and creates the scene. A call runs for a few
   * milliseconds, so that other tasks can run in between.
   *
   * @returns null if more calls are needed.
   * @throws SlabtreeFormatError if the file is not a scene.
   */
  finish(): ReadScene | null {
    this.#steps ??= this.#finish();
    const { done, value } = this.#steps.next();
    return done === true ? value : null;
  }

  *#finish(): Generator<undefined, ReadScene> {
    const header = this.#header;
    const received = this.#stored + this.#filled;
    if (header === null) {
      checkBeginning(this.#piece.bytes.subarray(0, Math.min(received, BEGINNING_BYTES)));
      refuse(`it ends after ${received} bytes, but its header alone has ${HEADER_BYTES}`);
    }
    if (received < this.#fileBytes) refuse(`it ends after ${received} of its ${this.#fileBytes} bytes`);
    if (this.#passed < this.#namesBytes) refuse('its names are cut short');
    if (!this.#isTrusted && this.#piece.sum !== header.checksum) refuse('its checksum is wrong: it was damaged');
    this.#piece.release();
    const boxes = this.#boxes;
    yield* readObbs(this.#backend, boxes, header.obbs);
    if (!this.#isTrusted) yield* checkPlaces(boxes.places, this.#freed, header);
    boxes.ids.restore(header.ids, this.#freed);
    setMasks(boxes, header);
    yield* this.#finishMeshes();
    const tree = createTree(header.measure, boxes, this.#nodes);
    if (!this.#isTrusted) for (const checking = this.#backend.checkTree(tree); !checking.step();) yield;
    // Memory must have room for a rebuild of the tree, to which changes of the scene may lead.
    checkBuildMemory(boxes.memory, header.ids, this.#nodes.byteLength);
    return { tree, builtAreas: header.builtAreas };
  }

  /** Checks the meshes of the file, adds them to the store, and computes the values that the file does not store. */
  *#finishMeshes(): Generator<undefined, void> {
    const boxes = this.#boxes;
    if (this.#parts.length < this.#records.length) refuse('it ends before its last mesh');
    this.#checkLength(true);
    for (const parts of this.#parts) {
      if (!this.#isTrusted) yield* checkMesh(parts);
      const mesh = parts.store(this.#store);
      this.#meshes.push(mesh);
      if (!this.#isTrusted) {
        for (const checking = this.#backend.checkTriangles(mesh); !checking.step();) yield;
        checkReach(mesh);
      }
      this.#store.adopt(mesh);
    }
    if (!this.#isTrusted) checkPlaced(boxes, this.#meshes);
    boxes.coverMatrices(0, boxes.meshes.length);
  }
}
