import type { MetTile } from '../absent/absentTiles';
import { ABSENT, type FoundIds, type ResidentScene, type TileQueries } from '../resident/residentScene';
import { TileIds } from './tileIds';
import type { IsNew, Question } from './passes';

/** What a question for sets of boxes asks. */
export interface WantedSets {
  /** Asks for all sets. */
  ask(queries: TileQueries): FoundIds[];
  /** Whether the bounds of absent tiles are widened enough for the question. */
  isSure(): boolean;
  /** The absent tiles that may have boxes of the sets. */
  missing(): MetTile[];
}

/** A question for sets of boxes. */
export class SetQuestion implements Question {
  readonly mayEndEarly = false;
  /** The ids of each set, as they came. They are joined once, however many passes there are. */
  #sets: Float64Array[][] = [];
  readonly #wanted: WantedSets;
  readonly #resident: ResidentScene;
  readonly #touch: (tile: number) => void;

  /** @param touch called for tiles that the sets have boxes of. */
  constructor(wanted: WantedSets, resident: ResidentScene, touch: (tile: number) => void) {
    this.#wanted = wanted;
    this.#resident = resident;
    this.#touch = touch;
  }

  settle(): boolean {
    if (!this.#wanted.isSure()) return false;
    const found = this.#wanted.ask(this.#resident.whole);
    for (const { runs } of found) for (let i = 0; i < runs.length; i += 2) if (runs[i] === ABSENT) return false;
    this.#add(found);
    return true;
  }

  ask(isNew: IsNew): void {
    const found = this.#wanted.ask(this.#resident);
    this.#add(isNew === null ? found : found.map((set) => newOf(set, isNew)));
  }

  missing(): MetTile[] {
    return this.#wanted.missing();
  }

  answers(): TileIds[] {
    return this.#sets.map((parts) => new TileIds(joined(parts)));
  }

  #add(found: readonly FoundIds[]): void {
    this.#sets = found.map(({ ids }, i) => [...(this.#sets.at(i) ?? []), ids]);
    for (const { runs } of found) for (let i = 0; i < runs.length; i += 2) this.#touch(runs[i]);
  }
}

/** What a set has of tiles that are new. */
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
