import type { Hit, Ray } from 'slabtree';
import type { SceneMeasure } from '../../bvh/margins/sceneMeasure';
import { PLACEHOLDER } from '../../bvh/tiles/residentTree';
import type { RaySettings } from '../../scene/arguments/raycastOptions';
import type { AbsentTiles, RayPart } from '../absent/absentTiles';
import { limitOf } from '../absent/slack';
import type { ResidentTiles } from '../resident/residentTiles';
import type { InTile } from '../resident/tileQueries';
import type { IsNew, PassQuery } from './passes';

abstract class TiledRayQuery implements PassQuery {
  abstract readonly mayEndEarly: boolean;
  protected readonly ray: Ray;
  protected readonly settings: RaySettings;
  protected readonly resident: ResidentTiles;
  /** The least `t` at which a ray with `refine` hit the placeholder of an absent tile. Infinity if there was no hit. */
  protected leastPlaceholder = Infinity;
  readonly #absent: AbsentTiles;

  constructor(ray: Ray, settings: RaySettings, resident: ResidentTiles, absent: AbsentTiles) {
    this.ray = ray;
    this.settings = settings;
    this.resident = resident;
    this.#absent = absent;
  }

  answerAtOnce(): boolean {
    return this.#absent.placeholdersCoverRay(this.ray) && this.answerWithPlaceholders();
  }

  /** Implements {@link answerAtOnce} for a ray that hits the placeholder of every absent tile in which the ray may have a hit. */
  protected abstract answerWithPlaceholders(): boolean;

  abstract runPass(isNew: IsNew): void;

  /**
   * The options of a query that finds placeholders of absent tiles. A box of an absent tile may be refined to a hit before the
   * tile's placeholder. So `refine` records where the ray hits placeholders, and the ray continues behind them.
   */
  protected get settingsForPlaceholders(): RaySettings {
    const { refine } = this.settings;
    if (refine === undefined) return this.settings;
    return {
      ...this.settings,
      refine: (id, t) => {
        if (id !== PLACEHOLDER) return refine(id, t);
        this.leastPlaceholder = Math.min(this.leastPlaceholder, t);
        return null;
      },
    };
  }

  /** Returns the largest `t` at which a box may still change the ray's answer. NaN if no box can. */
  protected abstract limit(): number;

  missingTiles(): number[] {
    const tMax = this.limit();
    const { tMin, refine } = this.settings;
    if (!(tMax >= tMin)) return [];
    const part: RayPart = { ray: this.ray, tMin, tMax, isRefined: refine !== undefined };
    return this.#absent.along(part);
  }
}

export class ClosestHitQuery extends TiledRayQuery {
  readonly mayEndEarly = true;
  hit: InTile<Hit> | null = null;
  readonly #measure: SceneMeasure;
  readonly #onCloser: (hit: InTile<Hit>) => void;

  /** @param onCloser called for each hit that is the closest so far, while the tile of the hit is in memory. */
  constructor(
    ray: Ray,
    settings: RaySettings,
    resident: ResidentTiles,
    absent: AbsentTiles,
    measure: SceneMeasure,
    onCloser: (hit: InTile<Hit>) => void,
  ) {
    super(ray, settings, resident, absent);
    this.#measure = measure;
    this.#onCloser = onCloser;
  }

  protected answerWithPlaceholders(): boolean {
    const hit = this.resident.withPlaceholders.raycast(this.ray, this.settingsForPlaceholders);
    if (hit === null) return this.leastPlaceholder === Infinity;
    if (hit.tile === PLACEHOLDER || this.leastPlaceholder <= this.#limitOf(hit)) return false;
    this.hit = hit;
    this.#onCloser(hit);
    return true;
  }

  runPass(): void {
    const hit = this.resident.loaded.raycast(this.ray, this.settings);
    if (hit === null || (this.hit !== null && !isBefore(hit, this.hit))) return;
    this.hit = hit;
    this.#onCloser(hit);
  }

  protected limit(): number {
    return this.#limitOf(this.hit);
  }

  #limitOf(hit: Hit | null): number {
    return hit === null ? this.settings.tMax : limitOf(this.#measure, this.ray, this.settings, hit.t);
  }
}

export class AnyHitQuery extends TiledRayQuery {
  readonly mayEndEarly = true;
  isHit = false;

  protected answerWithPlaceholders(): boolean {
    const tile = this.resident.withPlaceholders.anyTileAlong(this.ray, this.settingsForPlaceholders);
    if (tile === PLACEHOLDER || (tile === null && this.leastPlaceholder < Infinity)) return false;
    this.isHit = tile !== null;
    return true;
  }

  runPass(): void {
    this.isHit ||= this.resident.loaded.anyTileAlong(this.ray, this.settings) !== null;
  }

  protected limit(): number {
    return this.isHit ? NaN : this.settings.tMax;
  }
}

export class AllHitsQuery extends TiledRayQuery {
  readonly mayEndEarly = false;
  hits: InTile<Hit>[] = [];
  readonly #onHit: (hit: InTile<Hit>) => void;

  /** @param onHit called for each hit of the ray, while the tile of the hit is in memory. */
  constructor(
    ray: Ray,
    settings: RaySettings,
    resident: ResidentTiles,
    absent: AbsentTiles,
    onHit: (hit: InTile<Hit>) => void,
  ) {
    super(ray, settings, resident, absent);
    this.#onHit = onHit;
  }

  protected answerWithPlaceholders(): boolean {
    const hits = this.resident.withPlaceholders.raycastAll(this.ray, this.settingsForPlaceholders);
    if (this.leastPlaceholder < Infinity || hits.some(({ tile }) => tile === PLACEHOLDER)) return false;
    for (const hit of hits) this.#onHit(hit);
    this.hits = hits;
    return true;
  }

  runPass(isNew: IsNew): void {
    for (const hit of this.resident.loaded.raycastAll(this.ray, this.settings)) {
      if (isNew !== null && !isNew(hit.tile)) continue;
      this.#onHit(hit);
      this.hits.push(hit);
    }
  }

  /** Returns all hits of the ray, sorted by t, then by id, then by triangle. */
  inOrder(): InTile<Hit>[] {
    return this.hits.sort((a, b) => (isBefore(a, b) ? -1 : 1));
  }

  protected limit(): number {
    return this.settings.tMax;
  }
}

/** Returns whether hit `a` precedes hit `b` of the same ray: by t, then by id, then by triangle. */
function isBefore(a: Hit, b: Hit): boolean {
  if (a.t !== b.t) return a.t < b.t;
  return a.id === b.id ? a.triangle < b.triangle : a.id < b.id;
}
