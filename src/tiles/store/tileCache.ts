import type { SceneNames } from 'slabtree';
import { type TileEntry, tileBytesOf } from '../format/directory';

/** A tile that is in memory, or that is being read. */
export class CachedTile {
  readonly tile: number;
  readonly offset: number;
  /** How many bytes the tile takes in memory. Until the tile is loaded, the length of the tile in the file. */
  bytes: number;
  /** How many queries need the tile now. The tile is evicted only if no query needs it. */
  pins = 0;
  /** The tiles that were used just before and just after this tile. */
  older: CachedTile | null = null;
  newer: CachedTile | null = null;
  /** The promise of the tile's load. Undefined once the tile is in memory. */
  loading: Promise<void> | undefined;
  /** Aborts the read of this tile and of the tiles in the same request, if no query needs any of these tiles. */
  abandon: () => void = () => undefined;
  /** The names of the boxes, and the global id of each box by its id in the tile. Undefined if the tile has no names. */
  names: { readonly names: SceneNames; readonly ids: Float64Array } | undefined;

  constructor(tile: number, entry: TileEntry) {
    this.tile = tile;
    this.offset = entry.offset;
    this.bytes = tileBytesOf(entry);
  }
}

/** The tiles in memory or being read, at most `memory` bytes. The least recently used tiles are evicted first. */
export class TileCache {
  /** How many bytes all tiles of the cache take. */
  bytes = 0;
  readonly #entries: readonly TileEntry[];
  readonly #memory: number;
  readonly #onEvict: (tile: number) => void;
  readonly #tiles = new Map<number, CachedTile>();
  readonly #useOrder = new UseOrder<CachedTile>();

  /**
   * @param memory how many bytes of tiles stay in memory.
   * @param onEvict called for each tile that is evicted from memory.
   */
  constructor(entries: readonly TileEntry[], memory: number, onEvict: (tile: number) => void) {
    this.#entries = entries;
    this.#memory = memory;
    this.#onEvict = onEvict;
  }

  /** Whether the cached tiles take more memory than the cache may use. */
  get isOverfull(): boolean {
    return this.bytes > this.#memory;
  }

  *loaded(): Generator<CachedTile, void> {
    for (const cached of this.#tiles.values()) if (cached.loading === undefined) yield cached;
  }

  /** Returns how many of `tiles`, from the first on, fit in memory together. At least one. */
  fitting(tiles: readonly number[]): number {
    let bytes = 0;
    let count = 0;
    while (count < tiles.length) {
      bytes += tileBytesOf(this.#entries[tiles[count]]);
      if (bytes > this.#memory && count > 0) break;
      count++;
    }
    return count;
  }

  /** Returns a cached tile, and marks it as most recently used. Undefined if the tile is neither in memory nor being read. */
  use(tile: number): CachedTile | undefined {
    const cached = this.#tiles.get(tile);
    if (cached !== undefined) this.#useOrder.use(cached);
    return cached;
  }

  add(tile: number): CachedTile {
    const cached = new CachedTile(tile, this.#entries[tile]);
    this.bytes += cached.bytes;
    this.#tiles.set(tile, cached);
    this.#useOrder.use(cached);
    return cached;
  }

  /** Sets how many bytes a tile takes in memory. Called when the tile has been loaded. */
  resize(cached: CachedTile, bytes: number): void {
    this.bytes += bytes - cached.bytes;
    cached.bytes = bytes;
  }

  /** Evicts other tiles until `tiles` fit in memory. Returns false and evicts nothing if `tiles` cannot fit now. */
  makeRoom(tiles: readonly number[]): boolean {
    const kept = new Set(tiles);
    let needed = this.bytes - this.#memory;
    // Each of `tiles` counts with its length in the file, even if it is in memory. `fitting` counts in the same way.
    for (const tile of kept) needed += tileBytesOf(this.#entries[tile]) - (this.#tiles.get(tile)?.bytes ?? 0);
    const evicted: CachedTile[] = [];
    for (let cached = this.#useOrder.oldest; needed > 0; cached = cached.newer) {
      if (cached === null) return false;
      if (cached.pins > 0 || cached.loading !== undefined || kept.has(cached.tile)) continue;
      evicted.push(cached);
      needed -= cached.bytes;
    }
    for (const cached of evicted) this.evict(cached);
    return true;
  }

  /** Evicts a tile that is in memory, and calls `onEvict`. */
  evict(cached: CachedTile): void {
    this.remove(cached);
    this.#onEvict(cached.tile);
  }

  /** Removes from the cache a tile that is not in memory yet, or that is being evicted. */
  remove(cached: CachedTile): void {
    this.#tiles.delete(cached.tile);
    this.#useOrder.delete(cached);
    this.bytes -= cached.bytes;
  }
}

/** An item of a {@link UseOrder}, with links to the items used just before and just after it. */
export interface Used<Item> {
  older: Item | null;
  newer: Item | null;
}

/** A list of items in the order of their last use. The list is linked, so recording a use takes constant time. */
export class UseOrder<Item extends Used<Item>> {
  #oldest: Item | null = null;
  #newest: Item | null = null;

  /** The least recently used item. The links `newer` lead from this item to all other items, in the order of use. */
  get oldest(): Item | null {
    return this.#oldest;
  }

  /** Moves an item to the end of the list, as the most recently used item. Adds the item if the list does not contain it. */
  use(item: Item): void {
    if (this.#newest === item) return;
    this.delete(item);
    item.older = this.#newest;
    if (this.#newest === null) this.#oldest = item;
    else this.#newest.newer = item;
    this.#newest = item;
  }

  delete(item: Item): void {
    const { older, newer } = item;
    if (older !== null) older.newer = newer;
    else if (this.#oldest === item) this.#oldest = newer;
    if (newer !== null) newer.older = older;
    else if (this.#newest === item) this.#newest = older;
    item.older = null;
    item.newer = null;
  }
}
