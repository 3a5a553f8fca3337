import type { FloatArray, Ray, RaycastManyOptions } from 'slabtree';
import type { SceneMeasure } from '../../bvh/margins/sceneMeasure';
import { Pace } from '../../scene/threads/pace';
import type { TileRunAnswer, Waited } from '../../scene/tiles/castRun';
import { type AbsentTiles, readRayOf } from '../absent/absentTiles';
import type { RayRun, RunCaster } from '../casting/runCaster';
import type { ResidentScene } from '../resident/residentScene';
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
  readonly #measure: SceneMeasure;
  readonly #pace = new Pace();
  readonly #ray = { origin: { x: 0, y: 0, z: 0 }, direction: { x: 0, y: 0, z: 0 } };
  readonly #next = { tile: -1, at: 0 };

  constructor(options: BatchOptions, resident: ResidentScene, absent: AbsentTiles, measure: SceneMeasure) {
    this.#options = options;
    this.#resident = resident;
    this.#absent = absent;
    this.#measure = measure;
  }

  async cast({ rays, waited }: RayRun, take: (answer: TileRunAnswer) => void): Promise<void> {
    await this.#pace.pause();
    const hits = this.#resident.raycastMany(rays, this.#options);
    const next = this.#absent.count === 0 ? NOWHERE : this.#waitNext(rays, hits.ts, waited);
    take({
      ...hits,
      waiting: Int32Array.from(next.waiting),
      tiles: Int32Array.from(next.tiles),
      enters: Float64Array.from(next.enters),
    });
  }

  #waitNext(rays: FloatArray, ts: Float64Array, waited: Waited | null): Next {
    const found: Next = { waiting: [], tiles: [], enters: [] };
    const { tMin, tMax, refine } = this.#options;
    const isRefined = refine !== undefined;
    const firsts = this.#absent.ofMany(rays, tMin, tMax, isRefined);
    const ray: Ray = this.#ray;
    const next = this.#next;
    for (let i = 0; i < ts.length; i++) {
      const t = waited === null ? ts[i] : Math.min(ts[i], waited.ts[i]);
      // A refined hit may be earlier than its box, which only the ray's own limit tells.
      if (!isRefined && !(firsts[i] <= Math.min(t, tMax))) continue;
      readRayOf(rays, i, this.#ray);
      const part = { ray, tMin, tMax: limitOf(this.#measure, ray, this.#options, t), isRefined };
      this.#absent.next(part, waited?.enters[i] ?? -Infinity, waited?.tiles[i] ?? -1, next);
      if (next.tile < 0) continue;
      found.waiting.push(i);
      found.tiles.push(next.tile);
      found.enters.push(next.at);
    }
    return found;
  }
}

/** See TileRunAnswer. */
interface Next {
  readonly waiting: number[];
  readonly tiles: number[];
  readonly enters: number[];
}

const NOWHERE: Next = { waiting: [], tiles: [], enters: [] };
