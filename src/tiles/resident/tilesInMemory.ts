import type {
  Aabb,
  BoxScene,
  FloatArray,
  Hit,
  IdSet,
  MaskOption,
  NearestOptions,
  Neighbor,
  Obb,
  OverlapOptions,
  Plane,
  Ray,
  RaycastManyOptions,
  RaycastOptions,
  Sphere,
  Vec3,
} from 'slabtree';
import { INTERNALS } from '../../scene/internals';
import type { GraftedScene } from './graftedScene';
import {
  ABSENT,
  type FoundIds,
  type InTile,
  MEETS_ABSENT,
  type ResidentHits,
  type ResidentScene,
  type TileQueries,
} from './residentScene';

/** Queries of a grafted scene, with the ids of the whole. */
class GraftedQueries implements TileQueries {
  protected readonly grafted: GraftedScene;
  readonly #scene: BoxScene;
  readonly #showsAbsent: boolean;

  constructor(grafted: GraftedScene, showsAbsent: boolean) {
    this.grafted = grafted;
    this.#scene = grafted.scene;
    this.#showsAbsent = showsAbsent;
  }

  raycast(ray: Ray, options: RaycastOptions): InTile<Hit> | null {
    const before = this.#show(this.#showsAbsent);
    try {
      const hit = this.#scene.raycast(ray, this.#inWhole(options));
      return hit === null ? null : this.#withTile(hit);
    } finally {
      this.#show(before);
    }
  }

  anyTileAlong(ray: Ray, options: RaycastOptions): number | null {
    const before = this.#show(this.#showsAbsent);
    try {
      const id = this.#scene[INTERNALS].anyHitId(ray, this.#inWhole(options));
      return id < 0 ? null : this.grafted.tileOf(id);
    } finally {
      this.#show(before);
    }
  }

  raycastAll(ray: Ray, options: RaycastOptions): InTile<Hit>[] {
    const before = this.#show(this.#showsAbsent);
    try {
      return this.#scene.raycastAll(ray, this.#inWhole(options)).map((hit) => this.#withTile(hit));
    } finally {
      this.#show(before);
    }
  }

  raycastMany(rays: FloatArray, options: RaycastManyOptions): ResidentHits {
    const before = this.#show(this.#showsAbsent);
    try {
      const hits = this.#scene.raycastMany(rays, this.#inWhole(options));
      const { ids: own } = hits;
      const { globalIds, tiles } = this.grafted;
      const ids = new Float64Array(own.length);
      for (let i = 0; i < own.length; i++)
        ids[i] = own[i] < 0 ? -1 : tiles[own[i]] < 0 ? MEETS_ABSENT : globalIds[own[i]];
      return { ...hits, ids };
    } finally {
      this.#show(before);
    }
  }

  nearest(point: Vec3, options: NearestOptions): InTile<Neighbor>[] {
    const { filter } = options;
    const own = filter === undefined ? options : { ...options, filter: this.#filterOfWhole(filter) };
    const before = this.#show(this.#showsAbsent);
    try {
      return this.#scene.nearest(point, own).map((neighbor) => this.#withTile(neighbor));
    } finally {
      this.#show(before);
    }
  }

  overlap(shape: Aabb | Obb | Sphere, options: OverlapOptions): FoundIds[] {
    return this.#sets(() => [this.#scene.overlap(shape, options)]);
  }

  split(plane: Plane, options: MaskOption): FoundIds[] {
    return this.#sets(() => {
      const { front, crossing, back } = this.#scene.split(plane, options);
      return [front, crossing, back];
    });
  }

  cull(planes: readonly Plane[], options: MaskOption): FoundIds[] {
    return this.#sets(() => {
      const { inside, crossing, edges } = this.#scene.cull(planes, options);
      return [inside, crossing, edges];
    });
  }

  #sets(ask: () => IdSet[]): FoundIds[] {
    const before = this.#show(this.#showsAbsent);
    try {
      return ask().map((set) => this.#foundIn(set));
    } finally {
      this.#show(before);
    }
  }

  #foundIn(set: IdSet): FoundIds {
    const own = set.toArray();
    const { globalIds, tiles } = this.grafted;
    const ids = new Float64Array(own.length);
    const runs: number[] = [];
    for (let first = 0, end = 0; first < own.length; first = end) {
      const tile = tiles[own[first]];
      for (; end < own.length && tiles[own[end]] === tile; end++) ids[end] = globalIds[own[end]];
      runs.push(tile, end);
    }
    return { ids, runs };
  }

  #withTile<Answer extends Hit | Neighbor>(answer: Answer): InTile<Answer> {
    const { id } = answer;
    const inTile = answer as InTile<Answer>;
    inTile.tile = this.grafted.tileOf(id);
    if (inTile.tile !== ABSENT) inTile.id = this.grafted.globalIdOf(id);
    return inTile;
  }

  /** Lets queries find absent tiles, or not. Returns what they did before: a callback may ask in between. */
  #show(isShown: boolean): boolean {
    const before = this.grafted.showsAbsent;
    this.grafted.showsAbsent = isShown;
    return before;
  }

  /** Options whose callbacks get the ids of the whole. */
  #inWhole<Options extends RaycastOptions>(options: Options): Options {
    const { filter, refine } = options;
    if (filter === undefined && refine === undefined) return options;
    return {
      ...options,
      ...(filter && { filter: this.#filterOfWhole(filter) }),
      ...(refine && { refine: (id: number, t: number) => refine(this.grafted.globalIdOf(id), t) }),
    };
  }

  /** What is in absent tiles is not known yet, so they pass. */
  #filterOfWhole(filter: (id: number, triangle: number) => boolean): (id: number, triangle?: number) => boolean {
    const { grafted } = this;
    return (id, triangle = -1) => grafted.tileOf(id) === ABSENT || filter(grafted.globalIdOf(id), triangle);
  }
}

/** Queries of the tiles in memory. */
export class TilesInMemory extends GraftedQueries implements ResidentScene {
  readonly whole: TileQueries;

  constructor(grafted: GraftedScene) {
    super(grafted, false);
    this.whole = new GraftedQueries(grafted, true);
  }

  graft(tile: number, scene: Uint8Array, ids: Float64Array): void {
    this.grafted.graft(tile, scene, ids);
  }

  prune(tile: number): void {
    this.grafted.prune(tile);
  }

  bytesOf(tile: number): number {
    return this.grafted.bytesOf(tile);
  }
}
