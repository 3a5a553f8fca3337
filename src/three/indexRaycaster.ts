import { type Intersection, type Object3D, Raycaster, type Vector3 } from 'three';
import { checkObject } from './check';
import type { FoundHit, FoundHits } from './rays/allIntersections';
import { AskedRay } from './rays/askedRay';
import { isCutAway } from './rays/clipping';
import { copyIntersection } from './rays/copyIntersection';
import { isWithin } from './rays/graphOrder';
import { sortIntersections } from './rays/sortIntersections';
import type { SceneIndex } from './sceneIndex';
import type { RaycastHolder } from './sources/boxSource';

/**
 * A Raycaster whose `intersectObject` and `intersectObjects` ask an index about whatever is below its root, and other objects as
 * three.js does. The answers are those of a Raycaster, in the same order.
 *
 * - The index answers as of its last `update`.
 * - Asked about another object along the same ray, it answers from what it has found, until the index is updated. So a loop over
 *   thousands of objects, as in react-three-fiber, asks the index once.
 * - As a Raycaster does, it hits invisible objects too. It asks them one by one. Set {@link hitsInvisible} to false to leave them
 *   out.
 * - Hits in what {@link SceneIndex.clipping} cuts away are left out.
 *
 * ```ts
 * const raycaster = new IndexRaycaster(index);
 * raycaster.setFromCamera(pointer, camera);
 * const hits = raycaster.intersectObject(scene);
 * ```
 */
export class IndexRaycaster extends Raycaster {
  readonly index: SceneIndex;
  /** Whether invisible objects are hit, and what is below them. True by default, as in three.js. */
  hitsInvisible = true;
  readonly #asked = new AskedRay();
  #askedInvisible = true;

  constructor(index: SceneIndex, origin?: Vector3, direction?: Vector3, near?: number, far?: number) {
    checkObject('index', index, 'a SceneIndex', 'boxes');
    super(origin, direction, near, far);
    this.index = index;
  }

  override intersectObject<Hit extends Object3D>(
    object: Object3D,
    recursive = true,
    intersects: Intersection<Hit>[] = [],
  ): Intersection<Hit>[] {
    this.#intersect(object, recursive, intersects);
    return sortIntersections(intersects);
  }

  override intersectObjects<Hit extends Object3D>(
    objects: Object3D[],
    recursive = true,
    intersects: Intersection<Hit>[] = [],
  ): Intersection<Hit>[] {
    for (const object of objects) this.#intersect(object, recursive, intersects);
    return sortIntersections(intersects);
  }

  /**
   * The objects below the root that this ray hits, and the objects above them: `intersectObject` finds nothing in any other. What
   * goes through thousands of objects, as react-three-fiber does, may go through these instead.
   */
  hitObjects(): Object3D[] {
    const { root } = this.index;
    const found = this.#find(root);
    if (found !== undefined) return [...(found?.keys() ?? [])];
    // The index cannot answer, so `intersectObject` asks each.
    const all: Object3D[] = [];
    root.traverse((object) => all.push(object));
    return all;
  }

  #intersect(object: Object3D, recursive: boolean, intersects: Intersection[]): void {
    const found = isWithin(object, this.index.root) ? this.#find(object) : undefined;
    if (found === undefined) this.#askObject(object, recursive, intersects);
    else if (found !== null) this.#take(found.get(object), object, recursive, intersects);
  }

  #take(
    found: readonly FoundHit[] | undefined,
    object: Object3D,
    recursive: boolean,
    intersects: Intersection[],
  ): void {
    if (found === undefined) return;
    const { clipping } = this.index;
    for (const { hit, asked } of found) {
      if (!recursive && asked !== object) continue;
      // What is found is kept for the next question, and users change vectors of hits.
      if (clipping === null || !isCutAway(hit, clipping)) intersects.push(copyIntersection(hit));
    }
  }

  /** What the ray hits in an object and below it, or more. Null if it hits nothing, undefined if the index cannot answer. */
  #find(object: Object3D): FoundHits | null | undefined {
    const { index, hitsInvisible } = this;
    // An object that asks while it is being asked must not be asked again, so this asks only what it wants to know.
    if (index.isAsking) return this.#isUsable() ? index.find(this, object, hitsInvisible) : undefined;
    const known = index.answers.get(this);
    if (known !== undefined && this.#askedInvisible === hitsInvisible && this.#asked.equals(this)) return known;
    if (!this.#isUsable()) return undefined;
    // If an object throws, nothing is known.
    index.answers.delete(this);
    this.#asked.copy(this);
    this.#askedInvisible = hitsInvisible;
    const found = index.find(this, index.root, hitsInvisible);
    index.answers.set(this, found);
    return found;
  }

  /** As Raycaster does, until it comes to the root of the index. */
  #askObject(object: Object3D, recursive: boolean, intersects: Intersection[]): void {
    let goesOn: unknown = true;
    if (object.layers.test(this.layers)) {
      const hits: Intersection[] = [];
      goesOn = (object as RaycastHolder).raycast?.call(object, this, hits);
      const { clipping } = this.index;
      for (const hit of hits) if (clipping === null || !isCutAway(hit, clipping)) intersects.push(hit);
    }
    if (recursive && goesOn !== false) for (const child of object.children) this.#intersect(child, true, intersects);
  }

  /** Whether the index can answer. It would throw an error where Raycaster goes on with numbers that mean nothing. */
  #isUsable(): boolean {
    const { origin, direction } = this.ray;
    const length = direction.length();
    const isRay = Number.isFinite(origin.manhattanLength()) && length > 0 && length < Infinity;
    return isRay && !Number.isNaN(this.near + this.far);
  }
}
