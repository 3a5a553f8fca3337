import type { FloatArray } from 'slabtree';
import { type ProgressOptions, throwIfAborted } from '../../scene/arguments/progressOptions';
import type { RunHits, TileRunAnswer } from '../../scene/batches/castRun';
import type { AbsentTiles } from '../absent/absentTiles';
import type { RunCaster } from '../casting/runCasters';
import type { TileStore } from '../store/tileStore';
import { Progress } from './passes';
import { TileQueues } from './tileQueues';

const TILES_AT_ONCE = 8;
/** How many runs of rays are planned per lane, which casts one run at a time. With more runs, lanes end at about one time. */
const RUNS_A_LANE = 2;

/**
 * Casts many rays, and loads each tile as seldom as possible. A ray that needs a tile is queued at the tile, and the tiles with
 * most rays are loaded first (Pharr, Kolb, Gershbein and Hanrahan, "Rendering Complex Scenes with Memory-Coherent Ray Tracing",
 * 1997).
 *
 * A ray is queued at the first absent tile along it. Once this tile is loaded, the ray is cast at all tiles in memory. The ray
 * is then queued at the next absent tile, unless the ray hits a box before that tile. So a ray needs one tile at a time, and
 * each tile only once.
 */
export class RayQueues {
  readonly #rays: FloatArray;
  readonly #count: number;
  readonly #caster: RunCaster;
  readonly #absent: AbsentTiles;
  readonly #store: TileStore;
  readonly #hits: Required<RunHits>;
  readonly #withTriangles: boolean;
  readonly #queues = new TileQueues();
  /** The tiles with queued rays that other queries have loaded. Some of these tiles may have been evicted since. */
  readonly #loaded = new Set<number>();
  /** For each ray, the `t` at which the ray enters the tile at which it is queued. Allocated when the first ray is queued. */
  #enters = new Float64Array(0);
  #pending = 0;

  constructor(rays: FloatArray, withTriangles: boolean, caster: RunCaster, absent: AbsentTiles, store: TileStore) {
    this.#rays = rays;
    this.#count = rays.length / 6;
    this.#caster = caster;
    this.#absent = absent;
    this.#store = store;
    this.#withTriangles = withTriangles;
    const met = withTriangles ? this.#count : 0;
    this.#hits = {
      ids: new Float64Array(this.#count).fill(-1),
      ts: new Float64Array(this.#count).fill(Infinity),
      triangles: new Int32Array(met).fill(-1),
      us: new Float64Array(met),
      vs: new Float64Array(met),
    };
  }

  async cast(options: ProgressOptions): Promise<RunHits> {
    const stopListening = this.#store.listen({
      onLoad: (tile) => {
        if (this.#queues.has(tile)) this.#loaded.add(tile);
      },
    });
    try {
      await this.#castAll(options);
    } finally {
      stopListening();
    }
    const { ids, ts, ...met } = this.#hits;
    return this.#withTriangles ? { ids, ts, ...met } : { ids, ts };
  }

  async #castAll(options: ProgressOptions): Promise<void> {
    const { signal, onProgress } = options;
    const progress = new Progress(onProgress);
    const count = this.#count;
    const check = (): void => {
      this.#store.checkOpen();
      throwIfAborted(options);
    };
    check();
    let done = 0;
    await this.#inRuns(count, check, async (first, end) => {
      await this.#castFirst(first, end);
      done += end - first;
      if (done < count) progress.report((0.5 * (done - this.#pending)) / count);
    });
    while (this.#queues.size > 0) {
      const { tiles, rays, at } = this.#takeNext();
      const lease = await this.#store.load(tiles, signal, () => undefined);
      try {
        await this.#inRuns(rays.length, check, (first, end) =>
          this.#castAgain(rays.subarray(first, end), at.slice(first, end)),
        );
      } finally {
        lease.release();
      }
      if (this.#pending > 0) progress.report((count - this.#pending) / count);
    }
    progress.report(1);
  }

