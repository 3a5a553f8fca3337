import type { SweepHit } from 'slabtree';
import type { AbsentTiles } from '../absent/absentTiles';
import type { InTile, TileQueries } from '../resident/tileQueries';
import type { Swept } from './copyArguments';
import type { Path } from './hitQueries';

export class SweptPath implements Path<SweepHit> {
  readonly #swept: Swept;
  readonly #absent: AbsentTiles;

  constructor(swept: Swept, absent: AbsentTiles) {
    this.#swept = swept;
    this.#absent = absent;
  }

  get tMax(): number {
    return this.#swept.settings.motion.tMax;
  }

  first(queries: TileQueries): InTile<SweepHit> | null {
    const { shape, motion, settings } = this.#swept;
    return queries.sweep(shape, motion, settings);
  }

  anyTile(queries: TileQueries): number | null {
    const { shape, motion, settings } = this.#swept;
    return queries.anyTileInWay(shape, motion, settings);
  }

  all(queries: TileQueries): InTile<SweepHit>[] {
    const { shape, motion, settings } = this.#swept;
    return queries.sweepAll(shape, motion, settings);
  }

  /** Compares by t, then at t 0 by depth, the deepest first, then by id, then by triangle. */
  isBefore(a: SweepHit, b: SweepHit): boolean {
    if (a.t !== b.t) return a.t < b.t;
    if (a.t === 0 && a.depth !== b.depth) return a.depth > b.depth;
    return a.id === b.id ? a.triangle < b.triangle : a.id < b.id;
  }

  limitOf({ t }: SweepHit): number {
    return t;
  }

  arePlaceholdersWide(): boolean {
    return this.#absent.placeholdersCoverShape(this.#swept.shape);
  }

  /** Returns false: a sweep has no `refine`, so it passes no placeholder. */
  hasPassedPlaceholder(): boolean {
    return false;
  }

  missingTiles(tMax: number): number[] {
    const { shape, motion, settings } = this.#swept;
    return tMax >= 0 ? this.#absent.alongMotion(shape, motion, tMax, settings.motion.margin) : [];
  }
}
