import { ALL_BITS, type BoxStore } from '../boxes/boxStore';
import { writeWorldBounds } from '../boxes/worldBounds';
import type { Memory } from '../memory/memory';
import type { MeshStore } from '../meshes/meshStore';
import type { StoredMesh } from '../meshes/storedMesh';
import type { Tree } from '../tree/tree';
import { copyMesh } from '../meshes/copyMesh';
import { copyBoxes, copyNodes } from './copyTile';
import { findFault } from './findFault';
import { TakenIds } from './takenIds';
import { bytesOfCounts, countsOf, type TileCounts, type TilePlace, TileSpace } from './tileSpace';
import { TopNodes } from './topNodes';

/** The value in place of a tile's number for the ids of placeholders, which are in no tile. */
export const PLACEHOLDER = -1;
/** The global id of every placeholder. It is less than all others, so at equal distances placeholders come first. */
const PLACEHOLDER_ID = -1;

/** A tile that has been read from a file: the tree over its boxes, and its meshes. */
export interface ReadTile {
  readonly tree: Tree;
  readonly meshes: MeshStore;
}

/** A tile of the scene that is in memory. */
interface ResidentTile {
  readonly place: TilePlace;
  readonly counts: TileCounts;
  readonly meshes: readonly StoredMesh[];
  /** The bits that the masks of all boxes of the tile share. */
  readonly commonMask: number;
  readonly byteLength: number;
}

/**
 * The tree over those tiles of a larger scene that are in memory. Its upper nodes are the nodes of an index over all
 * tiles. All trees have the measure of the whole scene, so the tree of a tile is copied unchanged, below the slot of
 * the tile. Queries walk the resident tree like any tree that is not packed. They find local ids, which a tile gets
 * when it is grafted. The global ids of the boxes are their ids in the whole scene, and decide between hits at equal
 * distances.
 */
export class ResidentTree {
  readonly #tree: Tree;
  readonly #boxes: BoxStore;
  readonly #meshes: MeshStore;
  readonly #memory: Memory;
  /** How many boxes the whole scene has. */
  readonly #total: number;
  /** The bounds of all tiles of the scene: six numbers a tile. */
  readonly #bounds: Float64Array;
  readonly #top: TopNodes;
  readonly #space: TileSpace;
  readonly #tiles = new Map<number, ResidentTile>();
  /** The set of the global ids of all boxes in memory. */
  readonly #taken = new TakenIds();
  /** For each common mask of a tile's boxes, how many tiles in memory have this common mask. */
  readonly #commonMasks = new Map<number, number>();
  /** How many tiles in memory have instances of meshes. */
  #placing = 0;
  #byteLength = 0;

  /**
   * Creates a tree without tiles.
   *
   * @param tree the tree that queries will walk: over an axis-aligned box for each tile, whose id is the number of the
   *   tile. It must have the measure of the whole scene.
   * @param total how many boxes the whole scene has.
   * @param widening by how much the bounds of absent tiles are widened, so that queries that round by less find them.
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
    tree.isPacked = false;
    boxes.clear();
    this.#space = new TileSpace(tree, memory);
    // The local ids from 0 up to the number of tiles belong to the placeholders of the tiles.
    this.#space.take({ nodes: nodes.count, ids: tiles, records: [], placesMeshes: false });
    boxes.placeholders = tiles;
    boxes.ids.limit = tiles;
    boxes.masks.fill(ALL_BITS, 0, tiles);
    this.globalIds.fill(PLACEHOLDER_ID, 0, tiles);
    this.tiles.fill(PLACEHOLDER, 0, tiles);
  }

  /** Whether queries find a placeholder for each tile that is not in memory. False at first. */
  get showsPlaceholders(): boolean {
    return this.#tree.root !== 0;
  }

  set showsPlaceholders(isShown: boolean) {
    this.#tree.root = isShown ? this.#top.allTiles : 0;
  }

  /** How many bytes the tiles in memory take, without the space that pruned tiles have left. */
  get byteLength(): number {
    return this.#byteLength;
  }

  has(tile: number): boolean {
    return this.#tiles.has(tile);
  }

  bytesOf(tile: number): number {
    return this.#tileAt(tile).byteLength;
  }

  /** The global id of each local id. Grafting a tile may replace the array, so it must be read again then. */
  get globalIds(): Float64Array {
    return this.#space.globalIds;
  }

  /** The tile of each local id, or {@link PLACEHOLDER}. Grafting a tile may replace the array: read it again then. */
  get tiles(): Int32Array {
    return this.#space.tileOf;
  }

