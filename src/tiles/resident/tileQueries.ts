import type {
  BoxScene,
  FloatArray,
  Hit,
  IdSet,
  MaskOption,
  Neighbor,
  Plane,
  Ray,
  SceneContact,
  Shape,
  SweepHit,
  Vec3,
} from 'slabtree';
import type { ContactSelection } from '../../bvh/query/contacts';
import type { NearestSelection } from '../../bvh/query/nearest';
import type { OverlapSettings } from '../../scene/arguments/queryOptions';
import type { ManyRaysSettings, RaySettings } from '../../scene/arguments/raycastOptions';
import type { SweepSettings } from '../../scene/arguments/shapeOptions';
import { INTERNALS, type SceneInternals } from '../../scene/internals';
import { PLACEHOLDER, type ResidentTree } from '../../bvh/tiles/residentTree';
import { type RunHits, toGlobalIds } from '../../scene/batches/castRun';

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
  readonly #queries: SceneInternals;
  readonly #tree: ResidentTree;
  readonly #showsPlaceholders: boolean;

  /** @param showsPlaceholders whether queries find placeholders of absent tiles. */
  constructor(scene: BoxScene, tree: ResidentTree, showsPlaceholders: boolean) {
    this.#scene = scene;
    this.#queries = scene[INTERNALS];
    this.#tree = tree;
    this.#showsPlaceholders = showsPlaceholders;
  }

  raycast(ray: Ray, settings: RaySettings): InTile<Hit> | null {
    // `raycast` does not call #run, which saves one function per ray.
    const before = this.#show(this.#showsPlaceholders);
    try {
      const hit = this.#queries.rays.raycast(ray, this.#withGlobalIds(settings), null);
      return hit === null ? null : this.#withTile(hit);
    } finally {
      this.#show(before);
    }
  }

  /** Returns the tile of any box that a ray hits, or PLACEHOLDER for the box of an absent tile. Null if the ray hits nothing. */
  anyTileAlong(ray: Ray, settings: RaySettings): number | null {
    const before = this.#show(this.#showsPlaceholders);
    try {
      const id = this.#queries.rays.anyId(ray, this.#withGlobalIds(settings));
      return id < 0 ? null : this.#tree.tiles[id];
    } finally {
      this.#show(before);
    }
  }

  raycastAll(ray: Ray, settings: RaySettings): InTile<Hit>[] {
    return this.#run(() =>
      this.#queries.rays.raycastAll(ray, this.#withGlobalIds(settings)).map((hit) => this.#withTile(hit)),
    );
  }

  raycastMany(rays: FloatArray, settings: ManyRaysSettings): RunHits {
    const hits = this.#run(() => this.#queries.rays.raycastMany(rays, this.#withGlobalIds(settings)));
    return { ...hits, ids: toGlobalIds(hits.ids, this.#tree.globalIds) };
  }

  nearest(shape: Shape, selection: NearestSelection): InTile<Neighbor>[] {
    const { filter } = selection;
    const own = filter === undefined ? selection : { ...selection, filter: this.#filterOfGlobalIds(filter) };
    const { shapes } = this.#queries;
    return this.#run(() => shapes.nearest(shapes.readTarget(shape), own).map((neighbor) => this.#withTile(neighbor)));
  }

  sweep(shape: Shape, motion: Vec3, settings: SweepSettings): InTile<SweepHit> | null {
    return this.#run(() => {
      const hit = this.#queries.shapes.sweep(shape, motion, this.#sweptWithGlobalIds(settings), null);
      return hit === null ? null : this.#withTile(hit);
    });
  }

  /** Returns the tile of any box that a moving shape hits, or PLACEHOLDER for an absent tile. Null if the shape hits nothing. */
  anyTileInWay(shape: Shape, motion: Vec3, settings: SweepSettings): number | null {
    return this.#run(() => {
      const id = this.#queries.shapes.anyId(shape, motion, this.#sweptWithGlobalIds(settings));
      return id < 0 ? null : this.#tree.tiles[id];
    });
  }

  sweepAll(shape: Shape, motion: Vec3, settings: SweepSettings): InTile<SweepHit>[] {
    const own = this.#sweptWithGlobalIds(settings);
    return this.#run(() => this.#queries.shapes.sweepAll(shape, motion, own).map((hit) => this.#withTile(hit)));
  }

  contacts(shape: Shape, selection: ContactSelection): InTile<SceneContact>[] {
    const own = this.#withGlobalIds(selection);
    return this.#run(() => this.#queries.shapes.contacts(shape, own).map((contact) => this.#withTile(contact)));
  }

  overlap(shape: Shape, settings: OverlapSettings): FoundIds[] {
    return this.#find(() => [this.#queries.shapes.overlap(shape, settings)]);
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

  /** Returns settings whose callbacks `filter` and `refine` are called with global ids. */
  #withGlobalIds<Settings extends Pick<RaySettings, 'filter' | 'refine'>>(settings: Settings): Settings {
    const { filter, refine } = settings;
    if (filter === undefined && refine === undefined) return settings;
    return {
      ...settings,
      ...(filter && { filter: this.#filterOfGlobalIds(filter) }),
      ...(refine && { refine: (id: number, t: number) => refine(this.#tree.globalIds[id], t) }),
    };
  }

  #sweptWithGlobalIds({ motion, selection }: SweepSettings): SweepSettings {
    return { motion, selection: this.#withGlobalIds(selection) };
  }

  /** Returns a filter that gets local ids and calls `filter` with global ids. Placeholders pass, as their boxes are unknown. */
  #filterOfGlobalIds(filter: (id: number, triangle: number) => boolean): (id: number, triangle?: number) => boolean {
    const tree = this.#tree;
    return (id, triangle = -1) => tree.tiles[id] === PLACEHOLDER || filter(tree.globalIds[id], triangle);
  }
}
