import {
  type Aabb,
  BoxScene,
  type FloatArray,
  type Hit,
  type MaskOption,
  type NearestOptions,
  type Neighbor,
  type Obb,
  type OverlapOptions,
  type Plane,
  type RaycastManyOptions,
  type RaycastOptions,
  type Ray,
  type Sphere,
  type Vec3,
} from 'slabtree';
import { refuseTile } from '../format/refuse';
import { isBefore } from './isBefore';
import type { InTile, ResidentHits, ResidentScene, VisitId } from './residentScene';

interface Part {
  readonly scene: BoxScene;
  readonly ids: Float64Array;
}

/** A scene for each tile. Every question goes to all of them. */
export class PartScenes implements ResidentScene {
  readonly #parts = new Map<number, Part>();
  readonly #owners = new Set<number>();
  readonly #bounds: Float64Array;

  /** @param bounds 6 numbers per tile, of which nothing in it may stick out. */
  constructor(bounds: Float64Array) {
    this.#bounds = bounds;
  }

  graft(tile: number, bytes: Uint8Array, ids: Float64Array): void {
    const scene = BoxScene.deserialize(bytes, { backend: 'js' });
    const { bounds } = scene.nodeBounds();
    for (let k = 0; k < 3; k++) {
      if (bounds[k] < this.#bounds[6 * tile + k] || bounds[3 + k] > this.#bounds[6 * tile + 3 + k]) {
        refuseTile(tile, 'it sticks out of its bounds in the index');
      }
    }
    for (const id of ids) if (this.#owners.has(id)) refuseTile(tile, `another tile has its id ${id}`);
    for (const id of ids) this.#owners.add(id);
    this.#parts.set(tile, { scene, ids });
  }

  prune(tile: number): void {
    for (const id of this.#parts.get(tile)?.ids ?? []) this.#owners.delete(id);
    this.#parts.delete(tile);
  }

  raycast(ray: Ray, options: RaycastOptions): InTile<Hit> | null {
    let best: InTile<Hit> | null = null;
    for (const [tile, { scene, ids }] of this.#parts) {
      const hit = scene.raycast(ray, inWhole(ids, options));
      if (hit === null) continue;
      const found = { ...hit, id: ids[hit.id], tile };
      if (best === null || isBefore(found, best)) best = found;
    }
    return best;
  }

  raycastAny(ray: Ray, options: RaycastOptions): boolean {
    for (const { scene, ids } of this.#parts.values()) if (scene.raycastAny(ray, inWhole(ids, options))) return true;
    return false;
  }

  raycastAll(ray: Ray, options: RaycastOptions): InTile<Hit>[] {
    const all: InTile<Hit>[] = [];
    for (const [tile, { scene, ids }] of this.#parts) {
      for (const hit of scene.raycastAll(ray, inWhole(ids, options))) all.push({ ...hit, id: ids[hit.id], tile });
    }
    return all.sort((a, b) => (isBefore(a, b) ? -1 : 1));
  }

  raycastMany(rays: FloatArray, options: RaycastManyOptions): ResidentHits {
    const count = rays.length / 6;
    const ids = new Float64Array(count).fill(-1);
    const ts = new Float64Array(count).fill(Infinity);
    const met =
      options.triangles === true
        ? { triangles: new Int32Array(count).fill(-1), us: new Float64Array(count), vs: new Float64Array(count) }
        : null;
    for (const part of this.#parts.values()) {
      const hits = part.scene.raycastMany(rays, { ...inWhole(part.ids, options), triangles: true });
      for (let i = 0; i < count; i++) {
        if (hits.ids[i] < 0) continue;
        const id = part.ids[hits.ids[i]];
        if (ids[i] >= 0 && (hits.ts[i] > ts[i] || (hits.ts[i] === ts[i] && id > ids[i]))) continue;
        ids[i] = id;
        ts[i] = hits.ts[i];
        if (met === null) continue;
        met.triangles[i] = hits.triangles[i];
        met.us[i] = hits.us[i];
        met.vs[i] = hits.vs[i];
      }
    }
    return { ids, ts, ...met };
  }

  nearest(point: Vec3, options: NearestOptions): InTile<Neighbor>[] {
    const { count = 1, filter } = options;
    const all: InTile<Neighbor>[] = [];
    for (const [tile, { scene, ids }] of this.#parts) {
      const own = filter === undefined ? options : { ...options, filter: (id: number) => filter(ids[id]) };
      for (const near of scene.nearest(point, own)) all.push({ ...near, id: ids[near.id], tile });
    }
    return all.sort((a, b) => a.distance - b.distance || a.id - b.id).slice(0, count);
  }

  overlap(shape: Aabb | Obb | Sphere, options: OverlapOptions, visit: VisitId): void {
    this.#visit((scene) => [scene.overlap(shape, options)], [visit]);
  }

  split(plane: Plane, options: MaskOption, ...visits: [front: VisitId, crossing: VisitId, back: VisitId]): void {
    this.#visit((scene) => {
      const { front, crossing, back } = scene.split(plane, options);
      return [front, crossing, back];
    }, visits);
  }

  cull(
    planes: readonly Plane[],
    options: MaskOption,
    ...visits: [inside: VisitId, crossing: VisitId, edges: VisitId]
  ): void {
    this.#visit((scene) => {
      const { inside, crossing, edges } = scene.cull(planes, options);
      return [inside, crossing, edges];
    }, visits);
  }

  #visit(ask: (scene: BoxScene) => Iterable<number>[], visits: readonly VisitId[]): void {
    for (const [tile, { scene, ids }] of this.#parts) {
      ask(scene).forEach((set, i) => {
        for (const id of set) visits[i](ids[id], tile);
      });
    }
  }
}

/** Options whose callbacks get the ids of the whole. */
function inWhole<Options extends RaycastOptions>(ids: Float64Array, options: Options): Options {
  const { filter, refine } = options;
  if (filter === undefined && refine === undefined) return options;
  return {
    ...options,
    ...(filter && { filter: (id: number, triangle: number) => filter(ids[id], triangle) }),
    ...(refine && { refine: (id: number, t: number) => refine(ids[id], t) }),
  };
}
