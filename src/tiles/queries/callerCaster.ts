import type { FloatArray, Ray, RaycastManyOptions } from 'slabtree';
import { Pace } from '../../scene/threads/longWork';
import { NextTile, type TileRunAnswer, type Waited } from '../../scene/tiles/castRun';
import { readRayOf } from '../../scene/tiles/readRayOf';
import type { AbsentTiles } from '../absent/absentTiles';
import type { RayRun, RunCaster } from '../casting/runCaster';
import type { TiledMeasure } from '../format/tiledMeasure';
import { MEETS_ABSENT, type ResidentHits, type ResidentScene } from '../resident/residentScene';
import { limitOf } from './rayQuestions';

/** How many rays are cast before other work has its turn. */
const BLOCK = 2 ** 16;

/** The options of a batch, with defaults. */
export type BatchOptions = RaycastManyOptions & { tMin: number; tMax: number };

/** Casts runs of rays on the calling thread. It does what `castRun` does in threads, and can call functions of the user. */
export class CallerCaster implements RunCaster {
  readonly lanes = 1;
  readonly longestRun = BLOCK;
  readonly shortestRun = BLOCK;
  readonly #options: BatchOptions;
  readonly #resident: ResidentScene;
  readonly #absent: AbsentTiles;
  readonly #measure: TiledMeasure;
  readonly #pace = new Pace();
  readonly #ray = { origin: { x: 0, y: 0, z: 0 }, direction: { x: 0, y: 0, z: 0 } };
  readonly #nextTile = new NextTile();

  constructor(options: BatchOptions, resident: ResidentScene, absent: AbsentTiles, measure: TiledMeasure) {
    this.#options = options;
    this.#resident = resident;
    this.#absent = absent;
    this.#measure = measure;
  }

  async cast({ rays, waited }: RayRun, take: (answer: TileRunAnswer) => void): Promise<void> {
    await this.#pace.pause();
    const next: Next = { waiting: [], tiles: [], enters: [] };
    // A refined hit may be earlier than its box, which only the ray's own limit tells.
    const isFirst = waited === null && this.#options.refine === undefined;
    const hits = isFirst ? this.#castFirst(rays, next) : this.#resident.raycastMany(rays, this.#options);
    if (!isFirst) for (let i = 0; i < hits.ts.length; i++) this.#wait(rays, i, hits.ts, waited, next);
    take({
      ...hits,
      waiting: Int32Array.from(next.waiting),
      tiles: Int32Array.from(next.tiles),
      enters: Float64Array.from(next.enters),
    });
  }

  /** Casts rays for the first time. Most meet no absent tile before their hit. */
  #castFirst(rays: FloatArray, next: Next): ResidentHits {
    const hits = this.#resident.whole.raycastMany(rays, this.#options);
    const unsure: number[] = [];
    for (let i = 0; i < hits.ids.length; i++) {
      if (hits.ids[i] === MEETS_ABSENT || !this.#isSure(rays, i)) unsure.push(i);
    }
    if (unsure.length === 0) return hits;
    const some = new Float64Array(6 * unsure.length);
    unsure.forEach((ray, i) => {
      for (let k = 0; k < 6; k++) some[6 * i + k] = rays[6 * ray + k];
    });
    const { ids, ts, triangles, us, vs } = this.#resident.raycastMany(some, this.#options);
    unsure.forEach((ray, i) => {
      hits.ids[ray] = ids[i];
      hits.ts[ray] = ts[i];
      if (hits.triangles !== undefined && triangles !== undefined) hits.triangles[ray] = triangles[i];
      if (hits.us !== undefined && us !== undefined) hits.us[ray] = us[i];
      if (hits.vs !== undefined && vs !== undefined) hits.vs[ray] = vs[i];
    });
    for (const ray of unsure) this.#wait(rays, ray, hits.ts, null, next);
    return hits;
  }

  #isSure(rays: FloatArray, i: number): boolean {
    if (this.#measure.meshCondition === 0) return true;
    readRayOf(rays, i, this.#ray);
    return this.#absent.isSureOfRay(this.#ray);
  }

  /** Lets a ray wait at the first absent tile after the one where it has waited, if there is any before its hit. */
  #wait(rays: FloatArray, i: number, ts: Float64Array, waited: Waited | null, next: Next): void {
    if (this.#absent.count === 0) return;
    readRayOf(rays, i, this.#ray);
    const ray: Ray = this.#ray;
    const { tMin, refine } = this.#options;
    const t = waited === null ? ts[i] : Math.min(ts[i], waited.ts[i]);
    const tMax = limitOf(this.#measure, ray, this.#options, t);
    const found = this.#nextTile;
    const part = { ray, tMin, tMax, isRefined: refine !== undefined };
    found.begin(tMax, waited?.enters[i] ?? -Infinity, waited?.tiles[i] ?? -1);
    this.#absent.next(part, found);
    if (found.tile < 0) return;
    next.waiting.push(i);
    next.tiles.push(found.tile);
    next.enters.push(found.at);
  }
}

/** See TileRunAnswer. */
interface Next {
  readonly waiting: number[];
  readonly tiles: number[];
  readonly enters: number[];
}
