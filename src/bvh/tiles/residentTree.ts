import { ALL_BITS, type BoxStore } from '../boxes/boxStore';
import { writeWorldBounds } from '../boxes/worldBounds';
import type { Memory } from '../memory/memory';
import type { MeshStore } from '../meshes/meshStore';
import type { StoredMesh } from '../meshes/storedMesh';
import type { Tree } from '../tree/tree';
import { copyBoxes, copyMesh, copyNodes } from './copyTile';
import { findFault } from './findFault';
import { TakenIds } from './takenIds';
import { bytesOfCounts, countsOf, type TileCounts, type TilePlace, TileSpace } from './tileSpace';
import { TopNodes } from './topNodes';

/** In place of the number of a tile: a placeholder is in no tile. */
export const PLACEHOLDER = -1;
/** The global id of a placeholder: at equal distances, it comes before every box. */
const PLACEHOLDER_ID = -1;

/** A tile that has been read: its tree, over its boxes, and its meshes. */
export interface ReadTile {
  readonly tree: Tree;
  readonly meshes: MeshStore;
}

/** A tile in memory. */
interface ResidentTile {
  readonly place: TilePlace;
  readonly counts: TileCounts;
  readonly meshes: readonly StoredMesh[];
  /** The bits that the masks of all its boxes share. */
  readonly commonMask: number;
  readonly byteLength: number;
}

/**
 * The tree over the tiles of a larger scene that are in memory. The nodes of an index over all tiles are its upper
 * part. All trees have the measure of the whole scene, so the tree of a tile is copied unchanged, below the slot of the
 * tile. Queries walk the whole tree like any tree that is not packed. They find ids that are assigned to a tile when it
 * is grafted. The global ids of the boxes are their ids in the whole scene, and break ties.
 */
export class ResidentTree {
  readonly #tree: Tree;
  readonly #boxes: BoxStore;
  readonly #meshes: MeshStore;
  readonly #memory: Memory;
  /** How many boxes the whole scene has. */
  readonly #total: number;
  /** Six numbers a tile. */
  readonly #bounds: Float64Array;
  readonly #top: TopNodes;
  readonly #space: TileSpace;
  readonly #tiles = new Map<number, ResidentTile>();
  /** The global ids of all boxes in memory. */
  readonly #taken = new TakenIds();
  /** How many tiles have each common mask. */
  readonly #commonMasks = new Map<number, number>();
  /** How many tiles place meshes. */
  #placing = 0;
  #byteLength = 0;

  /**
   * @param tree over a box for each tile, all of them axis-aligned, whose ids are the numbers of the tiles. It must
   *   have the measure of the whole scene, and be the tree that queries walk. All tiles are absent at first.
   * @param total how many boxes the whole scene has.
   * @param widening by how much the bounds of absent tiles are widened, for queries that round by no more.
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
    // The first ids belong to the placeholders.
    this.#space.take({ nodes: nodes.count, ids: tiles, records: [], placesMeshes: false });
    boxes.placeholders = tiles;
    boxes.ids.limit = tiles;
    boxes.masks.fill(ALL_BITS, 0, tiles);
    this.globalIds.fill(PLACEHOLDER_ID, 0, tiles);
    this.tiles.fill(PLACEHOLDER, 0, tiles);
  }

  /** Whether queries find placeholders of the absent tiles. False at first. */
  get showsPlaceholders(): boolean {
    return this.#tree.root !== 0;
  }

  set showsPlaceholders(isShown: boolean) {
    this.#tree.root = isShown ? this.#top.allTiles : 0;
  }

  /** The bytes of all tiles in memory, without the space that pruned tiles have left. */
  get byteLength(): number {
    return this.#byteLength;
  }

  has(tile: number): boolean {
    return this.#tiles.has(tile);
  }

  bytesOf(tile: number): number {
    return this.#tileAt(tile).byteLength;
  }

  /** The global ids, by the ids here. Read them again after a tile is grafted. */
  get globalIds(): Float64Array {
    return this.#space.globalIds;
  }

  /** The tiles of boxes, by the ids here, and {@link PLACEHOLDER}. Read them again after a tile is grafted. */
  get tiles(): Int32Array {
    return this.#space.tileOf;
  }

  /** Returns why a tile that has been read cannot be grafted, or null if it can. */
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
   * Adds a tile that is not in memory, and in which {@link findFault} finds no fault.
   *
   * @param ids for each id of the tile, the global id.
   * @throws RangeError if there is no memory for it. Nothing has changed then.
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

  /** Takes out a tile that is in memory. */
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

  /** Returns the tile in memory that has a global id. */
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

  /** Updates the sums over all tiles, here and in the boxes, nodes and meshes. */
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

/** Returns the bounds of all boxes, by their ids, which have no gaps. */
function boundsOfAll(boxes: BoxStore): Float64Array {
  const all = new Float64Array(6 * boxes.size);
  for (let id = 0; id < boxes.size; id++) writeWorldBounds(boxes, boxes.places[id], all.subarray(6 * id));
  return all;
}
