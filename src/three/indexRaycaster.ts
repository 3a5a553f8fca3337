import { type Intersection, type Object3D, Raycaster, type Vector3 } from 'three';
import { checkObject, checkRaycaster } from './check';
import type { FoundHit, FoundHits } from './rays/allIntersections';
import { RayAnswer } from './rays/rayAnswer';
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

  constructor(index: SceneIndex, origin?: Vector3, direction?: Vector3, near?: number, far?: number) {
    checkIndex(index);
    super(origin, direction, near, far);
    this.index = index;
  }

  /**
   * Lets a Raycaster that is in use ask an index, where it is: it gets the fields and methods of an IndexRaycaster. So all that is
   * set on it counts, before and after, whoever holds it. This is for the raycasters of libraries, such as react-three-fiber.
   *
   * ```ts
   * const { uninstall } = IndexRaycaster.install(raycaster, index);
   * raycaster.intersectObject(scene);
   * uninstall();
   * ```
   */
  static install(raycaster: Raycaster, index: SceneIndex): IndexInstallation {
    checkRaycaster('raycaster', raycaster);
    checkIndex(index);
    installed.get(raycaster)?.();
    const added: IndexFields & Pick<Raycaster, 'intersectObject' | 'intersectObjects'> = {
      index,
      hitsInvisible: true,
      intersectObject: (object, recursive, intersects) => intersectOne(indexed, object, recursive, intersects),
      intersectObjects: (objects, recursive, intersects) => intersectEach(indexed, objects, recursive, intersects),
      hitObjects: () => hitObjects(indexed),
    };
    const before = Object.fromEntries(Object.entries(raycaster).filter(([name]) => Object.hasOwn(added, name)));
    const indexed = Object.assign(raycaster, added);
    const uninstall = () => {
      if (installed.get(raycaster) !== uninstall) return;
      installed.delete(raycaster);
      for (const name of Object.keys(added)) Reflect.deleteProperty(raycaster, name);
      Object.assign(raycaster, before);
    };
    installed.set(raycaster, uninstall);
    return { raycaster: indexed, uninstall };
  }

  override intersectObject<Hit extends Object3D>(
    object: Object3D,
    recursive?: boolean,
    intersects?: Intersection<Hit>[],
  ): Intersection<Hit>[] {
    return intersectOne(this, object, recursive, intersects);
  }

  override intersectObjects<Hit extends Object3D>(
    objects: Object3D[],
    recursive?: boolean,
    intersects?: Intersection<Hit>[],
  ): Intersection<Hit>[] {
    return intersectEach(this, objects, recursive, intersects);
  }

  /**
   * The objects below the root that this ray hits, and the objects above them: `intersectObject` finds nothing in any other. What
   * goes through thousands of objects, as react-three-fiber does, may go through these instead.
   */
  hitObjects(): Object3D[] {
    return hitObjects(this);
  }
}

/** What an {@link IndexRaycaster} has beside a Raycaster. */
type IndexFields = Pick<IndexRaycaster, 'index' | 'hitsInvisible' | 'hitObjects'>;

/** An {@link IndexRaycaster}, or a Raycaster on which an index is installed. */
export type IndexedRaycaster = Raycaster & IndexFields;

/** An index that a Raycaster asks until it is uninstalled. */
export interface IndexInstallation {
  /** The Raycaster itself. */
  readonly raycaster: IndexedRaycaster;
  /**
   * Removes the index, and gives the Raycaster back the fields and methods that it had before any index was installed. An earlier
   * index does not come back, and methods that have replaced those of the index are lost. Does nothing if another index has been
   * installed since.
   */
  readonly uninstall: () => void;
}

/** Of each Raycaster on which an index is installed, what undoes that. */
const installed = /* @__PURE__ */ new WeakMap<Raycaster, () => void>();

