import type {
  BoxScene,
  ContactsOptions,
  Hit,
  Obb,
  Ray,
  RaycastOptions,
  SceneContact,
  Shape,
  SweepHit,
  SweepOptions,
  Vec3,
} from 'slabtree';
import { INTERNALS } from '../../scene/internals';
import type { ObjectsById } from '../boxes/objectsById';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import { drawnMeshOf } from './drawnMesh';
import { isHidden, WorldElements } from './worldElements';

/** What is solid of a box that is not linked: the box, or nothing, if its object draws only lines or points. */
type Kind = 'box' | 'nothing';

/**
 * The meshes and instances of an index, as a scene in which shapes move: see {@link SceneIndex.solids}.
 *
 * A box is linked to the mesh of its geometry when a shape first meets the box. Then the shape is asked about again, and meets the
 * triangles.
 */
export class IndexSolids {
  readonly #scene: BoxScene;
  readonly #objects: ObjectsById;
  readonly #meshes: GeometryMeshes;

  constructor(scene: BoxScene, objects: ObjectsById, meshes: GeometryMeshes) {
    this.#scene = scene;
    this.#objects = objects;
    this.#meshes = meshes;
  }

  /**
   * Returns what a moving shape touches first, as {@link BoxScene.sweep} does, with `triangle` as the `faceIndex` of an
   * `Intersection`.
   */
  sweep(shape: Shape, motion: Vec3, options: SweepOptions = {}): SweepHit | null {
    const hit = this.#ask(options, (own, passesOver) =>
      this.#scene[INTERNALS].sweepLinked(shape, motion, own, passesOver),
    );
    if (hit !== null) hit.triangle = this.#faceOf(hit);
    return hit;
  }

  /**
   * Returns what a shape touches or nearly touches, as {@link BoxScene.contacts} does, with `triangle` as the
   * `faceIndex` of an `Intersection`.
   */
  contacts(shape: Shape, options: ContactsOptions = {}): SceneContact[] {
    const contacts = this.#ask(options, (own, passesOver) =>
      this.#scene[INTERNALS].contactsLinked(shape, own, passesOver),
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
    { filter, ...others }: Options,
    ask: (own: Omit<Options, 'filter'> & Pick<SweepOptions, 'filter'>, passesOver: (id: number) => boolean) => Answer,
  ): Answer {
    const kinds = new Map<number, Kind>();
    const unknown = new Set<number>();
    const own = {
      ...others,
      filter: (id: number, triangle: number): boolean =>
        !this.#isHidden(id) && filter?.(id, this.#faceOf({ id, triangle })) !== false,
    };
    for (;;) {
      const answer = ask(own, (id) => {
        const kind = kinds.get(id);
        if (kind === undefined) unknown.add(id);
        return kind !== 'box';
      });
      if (unknown.size === 0) return answer;
      for (const id of unknown) kinds.set(id, this.#kindOf(id));
      unknown.clear();
    }
  }

  /** Links a box, if its object or instance draws triangles. Then it will be met as these. */
  #kindOf(id: number): Kind {
    const source = this.#objects.sourceOf(id);
    const instance = this.#objects.instanceOf(id);
    if (drawnMeshOf(source, instance, id, this.#meshes) !== null) return 'nothing';
    return WorldElements.of(source, instance, this.#meshes)?.areTriangles === false ? 'nothing' : 'box';
  }

  #isHidden(id: number): boolean {
    return isHidden(this.#objects.sourceOf(id), this.#objects.instanceOf(id));
  }

  #faceOf({ id, triangle }: { readonly id: number; readonly triangle: number }): number {
    if (triangle < 0) return triangle;
    const source = this.#objects.sourceOf(id);
    return drawnMeshOf(source, this.#objects.instanceOf(id), id, this.#meshes)?.faceIndex(triangle) ?? triangle;
  }
}
