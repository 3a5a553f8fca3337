import type { BoxScene } from 'slabtree';
import { type Intersection, type Object3D, Raycaster } from 'three';
import type { ObjectsById } from '../boxes/objectsById';
import { checkNotNaN } from '../check';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import { AllIntersections, type FoundHits } from './allIntersections';
import { allBoxes, closestBox, firstBoxes } from './boxIntersection';
import { cutsNothing } from './clipping';
import { ClosestIntersection } from './closestIntersection';
import { ObjectRaycasts } from './objectRaycasts';
import type { RayChoice } from './raycastOptions';
import type { BoxMeanings, RayQuestion } from './rayQuestion';
import { SeenIntersections } from './seenIntersections';
import { hidesNothing, SeenObjects } from './seenObjects';
import { sortIntersections } from './sortIntersections';
import type { WideObjects } from './wideObjects';

/** Answers rays from the boxes of an index, and from the objects in them. */
export class SceneRays implements BoxMeanings {
  readonly #scene: BoxScene;
  readonly #objects: ObjectsById;
  readonly #wide: WideObjects;
  readonly #raycasts: ObjectRaycasts;
  /** A question that nobody is asking: a new one for each ray costs a twentieth of a short pick. */
  #spare: ClosestIntersection | null = null;
  /** How many searches are under way: a raycast or a filter may ask the index while one is. */
  #searches = 0;

  constructor(scene: BoxScene, objects: ObjectsById, wide: WideObjects, meshes: GeometryMeshes) {
    this.#scene = scene;
    this.#raycasts = new ObjectRaycasts(meshes);
    this.#objects = objects;
    this.#wide = wide;
  }

  /** Whether an object is being asked: then it is that object that asks the index. */
  get isAsking(): boolean {
    return this.#raycasts.isRunning;
  }

  closest(raycaster: Raycaster, choice: RayChoice): Intersection | null {
    if (!hasRange(raycaster)) return null;
    if (!choice.isPrecise) return closestBox(raycaster, choice, this.#scene, this.#objects);
    return this.#closest(raycaster, choice, true);
  }

  /** The closest intersection with what hides things behind it: not with a line, a point or a sprite. */
  closestMesh(raycaster: Raycaster, choice: RayChoice): Intersection | null {
    return hasRange(raycaster) ? this.#closest(raycaster, choice, false) : null;
  }

  #closest(raycaster: Raycaster, choice: RayChoice, isWideToo: boolean): Intersection | null {
    const question = this.#take(raycaster, choice);
    this.#search(question, isWideToo);
    const found = question.end();
    this.#spare = question;
    return this.#raycasts.isVoid ? null : found;
  }

  /** A question about a ray. Its asker has it alone: a raycast or a filter may ask another meanwhile. */
  #take(raycaster: Raycaster, choice: RayChoice): ClosestIntersection {
    const spare = this.#spare;
    if (spare === null) return new ClosestIntersection(raycaster, choice, this.#raycasts);
    this.#spare = null;
    spare.begin(raycaster, choice);
    return spare;
  }

  /**
   * What rays see: the first mesh that each hits, and what it hits before that.
   *
   * @param rays on the same layers, from 0 to anywhere. They may end sooner when they have been asked.
   * @param choice without a filter.
   */
  seen(rays: Iterable<Raycaster>, choice: RayChoice): SeenObjects {
    const seen = new SeenObjects();
    const { isPrecise, clipping } = choice;
    if (isPrecise) {
      const question = new SeenIntersections(new Raycaster(), choice, this.#raycasts, seen);
      for (const raycaster of rays) {
        question.begin(raycaster, choice);
        this.#search(question, true);
        question.end();
      }
    } else if (this.#wide.isEmpty && (clipping === null || cutsNothing(clipping))) {
      const objects = this.#objects;
      for (const id of firstBoxes(rays, this.#scene)) seen.add(objects.sourceOf(id).object, objects.instanceOf(id));
    } else {
      for (const raycaster of rays) this.#seeBoxes(raycaster, choice, seen);
    }
    return seen;
  }

  #seeBoxes(raycaster: Raycaster, choice: RayChoice, seen: SeenObjects): void {
    const first = this.closest(raycaster, choice);
    if (first === null) return;
    const hides = (object: Object3D) => !hidesNothing(object);
    const mesh = hides(first.object) ? first : this.closest(raycaster, { ...choice, filter: hides });
    if (mesh !== null) seen.addHit(mesh);
    const end = mesh?.distance ?? Infinity;
    // A little sooner and farther: distances are rounded.
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
    const found = this.find(raycaster, choice, [])?.get(choice.top) ?? [];
    return sortIntersections(found.map(({ hit }) => hit));
  }

  /**
   * Precise hits, by object. Null if there are none.
   *
   * @param others objects that are asked though they have no boxes.
   */
  find(raycaster: Raycaster, choice: RayChoice, others: Iterable<Object3D>): FoundHits | null {
    if (!hasRange(raycaster)) return null;
    const question = new AllIntersections(raycaster, choice, this.#raycasts);
    this.#search(question, true);
    for (const object of others) question.meetWhole(object);
    try {
      return question.answer();
    } finally {
      this.#raycasts.end();
    }
  }

  tell(question: RayQuestion, id: number): void {
    const source = this.#objects.sourceOf(id);
    // The wide objects are asked apart.
    if (source.reach === undefined || !this.#wide.has(source)) question.meet(source, this.#objects.instanceOf(id));
  }

  #search(question: RayQuestion, isWideToo: boolean): void {
    const isNested = this.isAsking || this.#searches > 0;
    this.#searches++;
    try {
      if (isWideToo) this.#searchAll(question, isNested);
      else this.#searchMeshes(question);
    } finally {
      this.#searches--;
      this.#raycasts.end();
    }
  }

  #searchMeshes(question: RayQuestion): void {
    this.#wide.askOpaqueEndless(question);
    if (!this.#raycasts.isVoid) question.search(this.#scene, this);
  }

  /** @param isNested whether another question is under way: it needs the boxes of the wide objects as they are. */
  #searchAll(question: RayQuestion, isNested: boolean): void {
    // Wide objects come first: the raycast of one may be what asks this, and then the answer is void.
    if (isNested) this.#wide.askAll(question);
    else this.#wide.askEndless(question);
    if (this.#raycasts.isVoid) return;
    question.search(this.#scene, this);
    if (!isNested) this.#wide.search(question);
  }
}

/** Whether anything may lie between `near` and `far`. Infinity - Infinity is NaN: nothing lies between two equal infinities. */
function hasRange({ near, far }: Raycaster): boolean {
  checkNotNaN('raycaster.near', near);
  checkNotNaN('raycaster.far', far);
  return far - near >= 0;
}
