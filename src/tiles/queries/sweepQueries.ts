import type { SweepHit } from 'slabtree';
import { PLACEHOLDER } from '../../bvh/tiles/residentTree';
import type { AbsentTiles } from '../absent/absentTiles';
import type { ResidentTiles } from '../resident/residentTiles';
import type { InTile } from '../resident/tileQueries';
import type { Swept } from './copyArguments';
import type { IsNew, PassQuery } from './passes';

abstract class TiledSweepQuery implements PassQuery {
  abstract readonly mayEndEarly: boolean;
  protected readonly swept: Swept;
  protected readonly resident: ResidentTiles;
  readonly #absent: AbsentTiles;

  constructor(swept: Swept, resident: ResidentTiles, absent: AbsentTiles) {
    this.swept = swept;
    this.resident = resident;
    this.#absent = absent;
  }

  answerAtOnce(): boolean {
    return this.#absent.placeholdersCoverShape(this.swept.shape) && this.answerWithPlaceholders();
  }

  /** Implements {@link answerAtOnce} for a shape that meets the placeholder of every absent tile in which it may hit something. */
  protected abstract answerWithPlaceholders(): boolean;

  abstract runPass(isNew: IsNew): void;

  /** Returns the largest `t` at which something may still change the answer. NaN if nothing can. */
  protected abstract limit(): number;

  missingTiles(): number[] {
    const { shape, motion, settings } = this.swept;
    const tMax = this.limit();
    return tMax >= 0 ? this.#absent.alongMotion(shape, motion, tMax, settings.motion.margin) : [];
  }
}

export class FirstSweepQuery extends TiledSweepQuery {
  readonly mayEndEarly = true;
  hit: InTile<SweepHit> | null = null;
  readonly #onEarlier: (hit: InTile<SweepHit>) => void;

  /** @param onEarlier called for each hit that is the first so far, while the tile of the hit is in memory. */
  constructor(swept: Swept, resident: ResidentTiles, absent: AbsentTiles, onEarlier: (hit: InTile<SweepHit>) => void) {
    super(swept, resident, absent);
    this.#onEarlier = onEarlier;
  }

  protected answerWithPlaceholders(): boolean {
    const { shape, motion, settings } = this.swept;
    const hit = this.resident.withPlaceholders.sweep(shape, motion, settings);
    if (hit === null) return true;
    if (hit.tile === PLACEHOLDER) return false;
    this.hit = hit;
    this.#onEarlier(hit);
    return true;
  }

  runPass(): void {
    const { shape, motion, settings } = this.swept;
    const hit = this.resident.loaded.sweep(shape, motion, settings);
    if (hit === null || (this.hit !== null && !isBefore(hit, this.hit))) return;
    this.hit = hit;
    this.#onEarlier(hit);
  }

  protected limit(): number {
    return this.hit === null ? this.swept.settings.motion.tMax : this.hit.t;
  }
}

export class AnySweepQuery extends TiledSweepQuery {
  readonly mayEndEarly = true;
  isHit = false;

  protected answerWithPlaceholders(): boolean {
    const { shape, motion, settings } = this.swept;
    const tile = this.resident.withPlaceholders.anyTileInWay(shape, motion, settings);
    this.isHit = tile !== null && tile !== PLACEHOLDER;
    return tile !== PLACEHOLDER;
  }

  runPass(): void {
    const { shape, motion, settings } = this.swept;
    this.isHit ||= this.resident.loaded.anyTileInWay(shape, motion, settings) !== null;
  }

  protected limit(): number {
    return this.isHit ? NaN : this.swept.settings.motion.tMax;
  }
}

export class AllSweepsQuery extends TiledSweepQuery {
  readonly mayEndEarly = false;
  hits: InTile<SweepHit>[] = [];
  readonly #onHit: (hit: InTile<SweepHit>) => void;

  /** @param onHit called for each hit, while the tile of the hit is in memory. */
  constructor(swept: Swept, resident: ResidentTiles, absent: AbsentTiles, onHit: (hit: InTile<SweepHit>) => void) {
    super(swept, resident, absent);
    this.#onHit = onHit;
  }

  protected answerWithPlaceholders(): boolean {
    const { shape, motion, settings } = this.swept;
    const hits = this.resident.withPlaceholders.sweepAll(shape, motion, settings);
    if (hits.some(({ tile }) => tile === PLACEHOLDER)) return false;
    for (const hit of hits) this.#onHit(hit);
    this.hits = hits;
    return true;
  }

  runPass(isNew: IsNew): void {
    const { shape, motion, settings } = this.swept;
    for (const hit of this.resident.loaded.sweepAll(shape, motion, settings)) {
      if (isNew !== null && !isNew(hit.tile)) continue;
      this.#onHit(hit);
      this.hits.push(hit);
    }
  }

  /** Returns all hits in the order of `BoxScene.sweep`. */
  inOrder(): InTile<SweepHit>[] {
    return this.hits.sort((a, b) => (isBefore(a, b) ? -1 : 1));
  }

  protected limit(): number {
    return this.swept.settings.motion.tMax;
  }
}

/** Returns whether hit `a` precedes hit `b`: by t, then at t 0 by depth, the deepest first, then by id and by triangle. */
function isBefore(a: SweepHit, b: SweepHit): boolean {
  if (a.t !== b.t) return a.t < b.t;
  if (a.t === 0 && a.depth !== b.depth) return a.depth > b.depth;
  return a.id === b.id ? a.triangle < b.triangle : a.id < b.id;
}
