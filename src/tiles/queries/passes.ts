import { type ProgressOptions, throwIfAborted } from '../../scene/arguments/progressOptions';
import type { TileListener, TileStore } from '../store/tileStore';

/** Returns whether a query has not read a tile yet. Null in the first pass, which reads all tiles. */
export type IsNew = ((tile: number) => boolean) | null;

/** A query that is answered in passes, each over the tiles that are in memory then. */
export interface PassQuery {
  /**
   * Answers with one walk, if nothing in absent tiles can change the answer. Otherwise returns false, and changes nothing.
   */
  answerAtOnce(): boolean;
  /** Queries all tiles in memory, and adds the findings in new ones to the answer. */
  runPass(isNew: IsNew): void;
  /** Returns the absent tiles that may still change the answer, the most likely ones first. */
  missingTiles(): number[];
  /** Whether the first tiles often make the others superfluous. */
  readonly mayEndEarly: boolean;
}

/** The most tiles that are loaded at once where some may turn out to be superfluous. */
const MOST_AT_ONCE = 16;

/**
 * Answers a query in passes: queries the tiles in memory, and loads those that may still change the answer, until none is
 * missing. A tile is needed for one pass only, so an answer may need more tiles than fit in memory.
 *
 * @returns null if the tiles in memory were enough, as they mostly are: a promise would cost more than many a ray.
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
    // Few tiles are loaded in vain, and there are few passes: two tiles at first, as a tile costs less than another pass, and
    // then one more in each pass.
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
 * Which tiles a query has read. The time for an event does not depend on how many tiles are in memory: only tiles that are
 * loaded or evicted after the first pass are recorded.
 */
class PassReads implements TileListener {
  /** The tiles that were loaded after the last pass, and have not been read. */
  readonly #new = new Set<number>();
  /** The tiles that were read and then evicted. They may be in memory again. */
  readonly #evicted = new Set<number>();

  onLoad(tile: number): void {
    if (!this.#evicted.has(tile)) this.#new.add(tile);
  }

  onEvict(tile: number): void {
    if (!this.#new.delete(tile)) this.#evicted.add(tile);
  }

  /** Records that all tiles in memory have been read. */
  endPass(): void {
    this.#new.clear();
  }

  readonly isNew = (tile: number): boolean => this.#new.has(tile);

  /** Returns whether an absent tile has been read. */
  wasRead(tile: number): boolean {
    return this.#evicted.has(tile);
  }
}

/** Reports how much of a query is done. The number never falls, even if more tiles turn out to be needed, and ends with 1. */
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
