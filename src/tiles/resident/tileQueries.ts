import type {
  BoxScene,
  ContactsOptions,
  FloatArray,
  Hit,
  IdSet,
  MaskOption,
  NearestOptions,
  Neighbor,
  OverlapOptions,
  Plane,
  Ray,
  RaycastManyOptions,
  RaycastOptions,
  SceneContact,
  Shape,
  SweepHit,
  SweepOptions,
  Vec3,
} from 'slabtree';
import { INTERNALS } from '../../scene/internals';
import { PLACEHOLDER, type ResidentTree } from '../../bvh/tiles/residentTree';
import { type RunHits, toGlobalIds } from '../../scene/tiles/castRun';

/** A hit or neighbor, and the tile of its box. If the tile is PLACEHOLDER, the id is the number of the absent tile. */
export type InTile<Answer> = Answer & { tile: number };

/** A set of global ids that a query has found, and the tiles of these ids. */
export interface FoundIds {
  readonly ids: Float64Array;
  /** Two numbers for each run of ids in the same tile: the tile, and the index after its last id. A tile may have several runs. */
  readonly runs: readonly number[];
}

/** Queries of the tiles in memory. The queries' answers have global ids, and callbacks are called with global ids. */
export class TileQueries {
  readonly #scene: BoxScene;
  readonly #tree: ResidentTree;
  readonly #showsPlaceholders: boolean;

  /** @param showsPlaceholders whether queries find placeholders of absent tiles. */
  constructor(scene: BoxScene, tree: ResidentTree, showsPlaceholders: boolean) {
    this.#scene = scene;
    this.#tree = tree;
    this.#showsPlaceholders = showsPlaceholders;
  }

  raycast(ray: Ray, options: RaycastOptions): InTile<Hit> | null {
    // `raycast` does not call #run, which saves one function per ray.
    const before = this.#show(this.#showsPlaceholders);
    try {
      const hit = this.#scene.raycast(ray, this.#withGlobalIds(options));
      return hit === null ? null : this.#withTile(hit);
    } finally {
      this.#show(before);
    }
  }

  /** Returns the tile of any box that a ray hits, or PLACEHOLDER for the box of an absent tile. Null if the ray hits nothing. */
  anyTileAlong(ray: Ray, options: RaycastOptions): number | null {
    const before = this.#show(this.#showsPlaceholders);
    try {
      const id = this.#scene[INTERNALS].anyHitId(ray, this.#withGlobalIds(options));
      return id < 0 ? null : this.#tree.tiles[id];
    } finally {
      this.#show(before);
    }
  }

  raycastAll(ray: Ray, options: RaycastOptions): InTile<Hit>[] {
    return this.#run(() => this.#scene.raycastAll(ray, this.#withGlobalIds(options)).map((hit) => this.#withTile(hit)));
  }

