import type { FloatArray, Ray, RaycastManyOptions } from 'slabtree';
import { type ProgressOptions, throwIfAborted } from '../../scene/arguments/progressOptions';
import { type AbsentTiles, readRayOf } from '../absent/absentTiles';
import { MEETS_ABSENT, type ResidentHits, type ResidentScene } from '../resident/residentScene';
import type { TileStore } from '../store/tileStore';
import type { TiledMeasure } from '../format/tiledMeasure';
import { Progress } from './progress';
import { limitOf } from './rayQuestions';

/** How many rays are cast before other work has its turn. */
const BLOCK = 2 ** 16;
/** How many tiles come at once. */
const TILES_AT_ONCE = 8;

type Options = RaycastManyOptions & { tMin: number; tMax: number };

/**
 * Casts many rays, and loads each tile as seldom as it can. A ray that needs a tile waits at it, and the tiles come first at
 * which most rays wait (Pharr, Kolb, Gershbein and Hanrahan, "Rendering Complex Scenes with Memory-Coherent Ray Tracing",
 * 1997).
 *
 * A ray waits at the first absent tile along it. When that has come, the ray is cast at all that is in memory, and waits at
 * the next one, unless it hits something before. So it needs no more than one tile at a time, and visits each only once.
 */
export class RayQueues {
  readonly #rays: FloatArray;
  readonly #options: Options;
  readonly #resident: ResidentScene;
  readonly #absent: AbsentTiles;
  readonly #measure: TiledMeasure;
  readonly #store: TileStore;
  readonly #hits: Required<ResidentHits>;
  /** The rays that wait at each tile. */
  readonly #queues = new Map<number, number[]>();
  /** Where each ray enters the tile that it waits at. Allocated with the first ray that waits. */
  #enters = new Float64Array(0);
  readonly #ray = { origin: { x: 0, y: 0, z: 0 }, direction: { x: 0, y: 0, z: 0 } };
  readonly #next = { tile: -1, at: 0 };
  #waiting = 0;

