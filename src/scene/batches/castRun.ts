import type { RayVisitor } from '../../bvh/meshes/rayVisitor';
import type { Ray } from '../../primitives/shapes/ray';
import type { FloatArray } from '../arguments/floatArray';
import type { ManyRaysSettings } from '../arguments/raycastOptions';
import type { SceneQueries } from './batchQueries';

/** The mask of absent tiles in the index, a scene with a box for each tile. Tiles in memory have the mask 0. */
export const ABSENT_MASK = 1;

/** The id in an answer, in place of a global id, if the ray hits the placeholder of an absent tile first. */
export const MEETS_PLACEHOLDER = -2;

/** For each ray of a run: the tile at which it was queued last, where it enters the tile, and its hit's `t` so far. */
export interface LastTiles {
  readonly tiles: Int32Array<ArrayBuffer>;
  readonly enters: Float64Array<ArrayBuffer>;
  readonly ts: Float64Array<ArrayBuffer>;
}

/** Some rays of a batch, which are cast at tiles together. */
export interface RayRun {
  readonly rays: FloatArray;
  /** The tiles at which the rays were queued last. Null if the rays are cast for the first time. */
  readonly last: LastTiles | null;
}

/** The closest hits of rays in the tiles in memory. */
export interface RunHits {
  /** For each ray the global id of the box that it hits, -1 if it hits nothing, or {@link MEETS_PLACEHOLDER}. */
  readonly ids: Float64Array;
  readonly ts: Float64Array;
  readonly triangles?: Int32Array;
  readonly us?: Float64Array;
  readonly vs?: Float64Array;
}

/** The hits of a run of rays, and the tiles that the rays need next. */
export interface TileRunAnswer extends RunHits {
  /** The rays that may meet an absent tile before their hit, by their indices in the run. */
  readonly pending: Int32Array;
  /** For each pending ray the next absent tile that it enters, and the `t` where it enters the tile. */
  readonly tiles: Int32Array;
  readonly enters: Float64Array;
}

/** The tiles in memory and the absent tiles, as a thread or the calling thread reads them. */
export interface RunTiles {
  /** Returns the closest hits in the tiles in memory, and the rays that may meet an absent tile before their hit. */
  castRays(run: RayRun): { readonly hits: RunHits; readonly unsettled: ArrayLike<number> };
  /** Returns the largest `t` along a ray at which a box may have a hit that comes before a hit at `t`. */
  limitOf(ray: Ray, t: number): number;
  /** Visits the absent tiles that a ray may meet up to `t` = `limit`. */
  visitAbsent(ray: Ray, limit: number, visitor: RayVisitor): void;
}

/** Casts rays at the tiles in memory, and finds the tiles that the rays need next. No tile may change meanwhile. */
export function castRun(tiles: RunTiles, run: RayRun): TileRunAnswer {
  const { rays, last } = run;
  const { hits, unsettled } = tiles.castRays(run);
  const pending: number[] = [];
  const nextTiles: number[] = [];
  const enters: number[] = [];
  const ray = { origin: { x: 0, y: 0, z: 0 }, direction: { x: 0, y: 0, z: 0 } };
  const next = new NextTile();
  for (let k = 0; k < unsettled.length; k++) {
    const i = unsettled[k];
    readRayOf(rays, i, ray);
    const limit = tiles.limitOf(ray, last === null ? hits.ts[i] : Math.min(hits.ts[i], last.ts[i]));
    next.begin(limit, last === null ? -Infinity : last.enters[i], last === null ? -1 : last.tiles[i]);
    tiles.visitAbsent(ray, limit, next);
    if (next.tile < 0) continue;
    pending.push(i);
    nextTiles.push(next.tile);
    enters.push(next.at);
  }
  return {
    ...hits,
    pending: Int32Array.from(pending),
    tiles: Int32Array.from(nextTiles),
    enters: Float64Array.from(enters),
  };
}

/** The parts of the scene with the tiles in memory that {@link SharedTiles} uses. */
interface ResidentScene extends Pick<SceneQueries, 'rays'> {
  readonly boxes: { readonly globalIds: Float64Array | null };
}

/** The parts of the index, a scene with a box for each tile, that {@link SharedTiles} uses. */
interface IndexScene extends Pick<SceneQueries, 'rays'> {
  visitCandidates(ray: Ray, tMin: number, tMax: number, mask: number, visitor: RayVisitor): void;
}

