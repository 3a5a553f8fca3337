import { NODE_WORDS } from '../layout/nodeLayout';
import { checkBuildMemory, growForScene } from '../memory/buildMemory';
import type { BoxStore } from '../boxes/boxStore';
import type { MeshStore } from '../meshes/meshStore';
import type { StoredMesh } from '../meshes/storedMesh';
import { Nodes } from '../tree/nodes';
import { createTree, type Tree } from '../tree/tree';
import { checkPlaces, readObbs, setMasks } from './readBoxes';
import { PIECE_BYTES, STRIPE_BYTES } from './checksum';
import {
  BEGINNING_BYTES,
  checkBeginning,
  type FileHeader,
  HEADER_BYTES,
  readFileBytes,
  readHeader,
} from './fileHeader';
import type { FileChecksum, FileOperations } from './fileOperations';
import { type Section, sectionsOf, sectionsOfMesh } from './fileSections';
import { checkMesh, checkPlaced, checkReach } from './mesh/meshCheck';
import { isMeshSection, MeshParts } from './mesh/meshParts';
import { MESH_RECORD_BYTES, type MeshRecord, readMeshRecord } from './mesh/meshRecord';
import { NAMES_HEADER_BYTES, namesBlockBytes } from './namesBlock';
import { refuse } from './slabtreeFormatError';
import { refuseNonZero } from './reservedBytes';

/** How many bytes of a file are parsed at a time, where they are not stored as they are. */
const PARSED_BYTES = 4096;
/**
 * If the length of a file is not proven, a section gets room for this many bytes, or for twice as many as have arrived.
 * So a wrong length in the file cannot exhaust memory.
 */
const UNPROVEN_BYTES = 1 << 20;

/** The sections of a file whose bytes are copied unchanged to where the scene stores them. */
type StoredName = Exclude<Section['name'], 'freed' | 'meshes'>;
type StoredSection = Section & { readonly name: StoredName };

