import { SceneNames } from 'slabtree';
import type { AbortSignalLike } from '../../scene/arguments/progressOptions';
import type { AbsentTiles } from '../absent/absentTiles';
import { type TileEntry, tileBytesOf } from '../format/directory';
import { readTile } from '../format/tile';
import type { TileFileHeader } from '../format/tileFileHeader';
import type { ResidentScene } from '../resident/residentScene';
import type { RangeReader } from '../sources/rangeReader';
import { Aborts } from './aborts';
import type { ChangeLock } from './changeLock';
import { joinRanges } from './joinRanges';
import { Turns } from './turns';
import { UseOrder } from './useOrder';

/** How many reads are under way at once. Browsers open six connections to a host. */
const READS_AT_ONCE = 6;

/** A tile that is in memory, or on its way. */
class Slot {
  readonly tile: number;
  readonly offset: number;
  /** Those in memory. Until the tile has come, those of the file. */
  bytes: number;
  /** How many queries need it now. It stays while there are any. */
  pins = 0;
  /** Its neighbours in the order of use. */
  older: Slot | null = null;
  newer: Slot | null = null;
  /** Undefined once it is in memory. */
  loading: Promise<void> | undefined;
  /** Ends its read, once nobody needs any tile of it. */
  abandon: () => void = () => undefined;
  /** The names of its boxes, and their ids in the whole. */
  names: { readonly names: SceneNames; readonly ids: Float64Array } | undefined;

  constructor(tile: number, { offset, bytes }: { offset: number; bytes: number }) {
    this.tile = tile;
    this.offset = offset;
    this.bytes = bytes;
  }
}

/** Tiles that stay in memory until they are released. */
export interface Lease {
  release(): void;
}

interface Waiting {
  readonly tiles: readonly number[];
  readonly take: (slots: Slot[]) => void;
}

/** Hears of each tile that has come into memory, and of each that has gone. */
export interface TileListener {
  onCome(tile: number): void;
  onGo?(tile: number): void;
}

/**
 * The tiles in memory: as many as fit, and those longest in disuse go first. Queries that need the same tile at the same time
 * share its load.
 *
 * A query takes all tiles of one pass at once, and holds none while it waits for room. So queries cannot block each other.
 */
export class TileStore {
  readonly #reader: RangeReader;
  readonly #header: TileFileHeader;
  readonly #entries: readonly TileEntry[];
  readonly #resident: ResidentScene;
  readonly #absent: AbsentTiles;
  readonly #memory: number;
  readonly #lock: ChangeLock;
  readonly #slots = new Map<number, Slot>();
  readonly #useOrder = new UseOrder<Slot>();
  /** Those who hear of each tile that comes or goes. */
  readonly #listeners = new Set<TileListener>();
  readonly #turns = new Turns(READS_AT_ONCE);
  readonly #waiting: Waiting[] = [];
  readonly #aborts = new Aborts();
  /** Ends the loads that are under way. */
  readonly #ends = new Set<(reason: unknown) => void>();
  #bytes = 0;
  #isClosed = false;

  constructor(
    reader: RangeReader,
    header: TileFileHeader,
    entries: readonly TileEntry[],
    resident: ResidentScene,
    absent: AbsentTiles,
    memory: number,
    lock: ChangeLock,
  ) {
    this.#reader = reader;
    this.#header = header;
    this.#entries = entries;
    this.#resident = resident;
    this.#absent = absent;
    this.#memory = memory;
    this.#lock = lock;
  }

