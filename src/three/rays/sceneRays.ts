import type { BoxScene } from 'slabtree';
import { type Intersection, type Object3D, Raycaster } from 'three';
import type { ObjectRows } from '../boxes/objectRows';
import type { ObjectsById } from '../boxes/objectsById';
import type { IndexTables } from '../boxes/placeBox';
import { checkNotNaN } from '../check';
import { beginQuery } from '../elements/elementTree';
import type { BoxSource } from '../sources/boxSource';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import { AllIntersections, type FoundHit, type FoundHits } from './allIntersections';
import { allBoxes, closestBox, firstBoxes } from './boxIntersection';
import { cutsNothing } from './clipping';
import { AnyIntersection, ClosestIntersection } from './closestIntersection';
import { ObjectRaycasts } from './objectRaycasts';
import type { RayChoice } from './raycastOptions';
import { OWN_RAYCAST_TOLERANCE } from './rayRange';
import type { RaySearch, SourceLookup } from './raySearch';
import { VisibilitySearch } from './visibilitySearch';
import { hidesNothing, SeenObjects } from './seenObjects';
import { isAhead, sortIntersections } from './sortIntersections';
import type { ThresholdObjects } from './thresholdObjects';

/**
 * The rays of an index, from the scene to the intersection: a search visits the candidates along the ray ({@link RaySearch}), this
 * class resolves them to objects and instances, and three.js's arithmetic decides ({@link ObjectRaycasts}).
 */
export class SceneRays implements SourceLookup {
  readonly areLinked = true;
  readonly #scene: BoxScene;
  readonly #objects: ObjectsById;
  readonly #rows: ObjectRows;
  readonly #thresholds: ThresholdObjects;
  readonly #raycasts: ObjectRaycasts;
  /** A search for reuse: a new one for each ray costs a twentieth of a short pick. Null while it is in use. */
  #spare: ClosestIntersection | null = null;
  /** How many searches are under way: a raycast or a filter may query the index during a search. */
  #searches = 0;

  constructor({ scene, objects, rows }: IndexTables, thresholds: ThresholdObjects, meshes: GeometryMeshes) {
    this.#scene = scene;
    this.#raycasts = new ObjectRaycasts(scene, meshes);
    this.#objects = objects;
    this.#rows = rows;
    this.#thresholds = thresholds;
  }

  get tolerance(): number | undefined {
    return this.#rows.hasOwnRaycasts ? OWN_RAYCAST_TOLERANCE : undefined;
  }

  /** Whether the raycast of an object is running: that raycast is then the caller of the index. */
  get isRaycasting(): boolean {
    return this.#raycasts.isRunning;
  }

