import { checkBuildMemory } from '../boxes/buildMemory';
import type { LeafStore } from '../boxes/leafStore';
import { Nodes } from '../tree/nodes';
import { createTree, type Tree } from '../tree/tree';
import { checkPlaces } from './checkPlaces';
import {
  BEGINNING_BYTES,
  checkBeginning,
  type FileHeader,
  HEADER_BYTES,
  readFileBytes,
  readHeader,
} from './fileHeader';
import type { FileOperations } from './fileOperations';
import type { FilePiece } from './filePiece';
import { type Section, sectionsOf } from './fileSections';
import { NAMES_HEADER_BYTES, namesBlockBytes } from './namesBlock';
import { readObbs } from './readObbs';
import { refuse } from './slabtreeFormatError';

/** Bytes that are taken at once: they are summed up and copied while they are in the cache. */
const PIECE_BYTES = 65_536;
/** As long as nobody vouches for a file's length, room is made for this many bytes, or twice what has come. */
const UNPROVEN_BYTES = 1 << 20;

/** What a file holds. */
export interface ReadScene {
  tree: Tree;
  /** See KeptTree. */
  builtCost: number;
}

/**
 * Reads a file that comes in chunks: each goes to where it is used as soon as it is there, and what is wrong is told as soon
 * as that can be known. Nothing is believed: any bytes at all give an error, or a sound tree over boxes that are well formed.
 */
export class SceneReader {
  readonly #backend: FileOperations;
  readonly #leaves: LeafStore;
  readonly #nodes: Nodes;
  readonly #freed: number[] = [];
  /** How long the file is at least, as far as the caller knows, and whether it vouches for its bytes. */
  readonly #provenBytes: number;
  readonly #isTrusted: boolean;
  /** The bytes that have come and are not where they are used, which go there when there are enough. */
  readonly #piece: FilePiece;
  #filled = 0;
  #header: FileHeader | null = null;
  #fileBytes = Infinity;
  #sections: Section[] = [];
  /** The section that is being read, and for how many of its records there is room. */
  #section = 0;
  #room = 0;
  /** How many bytes are no longer in the piece. */
  #stored = 0;
  /** The first bytes after the scene, how many have come, and how many there must be. */
  readonly #namesHeader = new Uint8Array(NAMES_HEADER_BYTES);
  #passed = 0;
  #namesBytes = 0;

  #steps: Generator<undefined, ReadScene> | null = null;

  /**
   * @param leaves an empty store of that backend.
   * @param provenBytes how long the file is at least.
   * @param isTrusted whether it is this package that has just written it, so that it need not be checked.
   */
  constructor(backend: FileOperations, leaves: LeafStore, provenBytes: number, isTrusted = false) {
    this.#backend = backend;
    this.#leaves = leaves;
    this.#piece = backend.createFilePiece(PIECE_BYTES);
    this.#nodes = new Nodes(leaves.memory, 0);
    this.#provenBytes = provenBytes;
    this.#isTrusted = isTrusted;
  }

  /**
   * Takes the next bytes of the file.
   *
   * @throws SlabtreeFormatError where they cannot be those of a scene, and RangeError where there is no room for it.
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
      else this.#store(wanted);
      this.#stored += wanted;
      this.#filled = 0;
    }
  }

  /** How many bytes there must be for something to be done with them: whole stripes, once the beginning is known. */
  #wanted(missing: number): number {
    if (this.#header !== null) return Math.min(PIECE_BYTES, missing);
    return this.#filled < BEGINNING_BYTES ? BEGINNING_BYTES : HEADER_BYTES;
  }

  /** Passes over the names that may follow the scene: they are for `SceneNames`. Nothing else may, and nothing may follow them. */
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

