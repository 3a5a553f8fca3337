import type { RangeReader } from '../sources/rangeReader';
import { type ChangeLock, Semaphore } from './locks';
import type { CachedTile } from './tileCache';

/** How many reads are under way at once. Browsers open six connections to a host. */
const READS_AT_ONCE = 6;
/** Ranges at most this many bytes apart are read in one request, gap included: a second request would take longer. */
const GAP = 2 ** 15;
/** The most bytes of a joined range. A longer range would delay its first tile, and cost more when its read fails. */
const MOST_BYTES = 2 ** 21;

/** Gets the bytes of tiles. */
export interface ReadHandler {
  /** Called with the bytes of a tile, with the lock held. */
  onRead(cached: CachedTile, bytes: Uint8Array): void;
  /** Called for each tile whose read fails or is aborted. */
  onUnread(cached: CachedTile): void;
}

/** Reads tiles. Neighbours in the file are read in one request. A read that no query needs any more is aborted. */
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

  /** Begins to read tiles: sets `loading` and `abandon` of each. */
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
      // Avoids an unhandled rejection if no query awaits this promise any more.
      cached.loading.catch(() => undefined);
    }
  }
}

/** Groups tiles whose ranges are neighbours in the file. */
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