  /** Returns the closest intersection, or null. */
  closest(raycaster: Raycaster, choice: RayChoice): Intersection | null {
    if (!hasRange(raycaster)) return null;
    if (!choice.isPrecise) return closestBox(raycaster, choice, this.#scene, this.#objects);
    return this.#closest(raycaster, choice, true);
  }

  /** Returns the closest intersection with an object that hides things behind it: not with a line, a point or a sprite. */
  closestMesh(raycaster: Raycaster, choice: RayChoice): Intersection | null {
    return hasRange(raycaster) ? this.#closest(raycaster, choice, false) : null;
  }

  /** Whether there is any intersection. */
  any(raycaster: Raycaster, choice: RayChoice): boolean {
    if (!choice.isPrecise) return this.closest(raycaster, choice) !== null;
    if (!hasRange(raycaster)) return false;
    const search = new AnyIntersection(raycaster, choice, this.#raycasts);
    this.#search(search, true);
    return search.finish() !== null && !this.#raycasts.isVoid;
  }

  #closest(raycaster: Raycaster, choice: RayChoice, withThresholds: boolean): Intersection | null {
    const search = this.#take(raycaster, choice);
    this.#search(search, withThresholds);
    const found = search.finish();
    this.#spare = search;
    return this.#raycasts.isVoid ? null : found;
  }

  /** Returns a search for one ray. No other ray uses it until it is finished: a raycast or a filter may cast another ray. */
  #take(raycaster: Raycaster, choice: RayChoice): ClosestIntersection {
    const spare = this.#spare;
    if (spare === null) return new ClosestIntersection(raycaster, choice, this.#raycasts);
    this.#spare = null;
    spare.begin(raycaster, choice);
    return spare;
  }

  /**
   * Returns what is visible along rays: the first mesh that each ray hits, and what it hits before that mesh.
   *
   * @param rays all on the same layers, with `near` 0. The search may lower `far`.
   * @param choice without a filter.
   */
  seen(rays: Iterable<Raycaster>, choice: RayChoice): SeenObjects {
    const seen = new SeenObjects();
    const { isPrecise, clipping } = choice;
    if (isPrecise) {
      const search = new VisibilitySearch(new Raycaster(), choice, this.#raycasts, seen);
      for (const raycaster of rays) {
        search.begin(raycaster, choice);
        this.#search(search, true);
        search.finish();
      }
    } else if (this.#thresholds.isEmpty && (clipping === null || cutsNothing(clipping))) {
      const objects = this.#objects;
      for (const id of firstBoxes(rays, this.#scene)) seen.add(objects.sourceOf(id).object, objects.instanceOf(id));
    } else {
      for (const raycaster of rays) this.#addVisibleBoxes(raycaster, choice, seen);
    }
    return seen;
  }

  #addVisibleBoxes(raycaster: Raycaster, choice: RayChoice, seen: SeenObjects): void {
    const first = this.closest(raycaster, choice);
    if (first === null) return;
    const hides = (object: Object3D) => !hidesNothing(object);
    const mesh = hides(first.object) ? first : this.closest(raycaster, { ...choice, filter: hides });
    if (mesh !== null) seen.addHit(mesh);
    const end = mesh?.distance ?? Infinity;
    // The range is a little wider, because distances are rounded.
    raycaster.near = Math.max(raycaster.near, first.distance * (1 - 2 ** -50));
    raycaster.far = Math.min(raycaster.far, end * (1 + 2 ** -50));
    const others = { ...choice, filter: (object: Object3D) => hidesNothing(object) && !seen.hasAny(object) };
    for (;;) {
      const other = this.closest(raycaster, others);
      if (other === null || !(other.distance <= end)) return;
      seen.addHit(other);
    }
  }

  all(raycaster: Raycaster, choice: RayChoice): Intersection[] {
    if (!hasRange(raycaster)) return [];
    if (!choice.isPrecise) return allBoxes(raycaster, choice, this.#scene, this.#objects);
    const search = new AllIntersections(raycaster, choice, this.#raycasts, null);
    const found = this.#answer(search, []);
    return found === null ? [] : sortIntersections(search.atTop(found).filter(isAhead));
  }

  /**
   * Returns the precise hits, by object. Null if there are none.
   *
   * @param others objects without boxes, whose raycasts are called.
   * @param within the objects that are tested, with everything below them. Null for all.
   */
  find(
    raycaster: Raycaster,
    choice: RayChoice,
    others: Iterable<Object3D>,
    within: ReadonlySet<Object3D> | null,
  ): FoundHits | null {
    if (!hasRange(raycaster)) return null;
    const search = new AllIntersections(raycaster, choice, this.#raycasts, within);
    const found = this.#answer(search, others);
    return found && search.byObject(found);
  }

  /** @param others objects without boxes, whose raycasts are called. */
  #answer(search: AllIntersections, others: Iterable<Object3D>): readonly FoundHit[] | null {
    this.#search(search, true);
    for (const object of others) search.testWhole(object);
    try {
      return search.answer();
    } finally {
      this.#raycasts.end();
    }
  }

  sourceAt(id: number): BoxSource | undefined {
    const source = this.#objects.sourceOf(id);
    // Objects with a threshold are tested apart.
    return source.reach !== undefined && this.#thresholds.has(source) ? undefined : source;
  }

  instanceAt(id: number): number {
    return this.#objects.instanceOf(id);
  }

  #search(search: RaySearch, withThresholds: boolean): void {
    const isNested = this.isRaycasting || this.#searches > 0;
    search.scene = this.#scene;
    this.#searches++;
    try {
      if (withThresholds) this.#searchAll(search, isNested);
      else this.#searchMeshes(search);
    } finally {
      this.#searches--;
      this.#raycasts.end();
    }
  }

  #searchMeshes(search: RaySearch): void {
    this.#thresholds.testOpaqueUnbounded(search);
    if (!this.#raycasts.isVoid) search.search(this.#scene, this);
  }

  /** @param isNested whether another search is under way: the boxes of the objects with thresholds must not change then. */
  #searchAll(search: RaySearch, isNested: boolean): void {
    // A query by an object's raycast is part of the query that called the raycast.
    if (!this.isRaycasting) beginQuery();
    // Objects with thresholds come first: if the raycast of one of them has called this search, the answer is void.
    if (isNested) this.#thresholds.testAll(search);
    else this.#thresholds.testUnbounded(search);
    if (this.#raycasts.isVoid) return;
    if (!search.isDone) search.search(this.#scene, this);
    if (!isNested && !search.isDone) this.#thresholds.search(search);
  }
}

/** Whether anything may lie between `near` and `far`. Infinity - Infinity is NaN: nothing lies between two equal infinities. */
function hasRange({ near, far }: Raycaster): boolean {
  checkNotNaN('raycaster.near', near);
  checkNotNaN('raycaster.far', far);
  return far - near >= 0;
}
