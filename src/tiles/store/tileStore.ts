import { SceneNames } from 'slabtree';
import type { AbortSignalLike } from '../../scene/arguments/progressOptions';
import type { AbsentTiles } from '../absent/absentTiles';
import type { TileEntry } from '../format/directory';
import { readTile } from '../format/tile';
import type { TileFileHeader } from '../format/tileFileHeader';
import type { ResidentTiles } from '../resident/residentTiles';
import type { RangeReader } from '../sources/rangeReader';
import type { ChangeLock } from './locks';
import { type CachedTile, TileCache } from './tileCache';
import { TileReads } from './tileReads';

/** A lease on loaded tiles: the tiles are pinned in memory until `release` is called. */
export interface Lease {
  release(): void;
}

interface Waiting {
  readonly tiles: readonly number[];
  readonly take: (taken: CachedTile[]) => void;
}

/** Called for each tile that is loaded or evicted. */
export interface TileListener {
  onLoad(tile: number): void;
  onEvict?(tile: number): void;
}

/**
 * Loads tiles for queries, and caches as many as fit in memory. Queries that need the same tile at the same time share its load.
 *
 * A query pins all tiles of a pass at once, and pins no tile while it waits for memory. So queries cannot deadlock.
 */
export class TileStore {
  readonly #header: TileFileHeader;
  readonly #entries: readonly TileEntry[];
  readonly #resident: ResidentTiles;
  readonly #absent: AbsentTiles;
  readonly #lock: ChangeLock;
  readonly #cache: TileCache;
  readonly #reads: TileReads;
  readonly #listeners = new Set<TileListener>();
  readonly #waiting: Waiting[] = [];
  readonly #aborts = new AbortListeners();
  /** Each rejects a pending load of tiles: `close` calls all of them. */
  readonly #rejects = new Set<(reason: unknown) => void>();
  #isClosed = false;