  /** Takes a file from bytes that may go on after it. */
  pushFile(bytes: Uint8Array): void {
    this.push(bytes.subarray(0, HEADER_BYTES));
    if (bytes.length > HEADER_BYTES) this.push(bytes.subarray(HEADER_BYTES, Math.min(bytes.length, this.#fileBytes)));
  }

  #begin(): void {
    const { bytes } = this.#piece;
    const header = readHeader(bytes);
    const { sections, fileBytes } = sectionsOf(header);
    const stated = readFileBytes(bytes);
    if (stated !== fileBytes) refuse(`it says that it has ${stated} bytes, and all that is in it takes ${fileBytes}`);
    this.#header = header;
    this.#sections = sections;
    this.#fileBytes = fileBytes;
  }

  /** Brings a piece to where it is used. */
  #store(length: number): void {
    if (!this.#isTrusted) this.#piece.sumUp(length);
    for (let at = 0; at < length;) {
      const section = this.#sections[this.#section];
      const from = this.#stored + at - section.at;
      const taken = Math.min(length - at, section.byteLength - from);
      if (taken > 0) this.#storeIn(section, from, at, taken);
      at += Math.min(length - at, section.end - section.at - from);
      if (this.#stored + at < section.end) return;
      this.#section++;
      this.#room = 0;
    }
  }

  #storeIn(section: Section, from: number, at: number, length: number): void {
    if (section.name === 'freed') {
      const { buffer, byteOffset } = this.#piece.bytes;
      for (const id of new Uint32Array(buffer, byteOffset + at, length / 4)) this.#freed.push(id);
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
    const { buffer, byteOffset } = this.#numbers(section.name);
    new Uint8Array(buffer, byteOffset + from, length).set(this.#piece.bytes.subarray(at, at + length));
  }

  #resize(name: Exclude<Section['name'], 'freed'>, count: number): void {
    if (name === 'places') this.#leaves.resizePlaces(count);
    else if (name === 'masks') this.#leaves.resizeMasks(count);
    else if (name === 'nodes') this.#nodes.resize(count);
    else this.#leaves[name].resize(count);
  }

  #numbers(name: Exclude<Section['name'], 'freed'>): ArrayBufferView {
    if (name === 'places' || name === 'masks') return this.#leaves[name];
    return name === 'nodes' ? this.#nodes.int32 : this.#leaves[name].data;
  }

  /**
   * Makes a scene of what has come, which must be all, and checks it: in steps of a few milliseconds, so that something else may
   * be done in between.
   *
   * @returns null as long as there are more steps to take.
   * @throws SlabtreeFormatError where it is not a scene.
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
      refuse(`it ends after ${received} bytes, and its header alone has ${HEADER_BYTES}`);
    }
    if (received < this.#fileBytes) refuse(`it ends after ${received} of its ${this.#fileBytes} bytes`);
    if (this.#passed < this.#namesBytes) refuse('its names are cut short');
    if (!this.#isTrusted && this.#piece.sum !== header.checksum) refuse('its checksum is wrong: it was damaged');
    this.#piece.release();
    const leaves = this.#leaves;
    yield* readObbs(this.#backend, leaves.obbs, header.obbs);
    if (!this.#isTrusted) yield* checkPlaces(leaves.places, this.#freed, header);
    leaves.ids.restore(header.ids, this.#freed);
    this.#setMasks(header);
    const tree = createTree(header.measure, leaves, this.#nodes);
    if (!this.#isTrusted) for (const checking = this.#backend.checkTree(tree); !checking.step();) yield;
    // A scene that has been read can be changed, which builds it anew.
    checkBuildMemory(leaves.memory, header.ids, this.#nodes.byteLength);
    return { tree, builtCost: header.builtCost };
  }

  /** Fills in the masks where the file has but one, and finds the bits that all of them have. */
  #setMasks({ ids, masks, mask }: FileHeader): void {
    const leaves = this.#leaves;
    if (masks === 0) {
      leaves.resizeMasks(ids);
      leaves.masks.fill(mask);
      leaves.commonMask = mask;
    } else {
      for (let id = 0; id < ids; id++) if (leaves.has(id)) leaves.commonMask &= leaves.masks[id];
    }
  }
}