/**
 * Tiles that another thread loads and evicts, read in shared memory. The bounds of absent tiles are wide enough only
 * for rays that `AbsentTiles.indexCoversRays` accepts.
 */
export class SharedTiles implements RunTiles {
  readonly #resident: ResidentScene;
  readonly #index: IndexScene | null;
  readonly #settings: ManyRaysSettings;

  /**
   * @param resident the scene of the tiles in memory. `globalIds` of its BoxStore has the global id of each box.
   * @param index a scene with a box for each tile, with {@link ABSENT_MASK} for an absent tile. Null if none is absent.
   */
  constructor(resident: ResidentScene, index: IndexScene | null, settings: ManyRaysSettings) {
    this.#resident = resident;
    this.#index = index;
    this.#settings = settings;
  }

  castRays({ rays, last }: RayRun): { hits: RunHits; unsettled: number[] } {
    const settings = this.#settings;
    const hits = this.#resident.rays.raycastMany(rays, settings);
    const ids = toGlobalIds(hits.ids, this.#resident.boxes.globalIds ?? new Float64Array(0));
    const unsettled: number[] = [];
    if (this.#index !== null) {
      // One query finds the first absent tile of all rays, because most rays meet no absent tile before their hit.
      const first = this.#index.rays.raycastMany(rays, {
        ...settings,
        solid: true,
        mask: ABSENT_MASK,
        triangles: false,
      });
      for (let i = 0; i < ids.length; i++) {
        const t = last === null ? hits.ts[i] : Math.min(hits.ts[i], last.ts[i]);
        if (first.ids[i] >= 0 && first.ts[i] <= t) unsettled.push(i);
      }
    }
    return { hits: { ...hits, ids }, unsettled };
  }

  limitOf(_: Ray, t: number): number {
    return Math.min(t, this.#settings.tMax);
  }

  visitAbsent(ray: Ray, limit: number, visitor: RayVisitor): void {
    this.#index?.visitCandidates(ray, this.#settings.tMin, limit, ABSENT_MASK, visitor);
  }
}

/** Returns the global ids of hits: -1 for no hit, {@link MEETS_PLACEHOLDER} for the placeholder of an absent tile. */
export function toGlobalIds(own: Int32Array, globalIds: Float64Array): Float64Array<ArrayBuffer> {
  const ids = new Float64Array(own.length);
  for (let i = 0; i < own.length; i++) {
    if (own[i] < 0) ids[i] = -1;
    // The placeholders of absent tiles have negative global ids.
    else ids[i] = globalIds[own[i]] < 0 ? MEETS_PLACEHOLDER : globalIds[own[i]];
  }
  return ids;
}

/** Finds the first tile that a ray enters after another tile. Tiles entered at the same t are ordered by number. */
export class NextTile implements RayVisitor {
  readonly isFirstEnough = false;
  /** The number of the tile that was found, or -1 if there is no such tile. */
  tile = -1;
  at = Infinity;
  #limit = Infinity;
  #lastAt = -Infinity;
  #lastTile = -1;

  begin(limit: number, lastAt: number, lastTile: number): void {
    this.tile = -1;
    this.at = Infinity;
    this.#limit = limit;
    this.#lastAt = lastAt;
    this.#lastTile = lastTile;
  }

  /** Called with each tile that the ray may hit: see `SceneInternals.visitCandidates`. */
  visit(tile: number, at: number): number {
    const isAfterLast = at > this.#lastAt || (at === this.#lastAt && tile > this.#lastTile);
    const isBefore = this.tile < 0 || at < this.at || (at === this.at && tile < this.tile);
    if (isAfterLast && isBefore) {
      this.tile = tile;
      this.at = at;
      this.#limit = Math.min(this.#limit, at);
    }
    // The limit is never -Infinity, which would end the visits: a line may enter other tiles at -Infinity, too.
    return Math.max(this.#limit, -Number.MAX_VALUE);
  }
}

/** Copies the ray with the number `i` from an array of many rays. */
export function readRayOf(rays: FloatArray, i: number, { origin, direction }: Ray): void {
  const at = 6 * i;
  origin.x = rays[at];
  origin.y = rays[at + 1];
  origin.z = rays[at + 2];
  direction.x = rays[at + 3];
  direction.y = rays[at + 4];
  direction.z = rays[at + 5];
}
