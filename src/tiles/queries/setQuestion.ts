import type { MetTile } from '../absent/absentTiles';
import type { VisitId } from '../resident/residentScene';
import { TileIds } from './tileIds';
import type { IsNew, Question } from './passes';

/** A question for sets of boxes. */
export class SetQuestion implements Question {
  readonly mayEndEarly = false;
  readonly #sets: number[][];
  readonly #ask: (visits: VisitId[]) => void;
  readonly #missing: () => MetTile[];
  readonly #touch: (tile: number) => void;

  /**
   * @param ask visits all ids of each set, of the tiles in memory.
   * @param touch called for tiles that the sets have boxes of.
   */
  constructor(sets: number, ask: (visits: VisitId[]) => void, missing: () => MetTile[], touch: (tile: number) => void) {
    this.#sets = Array.from({ length: sets }, () => []);
    this.#ask = ask;
    this.#missing = missing;
    this.#touch = touch;
  }

  ask(isNew: IsNew): void {
    const touched = new Set<number>();
    this.#ask(
      this.#sets.map((ids) => (id, tile) => {
        if (isNew !== null && !isNew(tile)) return;
        ids.push(id);
        touched.add(tile);
      }),
    );
    for (const tile of touched) this.#touch(tile);
  }

  missing(): MetTile[] {
    return this.#missing();
  }

  answers(): TileIds[] {
    return this.#sets.map((ids) => new TileIds(ids));
  }
}
