import { checkBuildMemory } from '../memory/buildMemory';
import type { BoxStore } from '../boxes/boxStore';
import type { MeshStore } from '../meshes/meshStore';
import type { StoredMesh } from '../meshes/storedMesh';
import { Nodes } from '../tree/nodes';
import { createTree, type Tree } from '../tree/tree';
import { checkPlaces, readObbs } from './readBoxes';
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
import { refuse, refuseNonZero } from './slabtreeFormatError';

/** How many bytes are taken at once. They are summed up and copied while they are in the cache. */
const PIECE_BYTES = 65_536;
/** Unless the length of a file is known for certain, there is room for this many bytes, or for twice what has come. */
const UNPROVEN_BYTES = 1 << 20;

/** The sections whose bytes go to their final place as they are. */
type StoredSection = Exclude<Section['name'], 'freed' | 'meshes'>;

/** The content of a file. */
export interface ReadScene {
  tree: Tree;
  /** See SceneTree. */
  builtAreas: number;
}

/**
 * Reads a file that comes in chunks. Each chunk goes to its final place as soon as it is there, and what is wrong is
 * reported as soon as it can be known. Nothing is trusted: any bytes give either an error, or a valid tree over valid
 * boxes.
 */
export class SceneReader {
  readonly #backend: FileOperations;
  readonly #boxes: BoxStore;
  readonly #store: MeshStore;
  readonly #nodes: Nodes;
  readonly #freed: number[] = [];
  readonly #records: MeshRecord[] = [];
  /** What there is of the meshes that have begun. Bytes go to the last one. */
  readonly #parts: MeshParts[] = [];
  readonly #meshes: StoredMesh[] = [];
  /** The least length of the file that the caller is certain of, and whether the caller vouches for its bytes. */
  readonly #provenBytes: number;
  readonly #isTrusted: boolean;
  /** Bytes that have come and are not in their final place yet. They go there when there are enough. */
  readonly #piece: FilePiece;
  #filled = 0;
  #header: FileHeader | null = null;
  #fileBytes = Infinity;
  #sections: Section[] = [];
  /** The section that is being read, and how many of its records there is room for. */
  #section = 0;
  #room = 0;
  /** How many bytes have left the piece. */
  #stored = 0;
  /** The first bytes after the scene, how many bytes have come after it, and how many there must be. */
  readonly #namesHeader = new Uint8Array(NAMES_HEADER_BYTES);
  #passed = 0;
  #namesBytes = 0;

  #steps: Generator<undefined, ReadScene> | null = null;

  /**
   * @param boxes an empty store of that backend, and so is `meshes`.
   * @param provenBytes the least length of the file.
   * @param isTrusted whether this package has just written the file, so it need not be checked.
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
   * Takes the next bytes of the file.
   *
   * @throws SlabtreeFormatError if they cannot be those of a scene, and RangeError if there is no room for it.
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

  /**
   * How many bytes the piece needs before something can be done with them. After the beginning, these are whole
   * stripes.
   */
  #wanted(missing: number): number {
    if (this.#header !== null) return Math.min(PIECE_BYTES, missing);
    return this.#filled < BEGINNING_BYTES ? BEGINNING_BYTES : HEADER_BYTES;
  }

  /**
   * Skips the names that may follow the scene: they are for `SceneNames`. Nothing else may follow it, and nothing may
   * follow the names.
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

  /** Takes a file from bytes that may continue after it. */
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

  /** Checks the length of the file against the sections so far. If these are all, they must be as long. */
  #checkLength(isComplete: boolean): void {
    const bytes = this.#sections[this.#sections.length - 1].end;
    const rest = this.#fileBytes - bytes;
    if (isComplete ? rest !== 0 : rest < 0 || rest % STRIPE_BYTES !== 0) {
      refuse(`it says that it has ${this.#fileBytes} bytes, but its content takes ${bytes}`);
    }
  }

  /** Makes room for the next mesh, once its bytes have begun to come. Returns its first section. */
  #beginMesh(): Section {
    const record = this.#records.at(this.#parts.length);
    if (record === undefined) refuse(`it says that it has ${this.#fileBytes} bytes, but its content takes fewer`);
    const first = this.#sections.length;
    this.#parts.push(new MeshParts(this.#boxes.memory, record));
    this.#sections.push(...sectionsOfMesh(record, this.#sections[first - 1].end));
    this.#checkLength(false);
    return this.#sections[first];
  }

  /** Brings a piece to its final place. */
  #take(length: number): void {
    if (!this.#isTrusted) this.#piece.sumUp(length);
    for (let at = 0; at < length;) {
      const section = this.#sections.at(this.#section) ?? this.#beginMesh();
      const from = this.#stored + at - section.at;
      const passed = Math.min(length - at, section.end - section.at - from);
      const taken = Math.max(0, Math.min(passed, section.byteLength - from));
      if (taken > 0) this.#storeIn(section, from, at, taken);
      // Zeros fill the space before the next section.
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
   * Makes a scene of everything that has come, which must be the whole file, and checks it. This takes steps of a few
   * milliseconds, so something else can run in between.
   *
   * @returns null while there are more steps to take.
   * @throws SlabtreeFormatError if it is not a scene.
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
    this.#setMasks(header);
    yield* this.#finishMeshes();
    const tree = createTree(header.measure, boxes, this.#nodes);
    if (!this.#isTrusted) for (const checking = this.#backend.checkTree(tree); !checking.step();) yield;
    // A scene that has been read can be changed, and then it is built anew.
    checkBuildMemory(boxes.memory, header.ids, this.#nodes.byteLength);
    return { tree, builtAreas: header.builtAreas };
  }

  /** Checks the meshes, gives them to the store, and finds out what is not in the file. */
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

  /** Fills in the masks if the file has only one, and finds the bits that all masks have. */
  #setMasks({ ids, masks, mask }: FileHeader): void {
    const boxes = this.#boxes;
    if (masks === 0) {
      boxes.resizeMasks(ids);
      boxes.masks.fill(mask);
      boxes.commonMask = mask;
    } else {
      for (let id = 0; id < ids; id++) {
        if (boxes.has(id)) boxes.commonMask &= boxes.masks[id];
        else if (boxes.masks[id] !== 0) refuse(`id ${id} is free, but has the mask ${boxes.masks[id]}`);
      }
    }
  }
}