  constructor(
    rays: FloatArray,
    options: Options,
    resident: ResidentScene,
    absent: AbsentTiles,
    measure: TiledMeasure,
    store: TileStore,
  ) {
    this.#rays = rays;
    this.#options = options;
    this.#resident = resident;
    this.#absent = absent;
    this.#measure = measure;
    this.#store = store;
    const count = rays.length / 6;
    const met = options.triangles === true ? count : 0;
    this.#hits = {
      ids: new Float64Array(count).fill(-1),
      ts: new Float64Array(count).fill(Infinity),
      triangles: new Int32Array(met).fill(-1),
      us: new Float64Array(met),
      vs: new Float64Array(met),
    };
  }

  async cast(progressOptions: ProgressOptions): Promise<ResidentHits> {
    const { signal, onProgress } = progressOptions;
    const progress = new Progress(onProgress);
    const count = this.#rays.length / 6;
    for (let first = 0; first === 0 || first < count; first += BLOCK) {
      if (first > 0) await otherWork();
      this.#store.checkOpen();
      throwIfAborted(progressOptions);
      const end = Math.min(first + BLOCK, count);
      this.#castAll(first, end);
      if (end < count) progress.tell((0.5 * (end - this.#waiting)) / count);
    }
    while (this.#queues.size > 0) {
      const tiles = this.#fullest();
      const lease = await this.#store.load(tiles, signal, () => undefined);
      try {
        for (const tile of tiles) this.#castWaiting(tile);
      } finally {
        lease.release();
      }
      if (this.#waiting > 0) progress.tell((count - this.#waiting) / count);
    }
    progress.tell(1);
    const { ids, ts, ...met } = this.#hits;
    return this.#options.triangles === true ? { ids, ts, ...met } : { ids, ts };
  }

  /** Casts a run of rays for the first time. */
  #castAll(first: number, end: number): void {
    const rays = this.#rays.subarray(6 * first, 6 * end);
    const { refine } = this.#options;
    // A refined hit may be earlier than its box, which only the ray's own limit tells.
    const hits = (refine === undefined ? this.#resident.whole : this.#resident).raycastMany(rays, this.#options);
    this.#hits.ids.set(hits.ids, first);
    this.#hits.ts.set(hits.ts, first);
    if (hits.triangles !== undefined) this.#hits.triangles.set(hits.triangles, first);
    if (hits.us !== undefined) this.#hits.us.set(hits.us, first);
    if (hits.vs !== undefined) this.#hits.vs.set(hits.vs, first);
    const meeting: number[] = [];
    for (let i = first; i < end; i++) {
      if (refine !== undefined) {
        this.#wait(i, -Infinity, -1);
      } else if (hits.ids[i - first] === MEETS_ABSENT || !this.#isSure(i)) {
        this.#hits.ids[i] = -1;
        this.#hits.ts[i] = Infinity;
        meeting.push(i);
      }
    }
    this.#castSome(meeting);
    for (const i of meeting) this.#wait(i, -Infinity, -1);
  }

  #isSure(i: number): boolean {
    if (this.#measure.meshCondition === 0) return true;
    readRayOf(this.#rays, i, this.#ray);
    return this.#absent.isSureOfRay(this.#ray);
  }

  /** Casts the rays that have waited at a tile, which has come. */
  #castWaiting(tile: number): void {
    const waiting = this.#queues.get(tile) ?? [];
    this.#queues.delete(tile);
    this.#waiting -= waiting.length;
    this.#castSome(waiting);
    for (const ray of waiting) this.#wait(ray, this.#enters[ray], tile);
  }

  /** Casts some rays at what is in memory. */
  #castSome(indices: readonly number[]): void {
    for (let first = 0; first < indices.length; first += BLOCK) {
      const some = indices.slice(first, first + BLOCK);
      const rays = new Float64Array(6 * some.length);
      some.forEach((ray, i) => {
        for (let k = 0; k < 6; k++) rays[6 * i + k] = this.#rays[6 * ray + k];
      });
      const hits = this.#resident.raycastMany(rays, this.#options);
      some.forEach((ray, i) => {
        this.#take(hits, i, ray);
      });
    }
  }

  /** Lets a ray wait at the first absent tile after another one, if there is any before its hit. */
  #wait(i: number, lastAt: number, lastTile: number): void {
    readRayOf(this.#rays, i, this.#ray);
    const { tMin, refine } = this.#options;
    const ray: Ray = this.#ray;
    const tMax = limitOf(this.#measure, ray, this.#options, this.#hits.ts[i]);
    const next = this.#next;
    this.#absent.next({ ray, tMin, tMax, isRefined: refine !== undefined }, lastAt, lastTile, next);
    if (next.tile < 0) return;
    if (this.#enters.length === 0) this.#enters = new Float64Array(this.#rays.length / 6);
    this.#enters[i] = next.at;
    this.#waiting++;
    const queue = this.#queues.get(next.tile);
    if (queue === undefined) this.#queues.set(next.tile, [i]);
    else queue.push(i);
  }

  /** The tiles at which most rays wait, and those that have come meanwhile. */
  #fullest(): number[] {
    const tiles = [...this.#queues].map(([tile, { length }]) => ({
      tile,
      rays: this.#absent.isAbsent(tile) ? length : Infinity,
    }));
    tiles.sort((a, b) => (a.rays === b.rays ? a.tile - b.tile : b.rays - a.rays));
    const first = tiles.slice(0, TILES_AT_ONCE).map(({ tile }) => tile);
    return first.slice(0, this.#store.fitting(first));
  }

  /** Takes over a hit if it comes before the one that a ray has so far. */
  #take(from: ResidentHits, at: number, ray: number): void {
    const hits = this.#hits;
    const id = from.ids[at];
    if (id < 0) return;
    const t = from.ts[at];
    if (t > hits.ts[ray] || (t === hits.ts[ray] && hits.ids[ray] >= 0 && id > hits.ids[ray])) return;
    hits.ids[ray] = id;
    hits.ts[ray] = t;
    if (from.triangles === undefined || from.us === undefined || from.vs === undefined) return;
    hits.triangles[ray] = from.triangles[at];
    hits.us[ray] = from.us[at];
    hits.vs[ray] = from.vs[at];
  }
}

/** Lets other tasks have their turn. */
function otherWork(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
