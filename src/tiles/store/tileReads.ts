import type { RangeReader } from '../sources/rangeReader';
import { type ChangeLock, Semaphore } from './locks';
import type { CachedTile } from './tileCache';

/** The most reads under way at once. Browsers open six connections to a host. */
const READS_AT_ONCE = 6;
/** Ranges at most this many bytes apart are read in one request, with the bytes between: a second request would take longer. */
const GAP = 2 ** 15;
/** The most bytes of a joined range. A longer range would delay its first tile, and a failed read of it would cost more. */
const MOST_BYTES = 2 ** 21;

/** Callbacks that get the bytes of read tiles. */
export interface ReadHandler {
  /** Called with the bytes of each tile that has been read. The lock on the tiles in memory is held during the call. */
  onRead(cached: CachedTile, bytes: Uint8Array): void;
  /** Called for each tile whose read fails or is aborted. */
  onUnread(cached: CachedTile): void;
}

/** Reads tiles from a file. Neighbours in the file are read in one request. A read that no query needs any more is aborted. */
export class TileReads {
  readonly #reader: RangeReader;
  readonly #lock: ChangeLock;
  readonly #handler: ReadHandler;
  readonly #semaphore = new Semaphore(READS_AT_ONCE);

  constructor(reader: RangeReader, lock: ChangeLock, handler: ReadHandler) {
    this.#reader = reader;
    this.#lock = lock;
    this.#handler = handler;
  }

  /** Begins to read tiles: sets `loading` and `abandon` of each tile. */
  begin(tiles: Iterable<CachedTile>): void {
    for (const group of joinRanges(tiles)) this.#beginGroup(group);
  }

  #beginGroup(group: CachedTile[]): void {
    const controller = new AbortController();
    const [first] = group;
    const last = group[group.length - 1];
    const read = this.#semaphore.run(() =>
      this.#reader.read(first.offset, last.offset + last.bytes - first.offset, controller.signal),
    );
    let isAbandoned = false;
    const abandon = (): void => {
      if (isAbandoned || group.some(({ pins }) => pins > 0)) return;
      isAbandoned = true;
      for (const cached of group) this.#handler.onUnread(cached);
      controller.abort();
    };
    for (const cached of group) {
      cached.abandon = abandon;
      cached.loading = read.then(
        (bytes) => {
          const from = cached.offset - first.offset;
          return this.#lock.change(() => {
            if (!isAbandoned) this.#handler.onRead(cached, bytes.subarray(from, from + cached.bytes));
          });
        },
        (error: unknown) => {
          if (!isAbandoned) this.#handler.onUnread(cached);
          throw error;
        },
      );
      // Avoids an unhandled rejection if the tile's load fails when no query awaits it any more.
      cached.loading.catch(() => undefined);
    }
  }
}

/** Returns tiles in groups, so that the tiles of a group are neighbours in the file. */
function joinRanges(tiles: Iterable<CachedTile>): CachedTile[][] {
  const groups: CachedTile[][] = [];
  let group: CachedTile[] = [];
  let [begin, end] = [0, -Infinity];
  for (const cached of [...tiles].sort((a, b) => a.offset - b.offset)) {
    const cachedEnd = cached.offset + cached.bytes;
    if (cached.offset - end <= GAP && cachedEnd - begin <= MOST_BYTES) {
      group.push(cached);
    } else {
      groups.push((group = [cached]));
      begin = cached.offset;
    }
    end = cachedEnd;
  }
  return groups;
}
