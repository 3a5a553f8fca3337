import { AABB_STRIDE, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { AABB_32, AABB_64, ID_LIMIT, NODE_WORDS, OBB } from '../layout/nodeLayout';
import { FreeBytes } from '../memory/freeBytes';
import type { Block, Memory } from '../memory/memory';
import type { Tree } from '../tree/tree';

/** How many bytes an id of a box takes: for its place, its mask, its global id and its tile. */
const ID_BYTES = 4 + 4 + 8 + 4;
/** How many more bytes an id takes in a scene with meshes: for the number of the mesh that the id is an instance of. */
const PLACED_BYTES = 4;
/** How many bytes a record takes, for each kind of box. */
const RECORD_BYTES = [0, AABB_STRIDE * 4, AABB_STRIDE * 8, OBB_STRIDE * 8];

/** The arrays that the tiles in memory share grow by at least this factor. */
const GROWTH = 1.25;

const NO_GLOBAL_IDS = /* @__PURE__ */ new Float64Array(0);

/** How many nodes, ids and records of each kind a tile has, and whether any of its boxes is an instance of a mesh. */
export interface TileCounts {
  readonly nodes: number;
  readonly ids: number;
  readonly records: readonly number[];
  readonly placesMeshes: boolean;
}

/** Where a tile begins in the arrays of all tiles: its first node, its first id, and its first record of each kind. */
export interface TilePlace {
  readonly firstNode: number;
  readonly firstId: number;
  readonly firstRecords: readonly number[];
}

export function countsOf({ nodes, boxes }: Tree): TileCounts {
  return {
    nodes: nodes.count,
    ids: boxes.size,
    records: [0, boxes.aabb32.used, boxes.aabb64.used, boxes.obbs.used],
    placesMeshes: boxes.meshes.length !== 0,
  };
}

/** Returns how many bytes a tile takes in memory, without its meshes. */
export function bytesOfCounts({ nodes, ids, records, placesMeshes }: TileCounts): number {
  const recordBytes = records.reduce((sum, count, kind) => sum + count * RECORD_BYTES[kind], 0);
  return nodes * NODE_WORDS * 4 + ids * (ID_BYTES + (placesMeshes ? PLACED_BYTES : 0)) + recordBytes;
}

/**
 * Allocates the nodes, ids and records of the tiles in a ResidentTree: to each tile, a run of consecutive indices of
 * each. If no free run is long enough, the arrays grow by more than is needed. They keep their size when a tile is
 * freed.
 */
export class TileSpace {
  /** The number of the tile to which each id belongs. */
  tileOf = new Int32Array(0);
  readonly #tree: Tree;
  readonly #memory: Memory;
  readonly #nodes = new IndexRuns();
  readonly #ids = new IndexRuns();
  /** The allocated records: a list of runs of indices for each kind of box. */
  readonly #records = RECORD_BYTES.map(() => new IndexRuns());
  readonly #globalIds: Block;

  constructor(tree: Tree, memory: Memory) {
    const { boxes } = tree;
    this.#tree = tree;
    this.#memory = memory;
    this.#globalIds = memory.allocate(0, (buffer, byteOffset, byteLength) => {
      boxes.globalIds = new Float64Array(buffer, byteOffset, byteLength / 8);
    });
  }

  /** An upper bound of the ids in use: all of them are less than this. */
  get idLimit(): number {
    return this.#ids.limit;
  }

  /** An upper bound of the indices of nodes in use: all of them are less than this. */
  get nodeLimit(): number {
    return this.#nodes.limit;
  }

  /** The global id of each local id. It may be another array after a call of {@link take}. */
  get globalIds(): Float64Array {
    return this.#tree.boxes.globalIds ?? NO_GLOBAL_IDS;
  }

  /**
   * Allocates runs of nodes, ids and records for a tile.
   *
   * @throws RangeError if there is no memory for the runs. Nothing has been allocated then.
   */
  take(counts: TileCounts): TilePlace {
    const place = {
      firstNode: this.#nodes.take(counts.nodes),
      firstId: this.#ids.take(counts.ids),
      firstRecords: counts.records.map((count, kind) => this.#records[kind].take(count)),
    };
    try {
      this.#makeRoom(counts.placesMeshes);
    } catch (error) {
      this.free(place, counts);
      throw error;
    }
    return place;
  }

  /** Frees the nodes, ids and records of a tile for other tiles. */
  free({ firstNode, firstId, firstRecords }: TilePlace, { nodes, ids, records }: TileCounts): void {
    this.#nodes.free(firstNode, nodes);
    this.#ids.free(firstId, ids);
    firstRecords.forEach((first, kind) => {
      this.#records[kind].free(first, records[kind]);
    });
  }

  /** Grows the arrays until they hold all nodes, ids and records that have been allocated to tiles. */
  #makeRoom(placesMeshes: boolean): void {
    try {
      this.#grow(placesMeshes);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      // Released blocks of memory leave gaps, which may be large enough for the arrays once the gaps are merged.
      this.#memory.compact();
      this.#grow(placesMeshes);
    }
  }

  #grow(placesMeshes: boolean): void {
    const { boxes, nodes } = this.#tree;
    const ids = this.#ids.limit;
    if (ids > ID_LIMIT) throw new RangeError(`tiles of at most ${ID_LIMIT} boxes can be in memory, wanted ${ids}`);
    nodes.reserve(this.#nodes.limit);
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
    growTo(ids, this.globalIds.length, (count) => {
      this.#globalIds.resize(count * 8);
    });
    growTo(ids, boxes.places.length, (count) => {
      const before = boxes.places.length;
      boxes.resizePlaces(count);
      boxes.places.fill(0, before);
    });
    const hasMeshes = placesMeshes || boxes.meshes.length !== 0;
    if (hasMeshes && boxes.meshes.length < ids) boxes.resizeMeshes(boxes.places.length);
    growTo(ids, this.tileOf.length, (count) => {
      const grown = new Int32Array(count);
      grown.set(this.tileOf);
      this.tileOf = grown;
    });
  }
}

/** Resizes an array that is too short. It gets longer than needed, or exactly as long as needed if memory is short. */
function growTo(needed: number, capacity: number, resize: (count: number) => void): void {
  if (needed <= capacity) return;
  try {
    resize(Math.max(needed, Math.ceil(capacity * GROWTH)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    resize(needed);
  }
}

/** Allocates runs of consecutive indices, of nodes, ids or records, from 0 upward. Freed runs are used again. */
class IndexRuns {
  /** An upper bound of the allocated indices: all of them are less than this. */
  limit = 0;
  /** The free indices that are less than the limit, as ranges. */
  readonly #free = new FreeBytes();

  /** Allocates `count` consecutive indices. Returns the first of them. */
  take(count: number): number {
    if (count === 0) return 0;
    const freed = this.#free.take(count);
    if (freed >= 0) return freed;
    const first = this.limit;
    this.limit += count;
    return first;
  }

  free(first: number, count: number): void {
    if (count === 0) return;
    const { limit } = this;
    this.#free.give(first, first + count);
    this.limit = this.#free.beginOf(limit);
    this.#free.takeAt(this.limit, limit);
  }
}
