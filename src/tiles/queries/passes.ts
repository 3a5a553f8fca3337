import { type ProgressOptions, throwIfAborted } from '../../scene/arguments/progressOptions';
import type { MetTile } from '../absent/absentTiles';
import type { TileListener, TileStore } from '../store/tileStore';
import { Progress } from './progress';

/** Tells whether a query asks a tile for the first time. Null if it asks all for the first time. */
export type IsNew = ((tile: number) => boolean) | null;

/** A question whose answer is put together from tiles, whenever they are in memory. */
export interface Question {
  /** Answers in one walk, if nothing in absent tiles can change the answer. Otherwise returns false, and has changed nothing. */
  settle(): boolean;
  /** Asks all tiles in memory, and adds to the answer what those have that are new. */
  ask(isNew: IsNew): void;
  /** The absent tiles that may still change the answer: those first that are likely to. */
  missing(): MetTile[];
  /** Whether the first tiles often make the others superfluous. */
  readonly mayEndEarly: boolean;
}

/** The most tiles that come at once where they may turn out to be superfluous. */
const MOST_AT_ONCE = 16;

/**
 * Answers a question in passes: asks the tiles in memory, and brings those that may still change the answer, until there are
 * none. A tile that has been asked once is not needed any more. So an answer may need more tiles than fit.
 *
 * @returns null if the tiles in memory were enough, as they mostly are: a promise would cost more than many a ray.
 */
export function answerInPasses(store: TileStore, question: Question, options: ProgressOptions): Promise<void> | null {
  store.checkOpen();
  throwIfAborted(options);
  if (question.settle()) {
    options.onProgress?.(1);
    return null;
  }
  question.ask(null);
  const missing = question.missing();
  if (missing.length > 0) return goOn(store, question, missing, options);
  options.onProgress?.(1);
  return null;
}

async function goOn(store: TileStore, question: Question, first: MetTile[], options: ProgressOptions): Promise<void> {
  const news = new TileNews();
  const stopListening = store.listen(news);
  try {
    await bring(store, question, first, news, options);
  } finally {
    stopListening();
  }
}

/** What has become of tiles since a question has asked those in memory. It takes no longer if there are more of these. */
class TileNews implements TileListener {
  /** The tiles that have come, and have not been asked. */
  readonly #new = new Set<number>();
  /** The tiles that have been asked, and have gone. They may be in memory again. */
  readonly #asked = new Set<number>();

  onCome(tile: number): void {
    if (!this.#asked.has(tile)) this.#new.add(tile);
  }

  onGo(tile: number): void {
    if (!this.#new.delete(tile)) this.#asked.add(tile);
  }

  /** All tiles in memory have been asked. */
  clear(): void {
    this.#new.clear();
  }

  readonly isNew = (tile: number): boolean => this.#new.has(tile);

  /** Whether an absent tile has been asked. */
  wasAsked(tile: number): boolean {
    return this.#asked.has(tile);
  }
}

async function bring(
  store: TileStore,
  question: Question,
  first: MetTile[],
  news: TileNews,
  { signal, onProgress }: ProgressOptions,
): Promise<void> {
  const progress = new Progress(onProgress);
  let missing = first;
  let came = 0;
  // Two at first, as a tile costs less than another pass, and one more each time: few come in vain, and the passes stay few.
  for (let atOnce = 2; missing.length > 0; atOnce = Math.min(atOnce + 1, MOST_AT_ONCE)) {
    const total = came + missing.length;
    const tiles = missing.slice(0, question.mayEndEarly ? atOnce : missing.length).map(({ tile }) => tile);
    const lease = await store.load(tiles.slice(0, store.fitting(tiles)), signal, () => {
      came++;
      progress.tell(Math.min(came, total - 1) / total);
    });
    try {
      question.ask(news.isNew);
      news.clear();
    } finally {
      lease.release();
    }
    missing = question.missing().filter(({ tile }) => !news.wasAsked(tile));
  }
  progress.tell(1);
}
