import type {
  BoxScene,
  ContactsOptions,
  Hit,
  Obb,
  Ray,
  RaycastOptions,
  SceneContact,
  SweepHit,
  SweepOptions,
  Vec3,
} from 'slabtree';
import type { BoxContent } from '../../bvh/query/shapeCandidates';
import { checkFunction, checkObject } from '../../primitives/check';
import { INTERNALS } from '../../scene/internals';
import type { ObjectsById } from '../boxes/objectsById';
import { beginQuery } from '../elements/elementTree';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import type { BoxSource } from '../sources/boxSource';
import { drawnMeshOf } from './drawnMesh';
import type { PlacedTriangles } from './placedTriangles';
import { readSceneShape, type SceneShape } from './sceneShape';
import { isHidden, WorldElements } from './worldElements';

/** What a box stands for. The triangles that are in no mesh are found by the source of the box. */
type Kind = 'box' | 'mesh' | 'nothing' | 'triangles';

/**
 * The meshes and instances of an index, as a scene in which shapes move: see {@link SceneIndex.solids}.
 *
 * What `overlap` and `nearest` know of an object, shapes meet. When a shape first meets a box, the box is linked to the mesh of its
 * geometry, or its triangles are found. Then the shape is asked about again, and meets the triangles.
 */
export class IndexSolids {
  readonly #scene: BoxScene;
  readonly #objects: ObjectsById;
  readonly #meshes: GeometryMeshes;
  /** By id, what the boxes stand for that shapes have met since the last update. */
  readonly #kinds = new Map<number, Kind>();
  /** By source and instance, the triangles that are in no mesh. */
  readonly #triangles = new WeakMap<BoxSource, Map<number, WorldElements | PlacedTriangles>>();
  /** The epoch of the links when `#kinds` was empty: each update begins another. */
  #epoch = 0;

  /** @internal Called by SceneIndex. */
  constructor(scene: BoxScene, objects: ObjectsById, meshes: GeometryMeshes) {
    this.#scene = scene;
    this.#objects = objects;
    this.#meshes = meshes;
  }

