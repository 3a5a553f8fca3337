import { PLACEHOLDER } from '../../bvh/tiles/residentTree';
import type { ResidentTiles } from '../resident/residentTiles';
import type { InTile, TileQueries } from '../resident/tileQueries';
import type { IsNew, PassQuery } from './passes';

/** The way of a ray or of a moving shape through the tiles, and what counts as a hit on it. */
export interface Path<Hit> {
  /** The `t` at which the path ends. */
  readonly tMax: number;
  /** Returns the first hit. A hit with the tile {@link PLACEHOLDER} is on an absent tile. Null if there is no hit. */
  first(queries: TileQueries): InTile<Hit> | null;
  /** Returns the tile of any hit, or {@link PLACEHOLDER}. Null if there is no hit. */
  anyTile(queries: TileQueries): number | null;
  all(queries: TileQueries): InTile<Hit>[];
  /** Returns whether hit `a` precedes hit `b` in the order of the answer. */
  isBefore(a: Hit, b: Hit): boolean;
  /** Returns the largest `t` at which something may have a hit that precedes `hit`. */
  limitOf(hit: Hit): number;
  /** Returns whether the bounds of the placeholders of absent tiles are wide enough for the path. */
  arePlaceholdersWide(): boolean;
  /** Returns whether the queries so far have passed a placeholder at a `t` up to `limit` without a hit. */
  hasPassedPlaceholder(limit: number): boolean;
  /** Returns the absent tiles along the path up to `tMax`. The tiles that it enters first come first. */
  missingTiles(tMax: number): number[];
}

abstract class HitQuery<Hit> implements PassQuery {
  abstract readonly mayEndEarly: boolean;
  protected readonly path: Path<Hit>;
  protected readonly resident: ResidentTiles;

  constructor(path: Path<Hit>, resident: ResidentTiles) {
    this.path = path;
    this.resident = resident;
  }

  answerAtOnce(): boolean {
    return this.path.arePlaceholdersWide() && this.answerWithPlaceholders();
  }

  /** Implements {@link answerAtOnce} for a path that meets the placeholder of every absent tile in which there may be a hit. */
  protected abstract answerWithPlaceholders(): boolean;

  abstract runPass(isNew: IsNew): void;

  /** Returns the largest `t` at which something may still change the answer. NaN if nothing can. */
  protected abstract limit(): number;

  missingTiles(): number[] {
    return this.path.missingTiles(this.limit());
  }
}

export class FirstHitQuery<Hit> extends HitQuery<Hit> {
  readonly mayEndEarly = true;
  hit: InTile<Hit> | null = null;
  readonly #onEarlier: (hit: InTile<Hit>) => void;

  /** @param onEarlier called for each hit that is the first so far, while the tile of the hit is in memory. */
  constructor(path: Path<Hit>, resident: ResidentTiles, onEarlier: (hit: InTile<Hit>) => void) {
    super(path, resident);
    this.#onEarlier = onEarlier;
  }

  protected answerWithPlaceholders(): boolean {
    const hit = this.path.first(this.resident.withPlaceholders);
    if (hit?.tile === PLACEHOLDER || this.path.hasPassedPlaceholder(this.#limitOf(hit))) return false;
    if (hit !== null) this.#take(hit);
    return true;
  }

  runPass(): void {
    const hit = this.path.first(this.resident.loaded);
    if (hit !== null && (this.hit === null || this.path.isBefore(hit, this.hit))) this.#take(hit);
  }

  protected limit(): number {
    return this.#limitOf(this.hit);
  }

  #limitOf(hit: Hit | null): number {
    return hit === null ? this.path.tMax : this.path.limitOf(hit);
  }

  #take(hit: InTile<Hit>): void {
    this.hit = hit;
    this.#onEarlier(hit);
  }
}

export class AnyHitQuery extends HitQuery<unknown> {
  readonly mayEndEarly = true;
  isHit = false;

  protected answerWithPlaceholders(): boolean {
    const tile = this.path.anyTile(this.resident.withPlaceholders);
    if (tile === PLACEHOLDER || (tile === null && this.path.hasPassedPlaceholder(this.path.tMax))) return false;
    this.isHit = tile !== null;
    return true;
  }

  runPass(): void {
    this.isHit ||= this.path.anyTile(this.resident.loaded) !== null;
  }

  protected limit(): number {
    return this.isHit ? NaN : this.path.tMax;
  }
}

export class AllHitsQuery<Hit> extends HitQuery<Hit> {
  readonly mayEndEarly = false;
  readonly #hits: InTile<Hit>[] = [];
  readonly #onHit: (hit: InTile<Hit>) => void;

  /** @param onHit called for each hit, while the tile of the hit is in memory. */
  constructor(path: Path<Hit>, resident: ResidentTiles, onHit: (hit: InTile<Hit>) => void) {
    super(path, resident);
    this.#onHit = onHit;
  }

  protected answerWithPlaceholders(): boolean {
    const hits = this.path.all(this.resident.withPlaceholders);
    if (this.path.hasPassedPlaceholder(this.path.tMax) || hits.some(({ tile }) => tile === PLACEHOLDER)) return false;
    this.#add(hits);
    return true;
  }

  runPass(isNew: IsNew): void {
    const hits = this.path.all(this.resident.loaded);
    this.#add(isNew === null ? hits : hits.filter(({ tile }) => isNew(tile)));
  }

  /** Returns all hits in the order of {@link Path.isBefore}. */
  inOrder(): InTile<Hit>[] {
    return this.#hits.sort((a, b) => (this.path.isBefore(a, b) ? -1 : 1));
  }

  protected limit(): number {
    return this.path.tMax;
  }

  #add(hits: readonly InTile<Hit>[]): void {
    for (const hit of hits) {
      this.#onHit(hit);
      this.#hits.push(hit);
    }
  }
}
