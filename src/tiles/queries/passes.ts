import { type ProgressOptions, throwIfAborted } from '../../scene/arguments/progressOptions';
import type { TileListener, TileStore } from '../store/tileStore';

/** Returns whether a tile is new: loaded after the last pass of a query. Null in the first pass, in which all tiles are new. */
export type IsNew = ((tile: number) => boolean) | null;

/** A query that is answered in passes. Each pass queries all tiles that are in memory at that time. */
export interface PassQuery {
  /**
   * Answers the query in one traversal and returns true, if no box in an absent tile can change the answer. Otherwise returns
   * false, and changes nothing.
   */
  answerAtOnce(): boolean;
  /** Queries all tiles in memory, and adds the boxes found in new tiles to the answer. */
  runPass(isNew: IsNew): void;
  /** Returns the absent tiles that may still change the query's answer. The most likely tiles are first. */
  missingTiles(): number[];
  /** Whether the first missing tiles often settle the answer, so that the other missing tiles need not be loaded. */
  readonly mayEndEarly: boolean;
}

/** The most tiles that are loaded at once for a query that may end before all its missing tiles are loaded. */
const MOST_AT_ONCE = 16;

/**
 * Answers a query in passes: queries the tiles in memory, then loads tiles that may still change the answer, until no tile is
 * missing. A tile is needed for one pass only, so an answer may need more tiles than fit in memory.
 *
 * @returns null if the tiles in memory were enough. This case is usual, and a promise would cost more than casting many a ray.
 */
export function answerInPasses(store: TileStore, query: PassQuery, options: ProgressOptions): Promise<void> | null {
  store.checkOpen();
  throwIfAborted(options);
  if (query.answerAtOnce()) {
    options.onProgress?.(1);
    return null;
  }
  query.runPass(null);
  const missing = query.missingTiles();
  if (missing.length > 0) return loadAndRun(store, query, missing, options);
  options.onProgress?.(1);
  return null;
}

async function loadAndRun(
  store: TileStore,
  query: PassQuery,
  first: number[],
  { signal, onProgress }: ProgressOptions,
): Promise<void> {
  const reads = new PassReads();
  const stopListening = store.listen(reads);
  const progress = new Progress(onProgress);
  try {
    let missing = first;
    let loaded = 0;
    // Two tiles are loaded for the first pass, and one more for each later pass: a compromise between unnecessary tiles and the
    // number of passes. Loading a second tile costs less than another pass.
    for (let atOnce = 2; missing.length > 0; atOnce = Math.min(atOnce + 1, MOST_AT_ONCE)) {
      const total = loaded + missing.length;
      const tiles = missing.slice(0, query.mayEndEarly ? atOnce : missing.length);
      const lease = await store.load(tiles.slice(0, store.fitting(tiles)), signal, () => {
        loaded++;
        progress.report(Math.min(loaded, total - 1) / total);
      });
      try {
        query.runPass(reads.isNew);
        reads.endPass();
      } finally {
        lease.release();
      }
      missing = query.missingTiles().filter((tile) => !reads.wasRead(tile));
    }
  } finally {
    stopListening();
  }
  progress.report(1);
}

/**
 * Records which tiles a query has read. Only tiles that are loaded or evicted after the first pass are recorded, so a load or an
 * eviction takes the same time however many tiles are in memory.
 */
class PassReads implements TileListener {
  /** The tiles that were loaded after the query's last pass. */
  readonly #new = new Set<number>();
  /** The tiles that the query has read and that were then evicted. Some of them may be in memory again. */
  readonly #evicted = new Set<number>();

  onLoad(tile: number): void {
    if (!this.#evicted.has(tile)) this.#new.add(tile);
  }

  onEvict(tile: number): void {
    if (!this.#new.delete(tile)) this.#evicted.add(tile);
  }

  /** Records that the query has read all tiles in memory. */
  endPass(): void {
    this.#new.clear();
  }

  readonly isNew = (tile: number): boolean => this.#new.has(tile);

  /** Returns whether the query has read a tile that is now absent. */
  wasRead(tile: number): boolean {
    return this.#evicted.has(tile);
  }
}

/** Reports the fraction of a query that is done. The fraction never falls, even if the query needs more tiles than expected. */
export class Progress {
  readonly #onProgress: ((done: number) => void) | undefined;
  #reported = 0;

  constructor(onProgress: ((done: number) => void) | undefined) {
    this.#onProgress = onProgress;
  }

  report(done: number): void {
    if (this.#onProgress === undefined || !(done > this.#reported)) return;
    this.#reported = done;
    this.#onProgress(done);
  }
}
