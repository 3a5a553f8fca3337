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
import { readSceneShape, type SceneShape } from './sceneShape';
import { type SolidContent, solidContentOf } from './solidContent';
import { isHidden } from './worldElements';

/**
 * The meshes and instances of an index, as a scene in which shapes move: see {@link SceneIndex.solids}.
 *
 * Shapes meet the triangles that `overlap` and `nearest` test. The content of a box is found when a shape first meets the box after an
 * update. Finding it may build a mesh, which is not allowed during a walk. So the walk first ignores the box, the content is found
 * after the walk, and a second walk meets the content.
 */
export class IndexSolids {
  readonly #scene: BoxScene;
  readonly #objects: ObjectsById;
  readonly #meshes: GeometryMeshes;
  /** The contents of the boxes that shapes have met since the last update, by the ids of the boxes. */
  #contents = new Map<number, SolidContent>();
  /** The epoch of the links when `#contents` was empty: each update begins another. */
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
    const contents = this.#presentContents();
    const hit = this.#ask(options, contents, (own, contentOf) =>
      this.#scene[INTERNALS].sweepLinked(read, motion, own, contentOf),
    );
    if (hit !== null) hit.triangle = faceOf(hit.triangle, contents.get(hit.id));
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
    const contents = this.#presentContents();
    const contacts = this.#ask(options, contents, (own, contentOf) =>
      this.#scene[INTERNALS].contactsLinked(read, own, contentOf),
    );
    for (const contact of contacts) contact.triangle = faceOf(contact.triangle, contents.get(contact.id));
    return contacts;
  }

  /** Returns the face that a ray hits first, from `tMin` 0 to a finite `tMax`. Takes `tMax`, `mask` and `filter`. */
  raycast(
    { origin, direction }: Ray,
    options: RaycastOptions = {},
  ): Pick<Hit, 'id' | 't' | 'normal' | 'inside'> | null {
    const { tMax = 1, mask, filter } = options;
    const hit = this.sweep(origin, direction, { tMax, ...(mask !== undefined && { mask }), ...(filter && { filter }) });
    return hit === null ? null : { id: hit.id, t: hit.t, normal: hit.faceNormal, inside: false };
  }

  /** Returns the world matrix of an object or instance, as of the last `update`: 16 numbers, column-major. */
  matrixOf(id: number): Float64Array<ArrayBuffer> {
    return this.#scene.matrixOf(id);
  }

  /** Returns the box of an object or instance, as of the last `update`: its local box, and the matrix that places it. */
  boxOf(id: number): Obb {
    return this.#scene.boxOf(id);
  }

  /** Returns a number that distinguishes an object or instance from earlier ones with its id: see {@link BoxScene.generationOf}. */
  generationOf(id: number): number {
    return this.#scene.generationOf(id);
  }

  /** Returns whether there is an object or instance with this id. */
  has(id: number): boolean {
    return this.#scene.has(id);
  }

  /** Returns the contents found since the last update. A filter may update the index, so each query keeps its own map. */
  #presentContents(): Map<number, SolidContent> {
    const { epoch } = this.#scene[INTERNALS].links;
    if (epoch !== this.#epoch) this.#contents = new Map();
    this.#epoch = epoch;
    return this.#contents;
  }

  /** Repeats a query until it meets no box whose content is unknown. Finds unknown contents between the rounds. */
  #ask<Options extends SweepOptions | ContactsOptions, Answer>(
    options: Options,
    contents: Map<number, SolidContent>,
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
      filter: (id: number, triangle: number): boolean => {
        const found = contents.get(id);
        if (found?.drawn?.[triangle] === 0 || this.#isHidden(id)) return false;
        return filter?.(id, faceOf(triangle, found)) !== false;
      },
    };
    for (;;) {
      const answer = ask(own, (id) => {
        const found = contents.get(id);
        // Since the content was found, the geometry may have been disposed of, or read again.
        if (found !== undefined && found.mesh?.isCurrent !== false) return found.content;
        if (!asked.has(id)) unknown.add(id);
        return 'nothing';
      });
      if (unknown.size === 0) return answer;
      for (const id of unknown) {
        contents.set(id, this.#find(id));
        asked.add(id);
      }
      unknown.clear();
    }
  }

  #find(id: number): SolidContent {
    const source = this.#objects.sourceOf(id);
    return solidContentOf(source, this.#objects.instanceOf(id), id, this.#scene, this.#meshes);
  }

  #isHidden(id: number): boolean {
    return isHidden(this.#objects.sourceOf(id), this.#objects.instanceOf(id));
  }
}

/** Returns the `faceIndex` of a triangle of a box. Only meshes have numbers of their own. */
function faceOf(triangle: number, found: SolidContent | undefined): number {
  return triangle < 0 ? triangle : (found?.mesh?.faceIndex(triangle) ?? triangle);
}
