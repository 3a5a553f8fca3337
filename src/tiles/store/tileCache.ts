import type { SceneNames } from 'slabtree';
import { type TileEntry, tileBytesOf } from '../format/directory';

/** A tile that is in memory, or being read. */
export class CachedTile {
  readonly tile: number;
  readonly offset: number;
  /** The bytes of the tile in memory. Until the tile is loaded, its bytes in the file. */
  bytes: number;
  /** How many queries need the tile now. It is evicted only at 0. */
  pins = 0;
  /** The neighbours in the order of use. */
  older: CachedTile | null = null;
  newer: CachedTile | null = null;
  /** Undefined once the tile is in memory. */
  loading: Promise<void> | undefined;
  /** Aborts the read of this tile and of others, if no query needs any of them. */
  abandon: () => void = () => undefined;
  /** The name and the global id of each box, by its id in the tile. Undefined without names. */
  names: { readonly names: SceneNames; readonly ids: Float64Array } | undefined;

  constructor(tile: number, entry: TileEntry) {
    this.tile = tile;
    this.offset = entry.offset;
    this.bytes = tileBytesOf(entry);
  }
}

/** The tiles that are in memory or being read, at most `memory` bytes. The least recently used tiles are evicted first. */
export class TileCache {
  /** The bytes of all tiles. */
  bytes = 0;
  readonly #entries: readonly TileEntry[];
  readonly #memory: number;
  readonly #onEvict: (tile: number) => void;
  readonly #tiles = new Map<number, CachedTile>();
  readonly #useOrder = new UseOrder<CachedTile>();

  /**
   * @param memory how many bytes of tiles stay in memory.
   * @param onEvict called for each tile in memory that is evicted.
   */
  constructor(entries: readonly TileEntry[], memory: number, onEvict: (tile: number) => void) {
    this.#entries = entries;
    this.#memory = memory;
    this.#onEvict = onEvict;
  }

  /** Whether the tiles take more memory than they should. */
  get isOverfull(): boolean {
    return this.bytes > this.#memory;
  }

  *loaded(): Generator<CachedTile, void> {
    for (const cached of this.#tiles.values()) if (cached.loading === undefined) yield cached;
  }

  /** Returns how many of these tiles, from the first on, fit in memory together. At least one. */
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

  /** Returns a tile, and marks it as most recently used. Undefined if the tile is neither in memory nor being read. */
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

  /** Sets the bytes of a tile that has been loaded. */
  resize(cached: CachedTile, bytes: number): void {
    this.bytes += bytes - cached.bytes;
    cached.bytes = bytes;
  }

  /** Evicts other tiles until these fit. Returns false and evicts none if they cannot fit now. */
  makeRoom(tiles: readonly number[]): boolean {
    const kept = new Set(tiles);
    let needed = this.bytes - this.#memory;
    // Tiles in memory count with their bytes in the file, as in `fitting`: tiles that fit together there must fit here, too.
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

  /** Removes a tile that is in memory. */
  evict(cached: CachedTile): void {
    this.remove(cached);
    this.#onEvict(cached.tile);
  }

  /** Removes a tile that is not in memory yet, or that is being evicted. */
  remove(cached: CachedTile): void {
    this.#tiles.delete(cached.tile);
    this.#useOrder.delete(cached);
    this.bytes -= cached.bytes;
  }
}

/** An item of a {@link UseOrder}, with links to the items used just before and after it. */
export interface Used<Item> {
  older: Item | null;
  newer: Item | null;
}

/** Items in the order of their last use: a linked list, so a use takes constant time. */
export class UseOrder<Item extends Used<Item>> {
  #oldest: Item | null = null;
  #newest: Item | null = null;

  /** The least recently used item. Its `newer`, the `newer` of that item, and so on are all others. */
  get oldest(): Item | null {
    return this.#oldest;
  }

  /** Moves or adds an item to the end. */
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