  /** Splits `count` rays into runs, and casts as many runs at once as the caster has lanes. */
  async #inRuns(count: number, check: () => void, cast: (first: number, end: number) => Promise<void>): Promise<void> {
    const { lanes, longestRun, shortestRun } = this.#caster;
    const even = Math.ceil(count / (lanes * RUNS_A_LANE));
    const length = Math.max(shortestRun, Math.min(even, longestRun));
    let next = 0;
    const lane = async (): Promise<void> => {
      try {
        while (next < count) {
          const first = next;
          next = Math.min(first + length, count);
          check();
          await cast(first, next);
        }
      } finally {
        // After an error in one lane, the other lanes begin no more runs of rays.
        next = count;
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  }

  #castFirst(first: number, end: number): Promise<void> {
    const rays = this.#rays.subarray(6 * first, 6 * end);
    return this.#caster.cast({ rays, last: null }, (answer) => {
      const { ids, ts, triangles, us, vs } = answer;
      const hits = this.#hits;
      hits.ids.set(ids, first);
      hits.ts.set(ts, first);
      if (triangles !== undefined && us !== undefined && vs !== undefined) {
        hits.triangles.set(triangles, first);
        hits.us.set(us, first);
        hits.vs.set(vs, first);
      }
      this.#queue(answer, (i) => first + i);
    });
  }

  /** Removes the next tiles from the queues of rays, and returns the tiles, their queued rays, and the tile of each ray. */
  #takeNext(): { tiles: number[]; rays: Int32Array; at: Int32Array<ArrayBuffer> } {
    const tiles: number[] = [];
    const queues: number[][] = [];
    let count = 0;
    for (let tile = this.#next(); tile !== undefined && tiles.length < TILES_AT_ONCE; tile = this.#next()) {
      if (this.#store.fitting([...tiles, tile]) === tiles.length) break;
      const queue = this.#queues.take(tile);
      tiles.push(tile);
      queues.push(queue);
      count += queue.length;
    }
    const rays = new Int32Array(count);
    const at = new Int32Array(count);
    let end = 0;
    queues.forEach((queue, i) => {
      rays.set(queue, end);
      at.fill(tiles[i], end, end + queue.length);
      end += queue.length;
    });
    this.#pending -= count;
    return { tiles, rays, at };
  }

  /** Returns a tile with queued rays that another query has loaded, if it is still in memory, or else the tile with most rays. */
  #next(): number | undefined {
    for (const tile of this.#loaded) {
      if (this.#queues.has(tile) && !this.#absent.isAbsent(tile)) return tile;
      this.#loaded.delete(tile);
    }
    return this.#queues.fullest;
  }

  /** Casts rays that were queued at tiles. The tiles must be in memory now. */
  #castAgain(numbers: Int32Array, tiles: Int32Array<ArrayBuffer>): Promise<void> {
    const rays = new Float64Array(6 * numbers.length);
    const enters = new Float64Array(numbers.length);
    const ts = new Float64Array(numbers.length);
    for (let i = 0; i < numbers.length; i++) {
      const ray = numbers[i];
      for (let k = 0; k < 6; k++) rays[6 * i + k] = this.#rays[6 * ray + k];
      enters[i] = this.#enters[ray];
      ts[i] = this.#hits.ts[ray];
    }
    return this.#caster.cast({ rays, last: { tiles, enters, ts } }, (answer) => {
      for (let i = 0; i < numbers.length; i++) this.#take(answer, i, numbers[i]);
      this.#queue(answer, (i) => numbers[i]);
    });
  }

  /** Queues the pending rays of a run at the absent tiles that the rays need next. */
  #queue({ pending, tiles, enters }: TileRunAnswer, rayOf: (i: number) => number): void {
    if (pending.length === 0) return;
    if (this.#enters.length === 0) this.#enters = new Float64Array(this.#count);
    this.#pending += pending.length;
    for (let i = 0; i < pending.length; i++) {
      const ray = rayOf(pending[i]);
      this.#enters[ray] = enters[i];
      this.#queues.add(tiles[i], ray);
      if (!this.#absent.isAbsent(tiles[i])) this.#loaded.add(tiles[i]);
    }
  }

  /** Replaces the hit of a ray if the hit in `from` precedes it. */
  #take(from: TileRunAnswer, at: number, ray: number): void {
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