  raycastMany(rays: FloatArray, options: RaycastManyOptions): RunHits {
    const hits = this.#run(() => this.#scene.raycastMany(rays, this.#withGlobalIds(options)));
    return { ...hits, ids: toGlobalIds(hits.ids, this.#tree.globalIds) };
  }

  nearest(shape: Shape, options: NearestOptions): InTile<Neighbor>[] {
    const { filter } = options;
    const own = filter === undefined ? options : { ...options, filter: this.#filterOfGlobalIds(filter) };
    return this.#run(() => this.#scene.nearest(shape, own).map((neighbor) => this.#withTile(neighbor)));
  }

  sweep(shape: Shape, motion: Vec3, options: SweepOptions): InTile<SweepHit> | null {
    return this.#run(() => {
      const hit = this.#scene.sweep(shape, motion, this.#withGlobalIds(options));
      return hit === null ? null : this.#withTile(hit);
    });
  }

  /** Returns the tile of any box that a moving shape hits, or PLACEHOLDER for an absent tile. Null if the shape hits nothing. */
  anyTileInWay(shape: Shape, motion: Vec3, options: SweepOptions): number | null {
    return this.#run(() => {
      const id = this.#scene[INTERNALS].anySweptId(shape, motion, this.#withGlobalIds(options));
      return id < 0 ? null : this.#tree.tiles[id];
    });
  }

  sweepAll(shape: Shape, motion: Vec3, options: SweepOptions): InTile<SweepHit>[] {
    const own = this.#withGlobalIds(options);
    return this.#run(() => this.#scene.sweepAll(shape, motion, own).map((hit) => this.#withTile(hit)));
  }

  contacts(shape: Shape, options: ContactsOptions): InTile<SceneContact>[] {
    const own = this.#withGlobalIds(options);
    return this.#run(() => this.#scene.contacts(shape, own).map((contact) => this.#withTile(contact)));
  }

  overlap(shape: Shape, options: OverlapOptions): FoundIds[] {
    return this.#find(() => [this.#scene.overlap(shape, options)]);
  }

  /** Returns the boxes in front of a plane, the boxes that cross the plane, and the boxes behind it. */
  split(plane: Plane, options: MaskOption): FoundIds[] {
    return this.#find(() => {
      const { front, crossing, back } = this.#scene.split(plane, options);
      return [front, crossing, back];
    });
  }

  /** Returns the boxes inside of all planes, the boxes that cross a plane, and the boxes near edges of the planes' volume. */
  cull(planes: readonly Plane[], options: MaskOption): FoundIds[] {
    return this.#find(() => {
      const { inside, crossing, edges } = this.#scene.cull(planes, options);
      return [inside, crossing, edges];
    });
  }

  #find(query: () => IdSet[]): FoundIds[] {
    return this.#run(() => query().map((set) => this.#foundIn(set)));
  }

  #run<Answer>(query: () => Answer): Answer {
    const before = this.#show(this.#showsPlaceholders);
    try {
      return query();
    } finally {
      this.#show(before);
    }
  }

  #foundIn(set: IdSet): FoundIds {
    const own = set.toArray();
    const { globalIds, tiles } = this.#tree;
    const ids = new Float64Array(own.length);
    const runs: number[] = [];
    for (let first = 0, end = 0; first < own.length; first = end) {
      const tile = tiles[own[first]];
      for (; end < own.length && tiles[own[end]] === tile; end++) ids[end] = globalIds[own[end]];
      runs.push(tile, end);
    }
    return { ids, runs };
  }

  #withTile<Answer extends { id: number }>(answer: Answer): InTile<Answer> {
    const { id } = answer;
    const inTile = answer as InTile<Answer>;
    inTile.tile = this.#tree.tiles[id];
    if (inTile.tile !== PLACEHOLDER) inTile.id = this.#tree.globalIds[id];
    return inTile;
  }

  /** Shows or hides placeholders. Returns the former state, to be restored: a callback may run a query of the other kind. */
  #show(isShown: boolean): boolean {
    const before = this.#tree.showsPlaceholders;
    this.#tree.showsPlaceholders = isShown;
    return before;
  }

  /** Returns options whose callbacks `filter` and `refine` are called with global ids. */
  #withGlobalIds<Options extends Pick<RaycastOptions, 'filter' | 'refine'>>(options: Options): Options {
    const { filter, refine } = options;
    if (filter === undefined && refine === undefined) return options;
    return {
      ...options,
      ...(filter && { filter: this.#filterOfGlobalIds(filter) }),
      ...(refine && { refine: (id: number, t: number) => refine(this.#tree.globalIds[id], t) }),
    };
  }

  /** Returns a filter that gets local ids and calls `filter` with global ids. Placeholders pass, as their boxes are unknown. */
  #filterOfGlobalIds(filter: (id: number, triangle: number) => boolean): (id: number, triangle?: number) => boolean {
    const tree = this.#tree;
    return (id, triangle = -1) => tree.tiles[id] === PLACEHOLDER || filter(tree.globalIds[id], triangle);
  }
}
