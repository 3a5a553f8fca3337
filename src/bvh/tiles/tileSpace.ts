import { AABB_STRIDE, OBB_STRIDE } from '../../primitives/flat/boxLayout';
import { AABB_32, AABB_64, ID_LIMIT, NODE_WORDS, OBB } from '../layout/nodeLayout';
import { FreeBytes } from '../memory/freeBytes';
import type { Block, Memory } from '../memory/memory';
import type { Tree } from '../tree/tree';

/** The bytes of an id: its place, its mask, its global id and its tile. */
const ID_BYTES = 4 + 4 + 8 + 4;
/** The bytes of the mesh that an id places. */
const PLACED_BYTES = 4;
/** The bytes of a record of each kind of box. */
const RECORD_BYTES = [0, AABB_STRIDE * 4, AABB_STRIDE * 8, OBB_STRIDE * 8];

/** The least factor by which arrays grow. */
const GROWTH = 1.25;

const NO_GLOBAL_IDS = /* @__PURE__ */ new Float64Array(0);

/** How many nodes, ids and records of each kind a tile has, and whether any of its boxes places a mesh. */
export interface TileCounts {
  readonly nodes: number;
  readonly ids: number;
  readonly records: readonly number[];
  readonly placesMeshes: boolean;
}

/** Where a tile begins: its first node, its first id, and its first record of each kind. */
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

/** Returns the bytes that a tile takes, without its meshes. */
export function bytesOfCounts({ nodes, ids, records, placesMeshes }: TileCounts): number {
  const recordBytes = records.reduce((sum, count, kind) => sum + count * RECORD_BYTES[kind], 0);
  return nodes * NODE_WORDS * 4 + ids * (ID_BYTES + (placesMeshes ? PLACED_BYTES : 0)) + recordBytes;
}

/**
 * The nodes, ids and records that the tiles of a ResidentTree share. A tile takes a run of each. The arrays grow when
 * no free run is long enough, by more than is needed, and keep their size when a tile is freed.
 */
export class TileSpace {
  /** The tile of each id. */
  tileOf = new Int32Array(0);
  readonly #tree: Tree;
  readonly #memory: Memory;
  readonly #nodes = new IndexRuns();
  readonly #ids = new IndexRuns();
  /** A list of runs for each kind of box. */
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

  /** Every id in use is less than this. */
  get idLimit(): number {
    return this.#ids.limit;
  }

  /** Every node in use is less than this. */
  get nodeLimit(): number {
    return this.#nodes.limit;
  }

  /** The global ids, by the ids here. Another array after {@link take}. */
  get globalIds(): Float64Array {
    return this.#tree.boxes.globalIds ?? NO_GLOBAL_IDS;
  }

  /**
   * Takes runs for a tile.
   *
   * @throws RangeError if there is no memory for them. Nothing has been taken then.
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

  /** Makes the runs of a tile free for other tiles. */
  free({ firstNode, firstId, firstRecords }: TilePlace, { nodes, ids, records }: TileCounts): void {
    this.#nodes.free(firstNode, nodes);
    this.#ids.free(firstId, ids);
    firstRecords.forEach((first, kind) => {
      this.#records[kind].free(first, records[kind]);
    });
  }

  /** Grows the arrays until they hold all runs that have been taken. */
  #makeRoom(placesMeshes: boolean): void {
    try {
      this.#grow(placesMeshes);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      // Released blocks leave gaps, which may be large enough once they are joined.
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

/** Resizes an array that is too short, to more than is needed, or exactly as needed without memory for more. */
function growTo(needed: number, capacity: number, resize: (count: number) => void): void {
  if (needed <= capacity) return;
  try {
    resize(Math.max(needed, Math.ceil(capacity * GROWTH)));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    resize(needed);
  }
}

/** Allocates runs of indices from 0 upward: of nodes, ids or records. Freed runs are used again. */
class IndexRuns {
  /** Every index in use is less than this. */
  limit = 0;
  /** The free indices below the limit. */
  readonly #free = new FreeBytes();

  /** Returns the first index of a run. */
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
