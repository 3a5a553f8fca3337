import type { BoxScene } from 'slabtree';
import type { Intersection, Object3D, Raycaster } from 'three';
import type { Owners } from '../boxes/owners';
import { checkNotNaN } from '../check';
import type { GeometryMeshes } from '../meshes/geometryMeshes';
import { AllIntersections, type FoundHits } from './allIntersections';
import { allBoxes, closestBox } from './boxIntersection';
import { ClosestIntersection } from './closestIntersection';
import { ObjectRaycasts } from './objectRaycasts';
import type { RayChoice } from './raycastOptions';
import type { BoxMeanings, RayQuestion } from './rayQuestion';
import { sortIntersections } from './sortIntersections';
import type { WideObjects } from './wideObjects';

/** Answers rays from the boxes of an index, and from the objects in them. */
export class SceneRays implements BoxMeanings {
  readonly #scene: BoxScene;
  readonly #owners: Owners;
  readonly #wide: WideObjects;
  readonly #raycasts: ObjectRaycasts;
  /** A question that nobody is asking: a new one for each ray costs a twentieth of a short pick. */
  #spare: ClosestIntersection | null = null;
  /** How many searches are under way: a raycast or a filter may ask the index while one is. */
  #searches = 0;

  constructor(scene: BoxScene, owners: Owners, wide: WideObjects, meshes: GeometryMeshes) {
    this.#scene = scene;
    this.#raycasts = new ObjectRaycasts(meshes);
    this.#owners = owners;
    this.#wide = wide;
  }

  /** Whether an object is being asked: then it is that object that asks the index. */
  get isAsking(): boolean {
    return this.#raycasts.isRunning;
  }

  closest(raycaster: Raycaster, choice: RayChoice): Intersection | null {
    if (!hasRange(raycaster)) return null;
    if (!choice.isPrecise) return closestBox(raycaster, choice, this.#scene, this.#owners);
    return this.#closest(raycaster, choice, true);
  }

  /** The closest intersection with a mesh: not with a line, a point or a sprite. */
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

  /** What a ray sees: the first mesh, and what it hits before that. It lets the ray end there. */
  seen(raycaster: Raycaster, choice: RayChoice): Intersection[] {
    if (this.#wide.isEmpty) {
      const hit = this.closest(raycaster, choice);
      return hit === null ? [] : [hit];
    }
    const mesh = this.closest(raycaster, { ...choice, filter: (object) => !hidesNothing(object) });
    const end = mesh?.distance ?? Infinity;
    // A little farther: the distance of a box is rounded.
    raycaster.far = Math.min(raycaster.far, end * (1 + 2 ** -50));
    const others = this.all(raycaster, { ...choice, filter: hidesNothing }).filter(({ distance }) => distance <= end);
    return mesh === null ? others : [mesh, ...others];
  }

  all(raycaster: Raycaster, choice: RayChoice): Intersection[] {
    if (!hasRange(raycaster)) return [];
    if (!choice.isPrecise) return allBoxes(raycaster, choice, this.#scene, this.#owners);
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
    const source = this.#owners.sourceOf(id);
    // The wide objects are asked apart.
    if (source.reach === undefined) question.meet(source, this.#owners.instanceOf(id));
  }

  #search(question: RayQuestion, isWideToo: boolean): void {
    const isNested = this.isAsking || this.#searches > 0;
    this.#searches++;
    try {
      if (isWideToo) this.#searchAll(question, isNested);
      else question.search(this.#scene, this);
    } finally {
      this.#searches--;
      this.#raycasts.end();
    }
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

/** Whether what lies behind an object is seen all the same. Wide lines are meshes for three.js. */
function hidesNothing(object: Object3D): boolean {
  return 'isLine' in object || 'isPoints' in object || 'isSprite' in object || 'isLineSegments2' in object;
}

/** Whether anything may lie between `near` and `far`. Infinity - Infinity is NaN: nothing lies between two equal infinities. */
function hasRange({ near, far }: Raycaster): boolean {
  checkNotNaN('raycaster.near', near);
  checkNotNaN('raycaster.far', far);
  return far - near >= 0;
}