  /** @param memory how many bytes of tiles stay in memory. */
  constructor(
    reader: RangeReader,
    header: TileFileHeader,
    entries: readonly TileEntry[],
    resident: ResidentTiles,
    absent: AbsentTiles,
    memory: number,
    lock: ChangeLock,
  ) {
    this.#header = header;
    this.#entries = entries;
    this.#resident = resident;
    this.#absent = absent;
    this.#lock = lock;
    this.#cache = new TileCache(entries, memory, (tile) => {
      this.#prune(tile);
    });
    this.#reads = new TileReads(reader, lock, {
      onRead: (cached, bytes) => {
        this.#graft(cached, bytes);
      },
      onUnread: (cached) => {
        this.#forget(cached);
      },
    });
  }

  /** How many bytes all tiles take that are in memory or being read. */
  get bytes(): number {
    return this.#cache.bytes;
  }

  *loaded(): Generator<number, void> {
    for (const { tile } of this.#cache.loaded()) yield tile;
  }

  /** Adds a listener for loaded and evicted tiles. Returns a function that removes the listener. */
  listen(listener: TileListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  checkOpen(): void {
    if (this.#isClosed) throw closed();
  }

  /** Rejects all loads of tiles, and evicts all tiles. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const reject of this.#rejects) reject(closed());
    // Tiles are evicted later, as in `load`: a filter may close the scene, and the query that calls the filter must finish
    // before.
    await Promise.resolve();
    await this.#lock.change(() => {
      for (const cached of this.#cache.loaded()) this.#cache.evict(cached);
    });
  }

  /** Returns how many of `tiles`, from the first on, fit in memory together. At least one. */
  fitting(tiles: readonly number[]): number {
    return this.#cache.fitting(tiles);
  }

  /** Marks a tile in memory as most recently used. */
  touch(tile: number): void {
    this.#cache.use(tile);
  }

  /** Returns the name of a box in a tile in memory, or null. Marks the tile as most recently used. */
  nameOf(tile: number, id: number): string | null {
    const named = this.#cache.use(tile)?.names;
    return named?.names.nameOf(placeOf(id, named.ids)) ?? null;
  }

  /** Yields the ids and names of all boxes with names in a tile in memory. */
  *namesIn(tile: number): Generator<[id: number, name: string]> {
    const named = this.#cache.use(tile)?.names;
    if (named === undefined) return;
    for (const [i, id] of named.ids.entries()) {
      const name = named.names.nameOf(i);
      if (name !== undefined) yield [id, name];
    }
  }

  /**
   * Loads tiles. The tiles stay in memory until the returned lease is released.
   *
   * @param tiles the tiles, which must fit in memory together: see {@link fitting}.
   * @param onLoaded called for each tile that was not in memory, once the tile is loaded.
   */
  async load(tiles: readonly number[], signal: AbortSignalLike | undefined, onLoaded: () => void): Promise<Lease> {
    // The load begins later: a filter may start a query, and the query that calls the filter must end its pass before evictions.
    await Promise.resolve();
    this.checkOpen();
    if (signal?.aborted === true) throw signal.reason;
    let taken: CachedTile[] = [];
    let waiting: Waiting | undefined;
    let reject: (reason: unknown) => void = () => undefined;
    const rejected = new Promise<never>((_, rejectPromise) => {
      reject = rejectPromise;
    });
    if (signal !== undefined) this.#aborts.add(signal, reject);
    this.#rejects.add(reject);
    try {
      const taking = new Promise<void>((resolve) => {
        waiting = {
          tiles,
          take: (given) => {
            taken = given;
            resolve();
          },
        };
        this.#waiting.push(waiting);
        this.#serve();
      });
      await Promise.race([taking, rejected]);
      const loads = taken.map((cached) => Promise.resolve(cached.loading?.then(onLoaded)));
      await Promise.race([Promise.all(loads), rejected]);
      return {
        release: () => {
          this.#release(taken);
        },
      };
    } catch (error) {
      const at = waiting === undefined ? -1 : this.#waiting.indexOf(waiting);
      if (at >= 0) this.#waiting.splice(at, 1);
      this.#release(taken);
      throw error;
    } finally {
      if (signal !== undefined) this.#aborts.remove(signal, reject);
      this.#rejects.delete(reject);
    }
  }

  #release(taken: readonly CachedTile[]): void {
    for (const cached of taken) {
      cached.pins--;
      if (cached.pins === 0 && cached.loading !== undefined) cached.abandon();
    }
    this.#serve();
  }

  /**
   * Pins tiles for the waiting queries, in order, as long as there is memory. Evicts tiles if the cache is overfull: a tile
   * takes more bytes in memory than in the file.
   */
  #serve(): void {
    if (this.#waiting.length === 0 && !this.#cache.isOverfull) return;
    void this.#lock.change(() => {
      this.#cache.makeRoom([]);
      for (
        let next = this.#waiting.at(0);
        next !== undefined && this.#cache.makeRoom(next.tiles);
        next = this.#waiting.at(0)
      ) {
        this.#waiting.shift();
        next.take(this.#take(next.tiles));
      }
    });
  }

  #take(tiles: readonly number[]): CachedTile[] {
    const unread: CachedTile[] = [];
    const taken = tiles.map((tile) => {
      let cached = this.#cache.use(tile);
      if (cached === undefined) unread.push((cached = this.#cache.add(tile)));
      cached.pins++;
      return cached;
    });
    this.#reads.begin(unread);
    return taken;
  }

  #graft(cached: CachedTile, bytes: Uint8Array): void {
    try {
      const { tile } = cached;
      const { scene, names, ids } = readTile(bytes, tile, this.#entries[tile], this.#header);
      // The names of a tile may be damaged, so they are read before the resident tiles are changed.
      if (names.length > 0) cached.names = { names: SceneNames.deserialize(names), ids };
      this.#resident.graft(tile, scene, ids);
      const nameBytes = names.length > 0 ? names.length + ids.byteLength : 0;
      this.#cache.resize(cached, this.#resident.tree.bytesOf(tile) + nameBytes);
      cached.loading = undefined;
      this.#absent.setAbsent(tile, false);
      for (const listener of this.#listeners) listener.onLoad(tile);
    } catch (error) {
      this.#forget(cached);
      throw error;
    }
  }

  #prune(tile: number): void {
    this.#resident.prune(tile);
    this.#absent.setAbsent(tile, true);
    for (const listener of this.#listeners) listener.onEvict?.(tile);
  }

  /** Removes from the cache a tile that could not be loaded. The next query that needs the tile reads it again. */
  #forget(cached: CachedTile): void {
    cached.abandon = () => undefined;
    this.#cache.remove(cached);
  }
}

/** Adds one listener to each signal, however many loads share the signal, as Node warns if a signal has more than 10 listeners. */
class AbortListeners {
  readonly #signals = new Map<AbortSignalLike, { rejects: Set<(reason: unknown) => void>; listener: () => void }>();

  /** Calls `reject` with the signal's reason when the signal is aborted, unless {@link remove} was called before. */
  add(signal: AbortSignalLike, reject: (reason: unknown) => void): void {
    let entry = this.#signals.get(signal);
    if (entry === undefined) {
      const rejects = new Set<(reason: unknown) => void>();
      const listener = (): void => {
        for (const each of rejects) each(signal.reason);
      };
      entry = { rejects, listener };
      this.#signals.set(signal, entry);
      signal.addEventListener('abort', listener);
    }
    entry.rejects.add(reject);
  }

  remove(signal: AbortSignalLike, reject: (reason: unknown) => void): void {
    const entry = this.#signals.get(signal);
    if (entry === undefined) return;
    entry.rejects.delete(reject);
    if (entry.rejects.size > 0) return;
    signal.removeEventListener('abort', entry.listener);
    this.#signals.delete(signal);
  }
}

function closed(): Error {
  return new Error('the scene has been closed');
}

/** Returns the index of an id in `ids`. The ids must be in increasing order and include the id. */
function placeOf(id: number, ids: Float64Array): number {
  let [low, high] = [0, ids.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (ids[middle] <= id) low = middle;
    else high = middle - 1;
  }
  return low;
}
