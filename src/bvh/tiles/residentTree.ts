import { AABB_STRIDE, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { ALL_BITS, type BoxStore } from '../boxes/boxStore';
import { writeWorldBounds } from '../boxes/worldBounds';
import { AABB_32, AABB_64, ID_LIMIT, NODE_WORDS, OBB } from '../layout/nodeLayout';
import type { Block, Memory } from '../memory/memory';
import type { MeshStore } from '../meshes/meshStore';
import type { StoredMesh } from '../meshes/storedMesh';
import type { Tree } from '../tree/tree';
import { copyBoxes, copyNodes, type Places } from './copyTile';
import { copyMesh } from './copyMesh';
import { findFault } from './findFault';
import { IndexRuns } from './indexRuns';
import { TakenIds } from './takenIds';
import { TopNodes } from './topNodes';

/** A tile that has been read: its tree, over its boxes, and its meshes. */
export interface ReadTile {
  readonly tree: Tree;
  readonly meshes: MeshStore;
}

/** The bytes of an id: its place, its mask, its rank and its tile. */
const ID_BYTES = 4 + 4 + 8 + 4;
/** The bytes of the mesh that an id places. */
const PLACED_BYTES = 4;

/** The least factor by which room grows. */
const GROWTH = 1.25;

/** The bytes of a record of each kind of box. */
const RECORD_BYTES = [0, AABB_STRIDE * 4, AABB_STRIDE * 8, OBB_STRIDE * 8];

/** The rank of placeholders: of what is equally near, they come first. */
const FIRST = -1;
/** The tile of placeholders: they are in none. */
const NO_TILE = -1;

const NO_GLOBAL_IDS = /* @__PURE__ */ new Float64Array(0);

/** Where the parts of a tile are, and what is to be given back with it. */
interface Tile extends Places {
  readonly ids: number;
  readonly nodes: number;
  /** How many records of each kind. */
  readonly used: readonly number[];
  readonly meshes: readonly StoredMesh[];
  readonly commonMask: number;
  readonly placesMeshes: boolean;
  readonly byteLength: number;
}

/**
 * The tree over the tiles of a larger scene that are in memory. It hangs in the nodes of an index over all tiles. All have
 * the measure of the whole, so a tile's tree is copied as it is. Queries take it for any tree that is not packed, and find
 * ids that are given anew to each tile. Their globalIds are the ids in the whole, which are what decides between equals.
 */
export class ResidentTree {
  readonly #tree: Tree;
  readonly #boxes: BoxStore;
  readonly #meshes: MeshStore;
  readonly #memory: Memory;
  /** How many boxes the whole has. */
  readonly #total: number;
  /** Six numbers a tile. */
  readonly #bounds: Float64Array;
  readonly #top: TopNodes;
  readonly #tiles = new Map<number, Tile>();
  readonly #ids = new IndexRuns();
  readonly #nodes = new IndexRuns();
  /** By kind of box. */
  readonly #records = RECORD_BYTES.map(() => new IndexRuns());
  readonly #globalIds: Block;
  /** The ids in the whole of all boxes that are here. */
  readonly #taken = new TakenIds();
  /** How many tiles have each common mask. */
  readonly #commonMasks = new Map<number, number>();
  /** How many tiles place meshes. */
  #placing = 0;
  #byteLength = 0;
  /** The tile of each id. */
  #tileOf = new Int32Array(0);

  /**
   * @param tree over a box for each tile, all of them axis-aligned, whose ids are the numbers of the tiles. It must have the
   *   measure of the whole, and be the tree that queries are given. No tile is in it at first.
   * @param total how many boxes the whole has.
   * @param widening by how much the bounds of absent tiles are widened, for questions that round by no more.
   */
  constructor(tree: Tree, meshes: MeshStore, memory: Memory, total: number, widening: number) {
    const { boxes, nodes } = tree;
    this.#tree = tree;
    this.#boxes = boxes;
    this.#meshes = meshes;
    this.#memory = memory;
    this.#total = total;
    this.#bounds = boundsOfAll(boxes);
    const tiles = boxes.size;
    this.#top = new TopNodes(nodes, tiles, widening);
    this.#nodes.take(nodes.count);
    tree.isPacked = false;
    boxes.clear();
    this.#globalIds = memory.allocate(0, (buffer, byteOffset, byteLength) => {
      boxes.globalIds = new Float64Array(buffer, byteOffset, byteLength / 8);
    });
    this.#ids.take(tiles);
    this.#makeRoom(false);
    boxes.placeholders = tiles;
    boxes.ids.limit = tiles;
    boxes.masks.fill(ALL_BITS, 0, tiles);
    this.#globalIdNumbers.fill(FIRST, 0, tiles);
    this.#tileOf.fill(NO_TILE, 0, tiles);
  }

  /** Whether queries find placeholders of the tiles that are absent. */
  get showsAbsent(): boolean {
    return this.#tree.root !== 0;
  }

  set showsAbsent(isShown: boolean) {
    this.#tree.root = isShown ? this.#top.whole : 0;
  }

  /** The bytes of all tiles that are here. What one has left is for the next ones. */
  get byteLength(): number {
    return this.#byteLength;
  }

  has(tile: number): boolean {
    return this.#tiles.has(tile);
  }

  /** The bytes of a tile that is here. */
  bytesOf(tile: number): number {
    return this.#tileAt(tile).byteLength;
  }

  /** The id in the whole of a box, by its id here. */
  rankOf(id: number): number {
    return this.#globalIdNumbers[id];
  }

  /** The ids in the whole, by the ids here. Ask for them again when a tile has come. */
  get globalIds(): Float64Array {
    return this.#globalIdNumbers;
  }

  /** The tiles of boxes, by the ids here, and -1 for placeholders. Ask for them again when a tile has come. */
  get tiles(): Int32Array {
    return this.#tileOf;
  }

  /** The tile that a box is in, by its id here. -1 for a placeholder. */
  tileOf(id: number): number {
    return this.#tileOf[id];
  }

  /** Why a tile that has been read cannot be grafted, or null if it can. */
  findFault(tile: number, { tree }: ReadTile, ids: Float64Array): string | null {
    const bounds = this.#bounds.subarray(6 * tile, 6 * tile + 6);
    const levels = this.#top.levelsAbove(tile);
    const fault = findFault(tree, ids, { measure: this.#tree, boxes: this.#total, bounds, levels });
    if (fault !== null) return fault;
    if (!this.#top.holds(tile, tree.nodes)) return 'it reaches beyond its slot in the index';
    const taken = this.#taken.firstOf(ids);
    return taken < 0 ? null : `another tile, ${this.#ownerOf(taken)}, has its id ${taken}`;
  }

  /**
   * Adds a tile that is not here, and in which there is no fault. If there is no room for it, nothing has changed.
   *
   * @param ids for each id of the tile, the id in the whole.
   */
  graft(number: number, read: ReadTile, ids: Float64Array): void {
    if (this.has(number)) throw new Error(`tile ${number} is here already`);
    const { nodes, boxes } = read.tree;
    const used = [0, boxes.aabb32.used, boxes.aabb64.used, boxes.obbs.used];
    const meshes: StoredMesh[] = [];
    const places = {
      node: this.#nodes.take(nodes.count),
      nodes: nodes.count,
      id: this.#ids.take(ids.length),
      ids: ids.length,
      records: used.map((count, kind) => this.#records[kind].take(count)),
      used,
      meshes,
      commonMask: boxes.commonMask,
      placesMeshes: boxes.meshes.length !== 0,
    };
    try {
      this.#makeRoom(places.placesMeshes);
      for (const mesh of read.meshes.inOrder) meshes.push(copyMesh(mesh, this.#meshes, this.#memory));
    } catch (error) {
      this.#giveBack(places);
      throw error;
    }
    this.#copy(read.tree, places, ids);
    this.#tileOf.fill(number, places.id, places.id + ids.length);
    const tile = { ...places, byteLength: bytesOf(places) };
    this.#tiles.set(number, tile);
    this.#top.hang(number, tile.node, ids.length);
    this.#tell(tile, 1);
  }

  #copy(from: Tree, tile: Omit<Tile, 'byteLength'>, ids: Float64Array): void {
    const { id, meshes } = tile;
    const boxes = this.#boxes;
    this.#globalIdNumbers.set(ids, id);
    this.#taken.add(ids);
    copyBoxes(from.boxes, boxes, tile);
    copyNodes(from, this.#tree.nodes, tile);
    boxes.meshCondition = Math.max(boxes.meshCondition, from.boxes.meshCondition);
    if (boxes.meshes.length === 0) return;
    for (let i = 0; i < ids.length; i++) {
      const placed = from.boxes.meshOf(i);
      boxes.meshes[id + i] = placed < 0 ? 0 : meshes[placed].number + 1;
    }
  }

  /** Takes out a tile that is here. */
  prune(number: number): void {
    const tile = this.#tileAt(number);
    const boxes = this.#boxes;
    this.#tiles.delete(number);
    this.#top.remove(number, tile.ids);
    this.#taken.remove(this.#globalIdNumbers.subarray(tile.id, tile.id + tile.ids));
    boxes.places.fill(0, tile.id, tile.id + tile.ids);
    this.#giveBack(tile);
    this.#tell(tile, -1);
    if (tile.placesMeshes && this.#placing === 0) {
      boxes.resizeMeshes(0);
      boxes.meshCondition = 0;
    }
  }

  /** The tile that has an id in the whole. */
  #ownerOf(rank: number): number | undefined {
    for (const [number, { id, ids }] of this.#tiles) {
      if (this.#globalIdNumbers.subarray(id, id + ids).includes(rank)) return number;
    }
    return undefined;
  }

  #tileAt(number: number): Tile {
    const tile = this.#tiles.get(number);
    if (tile === undefined) throw new Error(`tile ${number} is not here`);
    return tile;
  }

  get #globalIdNumbers(): Float64Array {
    return this.#boxes.globalIds ?? NO_GLOBAL_IDS;
  }

  /** Makes room for all runs that have been taken. */
  #makeRoom(placesMeshes: boolean): void {
    try {
      this.#grow(placesMeshes);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      // Blocks that were released leave gaps. Joined, these may be enough room.
      this.#memory.compact();
      this.#grow(placesMeshes);
    }
  }

  #grow(placesMeshes: boolean): void {
    const boxes = this.#boxes;
    const ids = this.#ids.limit;
    if (ids > ID_LIMIT) throw new RangeError(`tiles of at most ${ID_LIMIT} boxes can be in memory, wanted ${ids}`);
    this.#tree.nodes.reserve(this.#nodes.limit);
    growTo(this.#records[AABB_32].limit, boxes.aabb32.capacity, (count) => {
      boxes.aabb32.fit(count);
    });
    growTo(this.#records[AABB_64].limit, boxes.aabb64.capacity, (count) => {
      boxes.aabb64.fit(count);
    });
    growTo(this.#records[OBB].limit, boxes.obbs.capacity, (count) => {
      boxes.obbs.fit(count);
    });
    growTo(ids, boxes.masks.length, (count) => {
      boxes.resizeMasks(count);
    });
    growTo(ids, this.#globalIdNumbers.length, (count) => {
      this.#globalIds.resize(count * 8);
    });
    growTo(ids, boxes.places.length, (count) => {
      const before = boxes.places.length;
      boxes.resizePlaces(count);
      boxes.places.fill(0, before);
    });
    const hasMeshes = placesMeshes || boxes.meshes.length !== 0;
    if (hasMeshes && boxes.meshes.length < ids) boxes.resizeMeshes(boxes.places.length);
    growTo(ids, this.#tileOf.length, (count) => {
      const grown = new Int32Array(count);
      grown.set(this.#tileOf);
      this.#tileOf = grown;
    });
  }

  #giveBack({ node, nodes, id, ids, records, used, meshes }: Omit<Tile, 'byteLength'>): void {
    this.#nodes.give(node, nodes);
    this.#ids.give(id, ids);
    records.forEach((first, kind) => {
      this.#records[kind].give(first, used[kind]);
    });
    for (const mesh of meshes) this.#meshes.remove(mesh);
  }

  /** Tells everyone who keeps such numbers about a tile that has come or gone. */
  #tell({ ids, byteLength, commonMask, placesMeshes }: Tile, sign: 1 | -1): void {
    const boxes = this.#boxes;
    const masks = this.#commonMasks;
    const tiles = (masks.get(commonMask) ?? 0) + sign;
    if (tiles > 0) masks.set(commonMask, tiles);
    else masks.delete(commonMask);
    boxes.commonMask = ALL_BITS;
    for (const mask of masks.keys()) boxes.commonMask &= mask;
    if (placesMeshes) this.#placing += sign;
    boxes.ids.limit = this.#ids.limit;
    boxes.ids.used += sign * ids;
    this.#tree.nodes.count = this.#nodes.limit;
    this.#byteLength += sign * byteLength;
    this.#meshes.invalidateAddresses();
  }
}

/** Makes room for that many of something. There may be room for more after that, for the next tiles. */
function growTo(needed: number, capacity: number, resize: (count: number) => void): void {
  if (needed <= capacity) return;
  try {
    resize(Math.max(needed, Math.ceil(capacity * GROWTH)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    resize(needed);
  }
}

function bytesOf({ nodes, ids, used, meshes, placesMeshes }: Omit<Tile, 'byteLength'>): number {
  const recordBytes = used.reduce((sum, count, kind) => sum + count * RECORD_BYTES[kind], 0);
  const meshBytes = meshes.reduce((sum, mesh) => sum + mesh.byteLength, 0);
  return nodes * NODE_WORDS * 4 + ids * (ID_BYTES + (placesMeshes ? PLACED_BYTES : 0)) + recordBytes + meshBytes;
}

/** The bounds of all boxes, by their ids, which have no gaps. */
function boundsOfAll(boxes: BoxStore): Float64Array {
  const all = new Float64Array(6 * boxes.size);
  for (let id = 0; id < boxes.size; id++) writeWorldBounds(boxes, boxes.places[id], all.subarray(6 * id));
  return all;
}