function intersectOne<Hit extends Object3D>(
  raycaster: IndexedRaycaster,
  object: Object3D,
  recursive = true,
  intersects: Intersection<Hit>[] = [],
): Intersection<Hit>[] {
  intersect(raycaster, object, recursive, intersects);
  return sortIntersections(intersects);
}

function intersectEach<Hit extends Object3D>(
  raycaster: IndexedRaycaster,
  objects: readonly Object3D[],
  recursive = true,
  intersects: Intersection<Hit>[] = [],
): Intersection<Hit>[] {
  for (const object of objects) intersect(raycaster, object, recursive, intersects);
  return sortIntersections(intersects);
}

function hitObjects(raycaster: IndexedRaycaster): Object3D[] {
  const { root } = raycaster.index;
  const found = find(raycaster, root);
  if (found !== undefined) return [...(found?.keys() ?? [])];
  // The index cannot answer, so `intersectObject` asks each.
  const all: Object3D[] = [];
  root.traverse((object) => all.push(object));
  return all;
}

function checkIndex(index: SceneIndex): void {
  checkObject('index', index, 'a SceneIndex', 'boxes');
}

function intersect(
  raycaster: IndexedRaycaster,
  object: Object3D,
  recursive: boolean,
  intersects: Intersection[],
): void {
  const found = isWithin(object, raycaster.index.root) ? find(raycaster, object) : undefined;
  if (found === undefined) raycastObject(raycaster, object, recursive, intersects);
  else if (found !== null) take(raycaster, found.get(object), object, recursive, intersects);
}

function take(
  { index }: IndexedRaycaster,
  found: readonly FoundHit[] | undefined,
  object: Object3D,
  recursive: boolean,
  intersects: Intersection[],
): void {
  if (found === undefined) return;
  const { clipping } = index;
  for (const { hit, asked } of found) {
    if (!recursive && asked !== object) continue;
    // What is found is kept for the next question, and users change vectors of hits.
    if (clipping === null || !isCutAway(hit, clipping)) intersects.push(copyIntersection(hit));
  }
}

/** What the ray hits in an object and below it, or more. Null if it hits nothing, undefined if the index cannot answer. */
function find(raycaster: IndexedRaycaster, object: Object3D): FoundHits | null | undefined {
  const { index, hitsInvisible } = raycaster;
  // An object that asks while it is being asked must not be asked again, so this asks only what it wants to know.
  if (index.isAsking) return isUsable(raycaster) ? index.find(raycaster, object, hitsInvisible) : undefined;
  const known = index.answer;
  if (known?.isOf(raycaster) === true) return known.found;
  if (!isUsable(raycaster)) return undefined;
  // If an object throws, nothing is known.
  index.answer = null;
  const answer = new RayAnswer(raycaster);
  answer.found = index.find(raycaster, index.root, hitsInvisible);
  index.answer = answer;
  return answer.found;
}

/** As Raycaster does, until it comes to the root of the index. */
function raycastObject(
  raycaster: IndexedRaycaster,
  object: Object3D,
  recursive: boolean,
  intersects: Intersection[],
): void {
  let goesOn: unknown = true;
  if (object.layers.test(raycaster.layers)) {
    const hits: Intersection[] = [];
    goesOn = (object as RaycastHolder).raycast?.call(object, raycaster, hits);
    const { clipping } = raycaster.index;
    for (const hit of hits) if (clipping === null || !isCutAway(hit, clipping)) intersects.push(hit);
  }
  if (recursive && goesOn !== false) {
    for (const child of object.children) intersect(raycaster, child, true, intersects);
  }
}

/** Whether the index can answer. It would throw an error where Raycaster goes on with numbers that mean nothing. */
function isUsable({ ray: { origin, direction }, near, far }: Raycaster): boolean {
  const length = direction.length();
  const isRay = Number.isFinite(origin.manhattanLength()) && length > 0 && length < Infinity;
  return isRay && !Number.isNaN(near + far);
}
