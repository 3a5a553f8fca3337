import type { FloatArray, Ray } from 'slabtree';
import type { RayVisitor } from '../../bvh/meshes/rayVisitor';
import type { ManyRaysSettings } from '../../scene/arguments/raycastOptions';
import { ISOLATION_HEADERS } from '../../scene/sharing/sharedMemory';
import { Pace } from '../../scene/longWork';
import {
  castRun,
  MEETS_PLACEHOLDER,
  type RayRun,
  readRayOf,
  type RunHits,
  type RunTiles,
  type TileRunAnswer,
} from '../../scene/batches/castRun';
import type { AbsentTiles } from '../absent/absentTiles';
import { limitOf } from '../absent/slack';
import type { TiledMeasure } from '../format/tiledMeasure';
import type { ResidentTiles } from '../resident/residentTiles';
import type { TileThreads } from './tileThreads';

/** The most rays that the calling thread casts before it yields to the event loop. */
const CALLER_RUN = 2 ** 16;
/** The fewest rays that are sent to a thread. Sending fewer rays takes longer than casting them on the calling thread. */
const SHORTEST_RUN = 256;
/**
 * The most rays in a run, which are also the most that the kernel sorts at once. A loaded tile is added only after the runs
 * under way, so longer runs would delay tiles by more than tens of milliseconds.
 */
const LONGEST_RUN = 2 ** 16;

/** Casts runs of rays at the tiles in memory, and finds the absent tile that each ray needs next. */
export interface RunCaster {
  /** How many runs of rays the caster casts at once. */
  readonly lanes: number;
  readonly longestRun: number;
  /** The fewest rays of a run, except for the last run of a query. */
  readonly shortestRun: number;
  /** Casts a run of rays. @param take gets the answer. No tile is loaded or evicted between the cast and the end of `take`. */
  cast(run: RayRun, take: (answer: TileRunAnswer) => void): Promise<void>;
}

/**
 * Casts runs of rays on the calling thread, which can call a `filter` or `refine` of the user. The rays are cast at the tiles in
 * memory and at placeholders of absent tiles. The bounds of absent tiles are widened as much as each ray needs.
 */
export class CallerCaster implements RunCaster, RunTiles {
  readonly lanes = 1;
  readonly longestRun = CALLER_RUN;
  readonly shortestRun = CALLER_RUN;
  readonly #pace = new Pace();
  readonly #settings: ManyRaysSettings;
  readonly #resident: ResidentTiles;
  readonly #absent: AbsentTiles;
  readonly #measure: TiledMeasure;

  constructor(settings: ManyRaysSettings, resident: ResidentTiles, absent: AbsentTiles, measure: TiledMeasure) {
    this.#settings = settings;
    this.#resident = resident;
    this.#absent = absent;
    this.#measure = measure;
  }

  async cast(run: RayRun, take: (answer: TileRunAnswer) => void): Promise<void> {
    await this.#pace.pause();
    take(castRun(this, run));
  }

  castRays({ rays, last }: RayRun): { hits: RunHits; unsettled: ArrayLike<number> } {
    // With a `refine`, placeholders do not help: a refined hit may precede its box, so a placeholder behind the box may matter.
    if (last === null && this.#settings.refine === undefined) return this.#castFirst(rays);
    const hits = this.#resident.loaded.raycastMany(rays, this.#settings);
    const all = new Int32Array(this.#absent.count === 0 ? 0 : hits.ts.length);
    for (let i = 0; i < all.length; i++) all[i] = i;
    return { hits, unsettled: all };
  }

  /**
   * Casts rays at the tiles in memory and at placeholders. Most rays hit a box before any placeholder, and need no second cast.
   */
  #castFirst(rays: FloatArray): { hits: RunHits; unsettled: number[] } {
    const hits = this.#resident.withPlaceholders.raycastMany(rays, this.#settings);
    const unsettled: number[] = [];
    const ray = { origin: { x: 0, y: 0, z: 0 }, direction: { x: 0, y: 0, z: 0 } };
    for (let i = 0; i < hits.ids.length; i++) {
      if (hits.ids[i] !== MEETS_PLACEHOLDER) {
        if (this.#measure.meshCondition === 0) continue;
        readRayOf(rays, i, ray);
        if (this.#absent.placeholdersCoverRay(ray)) continue;
      }
      unsettled.push(i);
    }
    if (unsettled.length > 0) this.#castAgain(rays, unsettled, hits);
    return { hits, unsettled: this.#absent.count === 0 ? [] : unsettled };
  }

  /** Casts some of the rays again, at the tiles in memory without placeholders, and replaces the hits of these rays. */
  #castAgain(rays: FloatArray, some: readonly number[], hits: RunHits): void {
    const again = new Float64Array(6 * some.length);
    some.forEach((ray, i) => {
      for (let k = 0; k < 6; k++) again[6 * i + k] = rays[6 * ray + k];
    });
    const { ids, ts, triangles, us, vs } = this.#resident.loaded.raycastMany(again, this.#settings);
    some.forEach((ray, i) => {
      hits.ids[ray] = ids[i];
      hits.ts[ray] = ts[i];
      if (hits.triangles !== undefined && triangles !== undefined) hits.triangles[ray] = triangles[i];
      if (hits.us !== undefined && us !== undefined) hits.us[ray] = us[i];
      if (hits.vs !== undefined && vs !== undefined) hits.vs[ray] = vs[i];
    });
  }

  limitOf(ray: Ray, t: number): number {
    return limitOf(this.#measure, ray, this.#settings, t);
  }

  visitAbsent(ray: Ray, limit: number, visitor: RayVisitor): void {
    const { tMin, refine } = this.#settings;
    this.#absent.visitTilesAlong({ ray, tMin, tMax: limit, isRefined: refine !== undefined }, visitor);
  }
}

/** Casts runs of rays in threads. Short runs, and rays that need wider bounds of tiles, are cast on the calling thread. */
export class ThreadCaster implements RunCaster {
  readonly lanes: number;
  readonly longestRun = LONGEST_RUN;
  readonly shortestRun = SHORTEST_RUN;
  readonly #threads: TileThreads;
  readonly #settings: ManyRaysSettings;
  readonly #absent: AbsentTiles;
  readonly #caller: CallerCaster;

  constructor(threads: TileThreads, settings: ManyRaysSettings, absent: AbsentTiles, caller: CallerCaster) {
    this.lanes = threads.lanes;
    this.#threads = threads;
    this.#settings = settings;
    this.#absent = absent;
    this.#caller = caller;
  }

  async cast(run: RayRun, take: (answer: TileRunAnswer) => void): Promise<void> {
    const { rays } = run;
    if (rays.length >= 6 * SHORTEST_RUN && this.#absent.indexCoversRays(rays)) {
      // If the thread has ended before it cast the run of rays, the calling thread casts the run.
      if (await this.#threads.cast(run, this.#settings, take)) return;
    }
    await this.#caller.cast(run, take);
  }
}

/** Returns the reason why threads cannot read the tiles in memory, and how to change that. */
export function whyNotShared(): string {
  const { crossOriginIsolated = true } = globalThis as { crossOriginIsolated?: boolean };
  return typeof SharedArrayBuffer === 'function' && crossOriginIsolated
    ? 'there is no memory that threads can share'
    : `there is no SharedArrayBuffer because the page is not cross-origin isolated: serve it with ${ISOLATION_HEADERS}`;
}