function isStored(section: Section): section is StoredSection {
  return section.name !== 'freed' && section.name !== 'meshes';
}

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
  readonly #checksum: FileChecksum;
  /** The bytes of the header, or of a stripe, that have arrived while the rest of it has not. */
  readonly #begun = new Uint8Array(HEADER_BYTES);
  #filled = 0;
  /** A copy of the bytes that are parsed, in a buffer of its own that no other thread can change. */
  readonly #parsed = new Uint8Array(PARSED_BYTES);
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
    this.#checksum = backend.createChecksum();
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
      const whole = Math.min(missing, wholeStripes(chunk.length - at));
      if (this.#header !== null && this.#filled === 0 && whole > 0) {
        this.#take(chunk.subarray(at, at + whole));
        at += whole;
        continue;
      }
      const wanted = this.#wanted;
      const taken = Math.min(wanted - this.#filled, chunk.length - at);
      this.#begun.set(chunk.subarray(at, at + taken), this.#filled);
      this.#filled += taken;
      at += taken;
      if (this.#filled < wanted) return;
      if (wanted === BEGINNING_BYTES) {
        checkBeginning(this.#begun.subarray(0, wanted));
        continue;
      }
      if (this.#header === null) this.#begin();
      else this.#take(this.#begun.subarray(0, wanted));
      this.#filled = 0;
    }
  }

  /** How many bytes are collected before they are used: the beginning, then the header, then a stripe. */
  get #wanted(): number {
    if (this.#header !== null) return STRIPE_BYTES;
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
    const header = readHeader(this.#begun);
    this.#header = header;
    this.#sections = sectionsOf(header);
    this.#fileBytes = readFileBytes(this.#begun);
    this.#stored = HEADER_BYTES;
    this.#checkLength(header.meshes === 0);
    if (this.#isProven) {
      const { ids, freed, masks, nodes } = header;
      const bytes = this.#fileBytes + 4 * (ids - masks);
      growForScene(this.#boxes.memory, bytes, ids - freed, nodes * NODE_WORDS * 4);
    }
  }

  /** Whether the caller has proven that the file is as long as its header says. */
  get #isProven(): boolean {
    return this.#fileBytes <= this.#provenBytes;
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

  /** Copies some whole stripes of the file to where the scene stores them, and adds them to the checksum. */
  #take(stripes: Uint8Array): void {
    for (let at = 0; at < stripes.length;) {
      const section = this.#sections.at(this.#section) ?? this.#beginMesh();
      const from = this.#stored - section.at;
      const length = Math.min(stripes.length - at, section.end - this.#stored);
      const whole = isStored(section) ? wholeStripes(Math.min(length, section.byteLength - from)) : 0;
      const taken = whole > 0 ? Math.min(whole, PIECE_BYTES) : Math.min(length, PARSED_BYTES);
      const bytes = stripes.subarray(at, at + taken);
      if (isStored(section) && whole > 0) this.#sumUp(this.#copy(section, from, bytes));
      else this.#parse(section, from, bytes);
      at += taken;
      this.#stored += taken;
      if (this.#stored < section.end) continue;
      this.#section++;
      this.#room = 0;
    }
  }

  #sumUp(stripes: Uint8Array): void {
    if (!this.#isTrusted) this.#checksum.add(stripes);
  }

  /** Reads stripes that are not stored as they are. The bytes between the end of a section and the next must be 0. */
  #parse(section: Section, from: number, stripes: Uint8Array): void {
    const parsed = this.#parsed.subarray(0, stripes.length);
    parsed.set(stripes);
    this.#sumUp(parsed);
    const length = Math.max(0, Math.min(parsed.length, section.byteLength - from));
    const bytes = parsed.subarray(0, length);
    if (section.name === 'freed') {
      for (const id of new Uint32Array(bytes.buffer, 0, length / 4)) this.#freed.push(id);
    } else if (section.name === 'meshes') {
      for (let i = 0; i < length; i += MESH_RECORD_BYTES) {
        this.#records.push(readMeshRecord(bytes.subarray(i, i + MESH_RECORD_BYTES), this.#stored + i));
      }
    } else if (isStored(section) && length > 0) this.#copy(section, from, bytes);
    refuseNonZero(parsed, length, parsed.length, this.#stored);
  }

  /** Copies bytes of a section, from the offset `from` in it on, to where the scene stores them. Returns the copy. */
  #copy({ name, count, recordBytes }: StoredSection, from: number, bytes: Uint8Array): Uint8Array {
    const needed = Math.ceil((from + bytes.length) / recordBytes);
    if (needed > this.#room) {
      const more = Math.max(2 * needed, Math.ceil(UNPROVEN_BYTES / recordBytes));
      this.#room = this.#isProven ? count : Math.min(count, more);
      this.#resize(name, this.#room);
    }
    const { buffer, byteOffset } = this.#numbers(name);
    const copy = new Uint8Array(buffer, byteOffset + from, bytes.length);
    copy.set(bytes);
    return copy;
  }

  #resize(name: StoredName, count: number): void {
    const boxes = this.#boxes;
    if (name === 'places') boxes.resizePlaces(count);
    else if (name === 'masks') boxes.resizeMasks(count);
    else if (name === 'placed') boxes.resizeMeshes(count);
    else if (name === 'nodes') this.#nodes.resize(count);
    else if (isMeshSection(name)) this.#parts[this.#parts.length - 1].resize(name, count);
    else boxes[name].resize(count);
  }

  #numbers(name: StoredName): ArrayBufferView {
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
      checkBeginning(this.#begun.subarray(0, Math.min(received, BEGINNING_BYTES)));
      refuse(`it ends after ${received} bytes, but its header alone has ${HEADER_BYTES}`);
    }
    if (received < this.#fileBytes) refuse(`it ends after ${received} of its ${this.#fileBytes} bytes`);
    if (this.#passed < this.#namesBytes) refuse('its names are cut short');
    if (!this.#isTrusted && this.#checksum.sum !== header.checksum) refuse('its checksum is wrong: it was damaged');
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

/** Returns the length in bytes of the whole stripes in `byteLength` bytes. */
function wholeStripes(byteLength: number): number {
  return Math.floor(byteLength / STRIPE_BYTES) * STRIPE_BYTES;
}