  /** Returns why a tile that has been read from a file cannot be grafted, or null if it can. */
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
   * Adds to the tree a tile that is not in memory, and in which {@link findFault} finds no fault.
   *
   * @param ids for each id of the tile, its global id in the whole scene.
   * @throws RangeError if there is no memory for the tile. Nothing has changed then.
   */
  graft(number: number, read: ReadTile, ids: Float64Array): void {
    if (this.has(number)) throw new Error(`tile ${number} is here already`);
    const counts = countsOf(read.tree);
    const place = this.#space.take(counts);
    const meshes: StoredMesh[] = [];
    try {
      for (const mesh of read.meshes.inOrder) meshes.push(copyMesh(mesh, this.#meshes, this.#memory));
    } catch (error) {
      this.#release({ place, counts, meshes });
      throw error;
    }
    const byteLength = bytesOfCounts(counts) + meshes.reduce((sum, mesh) => sum + mesh.byteLength, 0);
    const tile = { place, counts, meshes, commonMask: read.tree.boxes.commonMask, byteLength };
    this.#tiles.set(number, tile);
    this.#copy(number, read.tree, tile, ids);
    this.#top.hang(number, place.firstNode, ids.length);
    this.#addToSums(tile, 1);
  }

  #copy(number: number, from: Tree, { place, meshes }: ResidentTile, ids: Float64Array): void {
    const { firstId } = place;
    const boxes = this.#boxes;
    this.globalIds.set(ids, firstId);
    this.#taken.add(ids);
    this.tiles.fill(number, firstId, firstId + ids.length);
    copyBoxes(from.boxes, boxes, place);
    copyNodes(from, this.#tree.nodes, place);
    boxes.meshCondition = Math.max(boxes.meshCondition, from.boxes.meshCondition);
    if (boxes.meshes.length === 0) return;
    for (let i = 0; i < ids.length; i++) {
      const placed = from.boxes.meshOf(i);
      boxes.meshes[firstId + i] = placed < 0 ? 0 : meshes[placed].number + 1;
    }
  }

  /** Removes a tile from memory, and with it the tile's boxes, nodes and meshes. */
  prune(number: number): void {
    const tile = this.#tileAt(number);
    const { place, counts } = tile;
    const boxes = this.#boxes;
    const endId = place.firstId + counts.ids;
    this.#tiles.delete(number);
    this.#top.remove(number, counts.ids);
    this.#taken.remove(this.globalIds.subarray(place.firstId, endId));
    boxes.places.fill(0, place.firstId, endId);
    this.#release(tile);
    this.#addToSums(tile, -1);
    if (counts.placesMeshes && this.#placing === 0) {
      boxes.resizeMeshes(0);
      boxes.meshCondition = 0;
    }
  }

  /** Returns the number of the tile in memory that has a box with the given global id. */
  #ownerOf(globalId: number): number | undefined {
    for (const [number, { place, counts }] of this.#tiles) {
      if (this.globalIds.subarray(place.firstId, place.firstId + counts.ids).includes(globalId)) return number;
    }
    return undefined;
  }

  #tileAt(number: number): ResidentTile {
    const tile = this.#tiles.get(number);
    if (tile === undefined) throw new Error(`tile ${number} is not here`);
    return tile;
  }

  #release({ place, counts, meshes }: Pick<ResidentTile, 'place' | 'counts' | 'meshes'>): void {
    this.#space.free(place, counts);
    for (const mesh of meshes) this.#meshes.remove(mesh);
  }

  /** Adds a tile to all sums over the tiles in memory, such as their bytes and boxes, or with sign -1 subtracts it. */
  #addToSums({ counts, byteLength, commonMask }: ResidentTile, sign: 1 | -1): void {
    const boxes = this.#boxes;
    const masks = this.#commonMasks;
    const tiles = (masks.get(commonMask) ?? 0) + sign;
    if (tiles > 0) masks.set(commonMask, tiles);
    else masks.delete(commonMask);
    boxes.commonMask = ALL_BITS;
    for (const mask of masks.keys()) boxes.commonMask &= mask;
    if (counts.placesMeshes) this.#placing += sign;
    boxes.ids.limit = this.#space.idLimit;
    boxes.ids.used += sign * counts.ids;
    this.#tree.nodes.count = this.#space.nodeLimit;
    this.#byteLength += sign * byteLength;
    this.#meshes.invalidateAddresses();
  }
}

/** Returns the bounds of all boxes of a store, in the order of their ids, which must have no gaps. */
function boundsOfAll(boxes: BoxStore): Float64Array {
  const all = new Float64Array(6 * boxes.size);
  for (let id = 0; id < boxes.size; id++) writeWorldBounds(boxes, boxes.places[id], all.subarray(6 * id));
  return all;
}