  /** The bytes of all tiles that are in memory or on their way. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The tiles that are in memory. */
  *loaded(): Generator<number, void> {
    for (const { tile, loading } of this.#slots.values()) if (loading === undefined) yield tile;
  }

  /** Tells of each tile that comes or goes, until the function that is returned is called. */
  listen(listener: TileListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Throws once the scene has been closed. */
  checkOpen(): void {
    if (this.#isClosed) throw closed();
  }

  /** Ends all loads, and lets all tiles go. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const end of this.#ends) end(closed());
    // As in `load`: a filter may close the scene.
    await Promise.resolve();
    await this.#lock.change(() => {
      for (const slot of this.#slots.values()) if (slot.loading === undefined) this.#drop(slot);
    });
  }

  /** How many of these tiles, from the first on, are in memory together. At least one. */
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

  /** Notes that a tile in memory has been of use. */
  touch(tile: number): void {
    const slot = this.#slots.get(tile);
    if (slot !== undefined) this.#useOrder.use(slot);
  }

  /** The name that a tile in memory has for a box. It has been of use. */
  nameOf(tile: number, id: number): string | null {
    const slot = this.#slots.get(tile);
    if (slot === undefined) return null;
    this.#useOrder.use(slot);
    const { names: named } = slot;
    return named?.names.nameOf(placeOf(id, named.ids)) ?? null;
  }

  /**
   * Brings tiles into memory. They stay until the lease is released.
   *
   * @param tiles that are in memory together: see {@link fitting}.
   * @param onLoaded called for each tile that has come.
   */
  async load(tiles: readonly number[], signal: AbortSignalLike | undefined, onLoaded: () => void): Promise<Lease> {
    // A filter may ask another query. No tile goes before its own query has asked those in memory.
    await Promise.resolve();
    this.checkOpen();
    if (signal?.aborted === true) throw signal.reason;
    let slots: Slot[] = [];
    let waiting: Waiting | undefined;
    let end: (reason: unknown) => void = () => undefined;
    const ended = new Promise<never>((_, reject) => {
      end = reject;
    });
    if (signal !== undefined) this.#aborts.listen(signal, end);
    this.#ends.add(end);
    try {
      const taken = new Promise<Slot[]>((resolve) => {
        waiting = {
          tiles,
          take: (given) => {
            slots = given;
            resolve(given);
          },
        };
        this.#waiting.push(waiting);
        this.#serve();
      });
      await Promise.race([taken, ended]);
      const loads = slots.map((slot) => Promise.resolve(slot.loading?.then(onLoaded)));
      await Promise.race([Promise.all(loads), ended]);
      return { release: this.#releaser(slots) };
    } catch (error) {
      const at = waiting === undefined ? -1 : this.#waiting.indexOf(waiting);
      if (at >= 0) this.#waiting.splice(at, 1);
      this.#releaser(slots)();
      throw error;
    } finally {
      if (signal !== undefined) this.#aborts.forget(signal, end);
      this.#ends.delete(end);
    }
  }

  #releaser(slots: Slot[]): () => void {
    return () => {
      for (const slot of slots) {
        slot.pins--;
        if (slot.pins === 0 && slot.loading !== undefined) slot.abandon();
      }
      this.#serve();
    };
  }

  /** Gives tiles to those who wait, in order, as long as there is room. Tiles take more room than was kept for them. */
  #serve(): void {
    if (this.#waiting.length === 0 && this.#bytes <= this.#memory) return;
    void this.#lock.change(() => {
      this.#makeRoom([]);
      for (
        let next = this.#waiting.at(0);
        next !== undefined && this.#makeRoom(next.tiles);
        next = this.#waiting.at(0)
      ) {
        this.#waiting.shift();
        next.take(this.#take(next.tiles));
      }
    });
  }

  /** Lets others go until these tiles fit. Changes nothing if they cannot. */
  #makeRoom(tiles: readonly number[]): boolean {
    const kept = new Set(tiles);
    let needed = this.#bytes - this.#memory;
    // Those that have come count as in the file: by that they fit together, and must not wait for one another.
    for (const tile of kept) needed += tileBytesOf(this.#entries[tile]) - (this.#slots.get(tile)?.bytes ?? 0);
    const going: Slot[] = [];
    for (let slot = this.#useOrder.oldest; needed > 0; slot = slot.newer) {
      if (slot === null) return false;
      if (slot.pins > 0 || slot.loading !== undefined || kept.has(slot.tile)) continue;
      going.push(slot);
      needed -= slot.bytes;
    }
    for (const slot of going) this.#drop(slot);
    return true;
  }

  #drop(slot: Slot): void {
    this.#remove(slot);
    this.#resident.prune(slot.tile);
    this.#absent.setAbsent(slot.tile, true);
    for (const listener of this.#listeners) listener.onGo?.(slot.tile);
  }

  #take(tiles: readonly number[]): Slot[] {
    const fresh: Slot[] = [];
    const slots = tiles.map((tile) => {
      let slot = this.#slots.get(tile);
      if (slot === undefined) {
        const entry = this.#entries[tile];
        slot = new Slot(tile, { offset: entry.offset, bytes: tileBytesOf(entry) });
        this.#bytes += slot.bytes;
        fresh.push(slot);
        this.#slots.set(tile, slot);
      }
      this.#useOrder.use(slot);
      slot.pins++;
      return slot;
    });
    for (const group of joinRanges(fresh)) this.#begin(group);
    return slots;
  }

  /** Begins to read tiles that are neighbours in the file. */
  #begin(group: Slot[]): void {
    const controller = new AbortController();
    const [first] = group;
    const last = group[group.length - 1];
    const read = this.#turns.run(() =>
      this.#reader.read(first.offset, last.offset + last.bytes - first.offset, controller.signal),
    );
    let isAbandoned = false;
    const abandon = (): void => {
      if (isAbandoned || group.some(({ pins }) => pins > 0)) return;
      isAbandoned = true;
      for (const slot of group) this.#forget(slot);
      controller.abort();
    };
    for (const slot of group) {
      slot.abandon = abandon;
      slot.loading = read.then(
        (bytes) => {
          const from = slot.offset - first.offset;
          return this.#lock.change(() => {
            if (!isAbandoned) this.#graft(slot, bytes.subarray(from, from + slot.bytes));
          });
        },
        (error: unknown) => {
          if (!isAbandoned) this.#forget(slot);
          throw error;
        },
      );
      // Those who wait hear of an error by themselves. Perhaps none of them is left.
      slot.loading.catch(() => undefined);
    }
  }

  #graft(slot: Slot, bytes: Uint8Array): void {
    try {
      const { tile } = slot;
      const { scene, names, ids } = readTile(bytes, tile, this.#entries[tile], this.#header);
      // Names come first: they may be damaged, too.
      if (names.length > 0) slot.names = { names: SceneNames.deserialize(names), ids };
      this.#resident.graft(tile, scene, ids);
      this.#bytes -= slot.bytes;
      slot.bytes = this.#resident.bytesOf(tile) + (names.length > 0 ? names.length + ids.byteLength : 0);
      this.#bytes += slot.bytes;
      slot.loading = undefined;
      this.#absent.setAbsent(tile, false);
      for (const listener of this.#listeners) listener.onCome(tile);
    } catch (error) {
      this.#forget(slot);
      throw error;
    }
  }

  /** Makes room again for a tile that has not come. The next query asks for it again. */
  #forget(slot: Slot): void {
    slot.abandon = () => undefined;
    this.#remove(slot);
  }

  #remove(slot: Slot): void {
    this.#slots.delete(slot.tile);
    this.#useOrder.delete(slot);
    this.#bytes -= slot.bytes;
  }
}

function closed(): Error {
  return new Error('the scene has been closed');
}

/** Where an id is among increasing ones. It is one of them. */
function placeOf(id: number, ids: Float64Array): number {
  let [low, high] = [0, ids.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (ids[middle] <= id) low = middle;
    else high = middle - 1;
  }
  return low;
}
