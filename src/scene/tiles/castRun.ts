import type { RayVisitor } from '../../bvh/meshes/rayVisitor';
import type { Ray } from '../../primitives/shapes/ray';
import type { FloatArray } from '../arguments/floatArray';
import type { SceneQueries, ManyRaysOptions, WithTriangles } from '../threads/batchQueries';
import { readRayOf } from './readRayOf';

/** The mask of tiles that are not in memory, in the scene of all tiles. */
export const ABSENT = 1;

/** What is used of the scene of the tiles in memory. */
interface Resident extends Pick<SceneQueries, 'raycastMany'> {
  readonly parts: { readonly boxes: { readonly globalIds: Float64Array | null } };
}

/** What is used of the scene of all tiles. */
interface Index extends Pick<SceneQueries, 'raycastMany'> {
  visitAlong(ray: Ray, tMin: number, tMax: number, mask: number, visitor: RayVisitor): void;
}

/** Where each ray of a run has waited before: at which tile, where it enters that, and the `t` of its hit so far. */
export interface Waited {
  readonly tiles: Int32Array<ArrayBuffer>;
  readonly enters: Float64Array<ArrayBuffer>;
  readonly ts: Float64Array<ArrayBuffer>;
}

/** Which hits count, and what is told of them. */
export interface TileRunOptions extends ManyRaysOptions, WithTriangles {
  tMin: number;
  tMax: number;
}

/** What a run of rays meets in the tiles in memory, and which of its rays need another one. */
export interface TileRunAnswer {
  /** For each ray the id in the whole, or -1. */
  readonly ids: Float64Array;
  readonly ts: Float64Array;
  readonly triangles?: Int32Array;
  readonly us?: Float64Array;
  readonly vs?: Float64Array;
  /** The rays that may meet an absent tile before their hit, by their places in the run. */
  readonly waiting: Int32Array;
  /** For each of these the first such tile after the one where it has waited, and where it enters that. */
  readonly tiles: Int32Array;
  readonly enters: Float64Array;
}

/**
 * Casts a run of rays at the tiles in memory, and finds where its rays wait next. Both scenes must stay as they are
 * meanwhile.
 *
 * @param resident the tiles in memory: its boxes have globalIds, which are the ids in the whole.
 * @param index a box for each tile, with the mask {@link ABSENT} if it is not in memory. Null if all are.
 * @param waited null if the rays are cast for the first time.
 */
export function castRun(
  resident: Resident,
  index: Index | null,
  rays: FloatArray,
  waited: Waited | null,
  options: TileRunOptions,
): TileRunAnswer {
  const { ids: own, ...hits } = resident.raycastMany(rays, { ...options, triangles: options.triangles === true });
  const globalIds = resident.parts.boxes.globalIds ?? new Float64Array(0);
  const ids = new Float64Array(own.length);
  for (let i = 0; i < own.length; i++) ids[i] = own[i] < 0 ? -1 : globalIds[own[i]];
  const answer = { ids, ...(hits as Omit<TileRunAnswer, 'ids' | 'waiting' | 'tiles' | 'enters'>) };
  const next = index === null ? NOWHERE : waitNext(index, rays, waited, answer.ts, options);
  return {
    ...answer,
    waiting: Int32Array.from(next.waiting),
    tiles: Int32Array.from(next.tiles),
    enters: Float64Array.from(next.enters),
  };
}

const NOWHERE = { waiting: [], tiles: [], enters: [] };

function waitNext(
  index: Index,
  rays: FloatArray,
  waited: Waited | null,
  ts: Float64Array,
  { tMin, tMax }: TileRunOptions,
): { waiting: number[]; tiles: number[]; enters: number[] } {
  const waiting: number[] = [];
  const tiles: number[] = [];
  const enters: number[] = [];
  // Fast: most rays meet no absent tile before their hit.
  const { ids: met, ts: firsts } = index.raycastMany(rays, { tMin, tMax, solid: true, mask: ABSENT });
  const ray = { origin: { x: 0, y: 0, z: 0 }, direction: { x: 0, y: 0, z: 0 } };
  const next = new NextTile();
  for (let i = 0; i < firsts.length; i++) {
    const limit = Math.min(ts[i], waited === null ? Infinity : waited.ts[i], tMax);
    if (met[i] < 0 || firsts[i] > limit) continue;
    readRayOf(rays, i, ray);
    next.begin(limit, waited === null ? -Infinity : waited.enters[i], waited === null ? -1 : waited.tiles[i]);
    index.visitAlong(ray, tMin, limit, ABSENT, next);
    if (next.tile < 0) continue;
    waiting.push(i);
    tiles.push(next.tile);
    enters.push(next.at);
  }
  return { waiting, tiles, enters };
}

/** Finds the first tile along a ray after another one. Those that it enters at the same t come by their numbers. */
export class NextTile implements RayVisitor {
  readonly isFirstEnough = false;
  /** -1 if there is none. */
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

  /** See `BoxScene.visitAlong`. */
  visit(tile: number, at: number): number {
    const isAfterLast = at > this.#lastAt || (at === this.#lastAt && tile > this.#lastTile);
    const isBefore = this.tile < 0 || at < this.at || (at === this.at && tile < this.tile);
    if (isAfterLast && isBefore) {
      this.tile = tile;
      this.at = at;
      this.#limit = Math.min(this.#limit, at);
    }
    // -Infinity would end the visits. But a line may enter other tiles there, too.
    return Math.max(this.#limit, -Number.MAX_VALUE);
  }
}
