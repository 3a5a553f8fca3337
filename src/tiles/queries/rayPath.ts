import type { Hit, Ray } from 'slabtree';
import type { SceneMeasure } from '../../bvh/margins/sceneMeasure';
import { PLACEHOLDER } from '../../bvh/tiles/residentTree';
import type { RaySettings } from '../../scene/arguments/raycastOptions';
import type { AbsentTiles } from '../absent/absentTiles';
import { limitOf } from '../absent/slack';
import type { InTile, TileQueries } from '../resident/tileQueries';
import type { Path } from './hitQueries';

export class RayPath implements Path<Hit> {
  readonly #ray: Ray;
  readonly #settings: RaySettings;
  readonly #absent: AbsentTiles;
  readonly #measure: SceneMeasure;
  /** The least `t` at which a ray with `refine` hit the placeholder of an absent tile. NaN if there was no hit. */
  #leastPlaceholder = NaN;

  constructor(ray: Ray, settings: RaySettings, absent: AbsentTiles, measure: SceneMeasure) {
    const { refine } = settings;
    this.#ray = ray;
    this.#settings = refine === undefined ? settings : { ...settings, refine: this.#behindPlaceholders(refine) };
    this.#absent = absent;
    this.#measure = measure;
  }

  get tMax(): number {
    return this.#settings.tMax;
  }

  first(queries: TileQueries): InTile<Hit> | null {
    return queries.raycast(this.#ray, this.#settings);
  }

  anyTile(queries: TileQueries): number | null {
    return queries.anyTileAlong(this.#ray, this.#settings);
  }

  all(queries: TileQueries): InTile<Hit>[] {
    return queries.raycastAll(this.#ray, this.#settings);
  }

  /** The order of answers of a scene in memory: at one t, the smaller id of the whole scene first, and then the smaller triangle. */
  isBefore(a: Hit, b: Hit): boolean {
    if (a.t !== b.t) return a.t < b.t;
    return a.id === b.id ? a.triangle < b.triangle : a.id < b.id;
  }

  limitOf({ t }: Hit): number {
    return limitOf(this.#measure, this.#ray, this.#settings, t);
  }

  arePlaceholdersWide(): boolean {
    return this.#absent.placeholdersCoverRay(this.#ray);
  }

  hasPassedPlaceholder(limit: number): boolean {
    return this.#leastPlaceholder <= limit;
  }

  missingTiles(tMax: number): number[] {
    const { tMin, refine } = this.#settings;
    return tMax >= tMin ? this.#absent.along({ ray: this.#ray, tMin, tMax, isRefined: refine !== undefined }) : [];
  }

  /**
   * Returns a `refine` that lets the ray continue behind placeholders, and records where the ray hits them. A box of an absent
   * tile may be refined to a hit before the tile's placeholder.
   */
  #behindPlaceholders(refine: NonNullable<RaySettings['refine']>): NonNullable<RaySettings['refine']> {
    return (id, t) => {
      if (id !== PLACEHOLDER) return refine(id, t);
      if (!(t >= this.#leastPlaceholder)) this.#leastPlaceholder = t;
      return null;
    };
  }
}
