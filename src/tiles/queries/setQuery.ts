import { PLACEHOLDER } from '../../bvh/tiles/residentTree';
import type { ResidentTiles } from '../resident/residentTiles';
import type { FoundIds, TileQueries } from '../resident/tileQueries';
import type { IsNew, PassQuery } from './passes';
import { TileIds } from './tileIds';

/** A query whose answer is one or more sets of boxes: an overlap, a split or a cull. */
export interface SetFinder {
  /** Runs the query in the tiles in memory, and returns all sets of found boxes. */
  find(queries: TileQueries): FoundIds[];
  /** Returns whether the bounds of the placeholders of absent tiles are wide enough for the query. */
  arePlaceholdersWide(): boolean;
  /** Returns the absent tiles that may contain boxes of the query's sets. */
  missingTiles(): number[];
}

/** Answers the query of a {@link SetFinder} in passes. */
export class SetQuery implements PassQuery {
  readonly mayEndEarly = false;
  /** For each set of boxes, the ids that each pass has found. The arrays of a set are joined once, at the end. */
  #sets: Float64Array[][] = [];
  /** For each set of boxes, the tiles that its boxes are in. */
  readonly #tiles: Set<number>[] = [];
  readonly #finder: SetFinder;
  readonly #resident: ResidentTiles;
  readonly #touch: (tile: number) => void;

  /** @param touch called for each tile that contains a box of a set. */
  constructor(finder: SetFinder, resident: ResidentTiles, touch: (tile: number) => void) {
    this.#finder = finder;
    this.#resident = resident;
    this.#touch = touch;
  }

  answerAtOnce(): boolean {
    if (!this.#finder.arePlaceholdersWide()) return false;
    const found = this.#finder.find(this.#resident.withPlaceholders);
    for (const { runs } of found) for (let i = 0; i < runs.length; i += 2) if (runs[i] === PLACEHOLDER) return false;
    this.#add(found);
    return true;
  }

  runPass(isNew: IsNew): void {
    const found = this.#finder.find(this.#resident.loaded);
    this.#add(isNew === null ? found : found.map((set) => newOf(set, isNew)));
  }

  missingTiles(): number[] {
    return this.#finder.missingTiles();
  }

  answers(): TileIds[] {
    return this.#sets.map((parts, i) => new TileIds(joined(parts), this.#tiles[i]));
  }

  #add(found: readonly FoundIds[]): void {
    this.#sets = found.map(({ ids }, i) => [...(this.#sets.at(i) ?? []), ids]);
    for (const [set, { runs }] of found.entries()) {
      const tiles = (this.#tiles[set] ??= new Set());
      for (let i = 0; i < runs.length; i += 2) {
        tiles.add(runs[i]);
        this.#touch(runs[i]);
      }
    }
  }
}

/** Returns the ids of a set of boxes, reduced to the boxes in new tiles. */
function newOf({ ids, runs }: FoundIds, isNew: (tile: number) => boolean): FoundIds {
  const kept: number[] = [];
  let count = 0;
  for (let i = 0, first = 0; i < runs.length; first = runs[i + 1], i += 2) {
    if (!isNew(runs[i])) continue;
    ids.copyWithin(count, first, runs[i + 1]);
    count += runs[i + 1] - first;
    kept.push(runs[i], count);
  }
  return { ids: ids.slice(0, count), runs: kept };
}

function joined(parts: readonly Float64Array[]): Float64Array {
  if (parts.length === 1) return parts[0];
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}
