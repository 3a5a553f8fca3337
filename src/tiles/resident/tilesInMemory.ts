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
import type { GraftedScene } from './graftedScene';
import type { InTile, ResidentHits, ResidentScene, VisitId } from './residentScene';

/** Queries of the tiles in memory, with the ids of the whole. */
export class TilesInMemory implements ResidentScene {
  readonly #grafted: GraftedScene;
  readonly #scene: BoxScene;

  constructor(grafted: GraftedScene) {
    this.#grafted = grafted;
    this.#scene = grafted.scene;
  }

  graft(tile: number, scene: Uint8Array, ids: Float64Array): void {
    this.#grafted.graft(tile, scene, ids);
  }

  prune(tile: number): void {
    this.#grafted.prune(tile);
  }

  bytesOf(tile: number): number {
    return this.#grafted.bytesOf(tile);
  }

  raycast(ray: Ray, options: RaycastOptions): InTile<Hit> | null {
    const hit = this.#scene.raycast(ray, this.#inWhole(options));
    return hit === null ? null : this.#withTile(hit);
  }

  raycastAny(ray: Ray, options: RaycastOptions): boolean {
    return this.#scene.raycastAny(ray, this.#inWhole(options));
  }

  raycastAll(ray: Ray, options: RaycastOptions): InTile<Hit>[] {
    return this.#scene.raycastAll(ray, this.#inWhole(options)).map((hit) => this.#withTile(hit));
  }

  raycastMany(rays: FloatArray, options: RaycastManyOptions): ResidentHits {
    const hits = this.#scene.raycastMany(rays, this.#inWhole(options));
    const { ids: own } = hits;
    const ids = new Float64Array(own.length);
    for (let i = 0; i < own.length; i++) ids[i] = own[i] < 0 ? -1 : this.#grafted.wholeOf(own[i]);
    return { ...hits, ids };
  }

  nearest(point: Vec3, options: NearestOptions): InTile<Neighbor>[] {
    const { filter } = options;
    const own =
      filter === undefined ? options : { ...options, filter: (id: number) => filter(this.#grafted.wholeOf(id)) };
    return this.#scene.nearest(point, own).map((neighbor) => this.#withTile(neighbor));
  }

  overlap(shape: Aabb | Obb | Sphere, options: OverlapOptions, visit: VisitId): void {
    this.#visit(this.#scene.overlap(shape, options), visit);
  }

  split(plane: Plane, options: MaskOption, front: VisitId, crossing: VisitId, back: VisitId): void {
    const sets = this.#scene.split(plane, options);
    this.#visit(sets.front, front);
    this.#visit(sets.crossing, crossing);
    this.#visit(sets.back, back);
  }

  cull(planes: readonly Plane[], options: MaskOption, inside: VisitId, crossing: VisitId, edges: VisitId): void {
    const sets = this.#scene.cull(planes, options);
    this.#visit(sets.inside, inside);
    this.#visit(sets.crossing, crossing);
    this.#visit(sets.edges, edges);
  }

  #visit(set: IdSet, visit: VisitId): void {
    for (const id of set.toArray()) visit(this.#grafted.wholeOf(id), this.#grafted.tileOf(id));
  }

  #withTile<Answer extends Hit | Neighbor>(answer: Answer): InTile<Answer> {
    const { id } = answer;
    const inTile = answer as InTile<Answer>;
    inTile.id = this.#grafted.wholeOf(id);
    inTile.tile = this.#grafted.tileOf(id);
    return inTile;
  }

  /** Options whose callbacks get the ids of the whole. */
  #inWhole<Options extends RaycastOptions>(options: Options): Options {
    const { filter, refine } = options;
    if (filter === undefined && refine === undefined) return options;
    return {
      ...options,
      ...(filter && { filter: (id: number, triangle: number) => filter(this.#grafted.wholeOf(id), triangle) }),
      ...(refine && { refine: (id: number, t: number) => refine(this.#grafted.wholeOf(id), t) }),
    };
  }
}