  /**
   * Returns what a moving shape touches first, as {@link BoxScene.sweep} does, with `triangle` as the `faceIndex` of an
   * `Intersection`.
   *
   * @param shape any {@link SceneShape}. An empty shape touches nothing.
   */
  sweep(shape: SceneShape, motion: Vec3, options: SweepOptions = {}): SweepHit | null {
    const read = readSceneShape('shape', shape);
    const hit = this.#ask(options, (own, contentOf) =>
      this.#scene[INTERNALS].sweepLinked(read, motion, own, contentOf),
    );
    if (hit !== null) hit.triangle = this.#faceOf(hit);
    return hit;
  }

  /**
   * Returns what a shape touches or nearly touches, as {@link BoxScene.contacts} does, with `triangle` as the
   * `faceIndex` of an `Intersection`.
   *
   * @param shape any {@link SceneShape}. An empty shape touches nothing.
   */
  contacts(shape: SceneShape, options: ContactsOptions = {}): SceneContact[] {
    const read = readSceneShape('shape', shape);
    const contacts = this.#ask(options, (own, contentOf) =>
      this.#scene[INTERNALS].contactsLinked(read, own, contentOf),
    );
    for (const contact of contacts) contact.triangle = this.#faceOf(contact);
    return contacts;
  }

  /** Returns the face that a ray hits first, from `tMin` 0 to a finite `tMax`. Takes `tMax`, `mask` and `filter`. */
  raycast({ origin, direction }: Ray, options: RaycastOptions = {}): Pick<Hit, 't' | 'normal' | 'inside'> | null {
    const { tMax = 1, mask, filter } = options;
    const hit = this.sweep(origin, direction, { tMax, ...(mask !== undefined && { mask }), ...(filter && { filter }) });
    return hit === null ? null : { t: hit.t, normal: hit.normal, inside: false };
  }

  /** Returns the world matrix of an object or instance, as of the last `update`: 16 numbers, column-major. */
  matrixOf(id: number): Float64Array<ArrayBuffer> {
    return this.#scene.matrixOf(id);
  }

  /** Returns the box of an object or instance, as of the last `update`: its local box, and the matrix that places it. */
  boxOf(id: number): Obb {
    return this.#scene.boxOf(id);
  }

  /** Returns a number that tells an object or instance from those that had its id before: see {@link BoxScene.generationOf}. */
  generationOf(id: number): number {
    return this.#scene.generationOf(id);
  }

  /** Returns whether there is an object or instance with this id. */
  has(id: number): boolean {
    return this.#scene.has(id);
  }

  /** Asks until no box has been met that must be looked at first: it may have to be linked, which no walk survives. */
  #ask<Options extends SweepOptions | ContactsOptions, Answer>(
    options: Options,
    ask: (own: Omit<Options, 'filter'> & Pick<SweepOptions, 'filter'>, contentOf: (id: number) => BoxContent) => Answer,
  ): Answer {
    checkObject('options', options, 'an object of options');
    const { filter, ...others } = options;
    if (filter !== undefined) checkFunction('options.filter', filter);
    beginQuery();
    const unknown = new Set<number>();
    const asked = new Set<number>();
    const own = {
      ...others,
      filter: (id: number, triangle: number): boolean =>
        !this.#isHidden(id) && filter?.(id, this.#faceOf({ id, triangle })) !== false,
    };
    const { epoch } = this.#scene[INTERNALS].links;
    if (epoch !== this.#epoch) this.#kinds.clear();
    this.#epoch = epoch;
    for (;;) {
      const answer = ask(own, (id) => {
        const content = this.#contentOf(id);
        if (content === null && !asked.has(id)) unknown.add(id);
        return content ?? 'nothing';
      });
      if (unknown.size === 0) return answer;
      for (const id of unknown) {
        this.#kinds.set(id, this.#find(id));
        asked.add(id);
      }
      unknown.clear();
    }
  }

  /** Returns what a box stands for. Null if that must be found. */
  #contentOf(id: number): BoxContent | null {
    const kind = this.#kinds.get(id);
    if (kind === undefined) return null;
    // The geometry may have been disposed of since.
    if (kind === 'mesh') return this.#scene[INTERNALS].links.meshOf(id) === null ? null : kind;
    if (kind !== 'triangles') return kind;
    return this.#triangles.get(this.#objects.sourceOf(id))?.get(this.#objects.instanceOf(id)) ?? null;
  }

  /**
   * Finds what a box stands for: the mesh of its object's geometry, to which it is linked, other triangles of its object, itself, if
   * these are not known, or nothing, if the object draws lines or points.
   */
  #find(id: number): Kind {
    const source = this.#objects.sourceOf(id);
    const instance = this.#objects.instanceOf(id);
    if (drawnMeshOf(source, instance, id, this.#meshes) !== null) return 'mesh';
    const elements = WorldElements.of(source, instance, this.#meshes);
    if (elements === null) return 'box';
    if (!elements.areTriangles) return 'nothing';
    const instances = this.#triangles.get(source) ?? new Map<number, WorldElements | PlacedTriangles>();
    this.#triangles.set(source, instances.set(instance, elements.haveTree ? elements : elements.placed()));
    return 'triangles';
  }

  #isHidden(id: number): boolean {
    return isHidden(this.#objects.sourceOf(id), this.#objects.instanceOf(id));
  }

  /** Returns the `faceIndex` of a triangle. Only the meshes of linked boxes have numbers of their own. */
  #faceOf({ id, triangle }: { readonly id: number; readonly triangle: number }): number {
    if (triangle < 0) return triangle;
    const source = this.#objects.sourceOf(id);
    return drawnMeshOf(source, this.#objects.instanceOf(id), id, this.#meshes)?.faceIndex(triangle) ?? triangle;
  }
}
