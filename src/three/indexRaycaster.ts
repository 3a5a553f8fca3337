import { type Intersection, type Object3D, Raycaster, type Vector3 } from 'three';
import { checkObject } from '../primitives/check';
import { checkRaycaster } from './check';
import type { FoundHit, FoundHits } from './rays/allIntersections';
import { RayAnswer } from './rays/rayAnswer';
import { isCutAway } from './rays/clipping';
import { copyIntersection } from './rays/copyIntersection';
import { isWithin, isWithinAny } from './rays/graphOrder';
import { sortIntersections } from './rays/sortIntersections';
import type { SceneIndex } from './sceneIndex';
import { callRaycast } from './sources/callRaycast';

/**
 * A Raycaster whose `intersectObject` and `intersectObjects` search an index for objects below its root, and test other objects
 * as three.js does. They return the hits of a Raycaster, in the same order.
 *
 * - Objects are as of the index's last `update`.
 * - The index is searched once per ray: calls for other objects with the same ray use the stored hits until the next update. So a
 *   loop over thousands of objects, as in react-three-fiber, is fast.
 * - Like a Raycaster, it also hits invisible objects, which it tests one by one. Set {@link hitsInvisible} to false to leave
 *   them out.
 * - Hits on parts that {@link SceneIndex.clipping} clips are left out.
 *
 * @throws TypeError if `index` is not a `SceneIndex`.
 *
 * @example
 * ```ts
 * import { BoxGeometry, Mesh, PerspectiveCamera, Scene, Vector2 } from 'three';
 *
 * const scene = new Scene();
 * const crate = new Mesh(new BoxGeometry(2, 2, 2));
 * scene.add(crate);
 * const camera = new PerspectiveCamera();
 * camera.position.z = 5;
 * camera.updateMatrixWorld();
 *
 * const index = SceneIndex.from(scene);
 * const raycaster = new IndexRaycaster(index);
 * raycaster.setFromCamera(new Vector2(0, 0), camera); // the middle of the picture
 * raycaster.intersectObject(scene)[0].object === crate; // → true
 * ```
 */
export class IndexRaycaster extends Raycaster {
  /** The index that rays search. */
  readonly index: SceneIndex;
  /** Whether rays hit invisible objects, and objects below invisible ones. True by default, as in three.js. */
  hitsInvisible = true;
  /**
   * The objects for which the index is searched, with everything below them. Null, the default, for all. Objects that a loop never
   * tests then cost nothing, and their raycasts are not called. If others are tested, they are tested as three.js does. After a
   * change, set another set: a set that you change in place may leave stored hits as they are.
   */
  within: ReadonlySet<Object3D> | null = null;

  /**
   * Makes a Raycaster that searches an index.
   *
   * @param near the smallest distance of a hit, in world units. 0 by default.
   * @param far the largest distance of a hit, in world units. Infinity by default.
   */
  constructor(index: SceneIndex, origin?: Vector3, direction?: Vector3, near?: number, far?: number) {
    checkIndex(index);
    super(origin, direction, near, far);
    this.index = index;
  }

  /**
   * Makes an existing Raycaster search an index: adds the fields and methods of an IndexRaycaster to it. Its settings still
   * count. Use this for the raycasters of libraries, such as react-three-fiber.
   *
   * @example
   * ```ts
   * import { Raycaster } from 'three';
   *
   * const existing = new Raycaster(); // such as the raycaster of react-three-fiber
   * const { uninstall } = IndexRaycaster.install(existing, index);
   * existing.setFromCamera(new Vector2(0, 0), camera);
   * existing.intersectObject(scene)[0].object === crate; // → true
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
      within: null,
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
   * Returns the objects below the index's root that this ray hits, and the ancestors of these objects. `intersectObject` returns
   * no hits for any other object below the root that {@link within} has, so a loop over thousands of objects may loop over these
   * instead.
   *
   * @example
   * ```ts
   * raycaster.hitObjects().includes(crate); // → true
   * ```
   */
  hitObjects(): Object3D[] {
    return hitObjects(this);
  }
}

/** The fields and methods that an {@link IndexRaycaster} has besides those of a Raycaster. */
export type IndexFields = Pick<IndexRaycaster, 'index' | 'hitsInvisible' | 'within' | 'hitObjects'>;

/** An {@link IndexRaycaster}, or a Raycaster on which an index is installed. */
export type IndexedRaycaster = Raycaster & IndexFields;

/**
 * The result of {@link IndexRaycaster.install}: a Raycaster that searches an index, and a function that undoes the
 * installation.
 */
export interface IndexInstallation {
  /** The Raycaster on which the index is installed: the same object as before. */
  readonly raycaster: IndexedRaycaster;
  /**
   * Removes the index from the Raycaster, and restores the fields and methods that the Raycaster had before any index was
   * installed. Does not restore an earlier index. Methods that were set on the Raycaster after the installation are lost. Does
   * nothing if another index has been installed since.
   */
  readonly uninstall: () => void;
}

/** For each Raycaster on which an index is installed, the function that uninstalls it. */
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
  // If the index cannot search this ray, `hitObjects` returns all objects, as `intersectObject` then tests every object.
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
  const { index, within } = raycaster;
  const isSearched = isWithin(object, index.root) && (within === null || isWithinAny(object, within));
  const found = isSearched ? find(raycaster, object) : undefined;
  if (found === undefined) raycastObject(raycaster, object, recursive, intersects);
  else if (found !== null) addHits(raycaster, found.get(object), object, recursive, intersects);
}

/** Adds copies of the stored hits of an object to `intersects`. Leaves out hits on parts that clipping planes clip. */
function addHits(
  { index }: IndexedRaycaster,
  found: readonly FoundHit[] | undefined,
  object: Object3D,
  recursive: boolean,
  intersects: Intersection[],
): void {
  if (found === undefined) return;
  const { clipping } = index;
  for (const { hit, tested } of found) {
    if (!recursive && tested !== object) continue;
    // `intersects` gets copies: later calls return the stored hits again, and users may change the vectors of hits.
    if (clipping === null || !isCutAway(hit, clipping)) intersects.push(copyIntersection(hit));
  }
}

/**
 * Returns the hits in an object and below it, and perhaps hits in other objects. Returns null if the ray hits nothing, and
 * undefined if the index cannot search this ray.
 */
function find(raycaster: IndexedRaycaster, object: Object3D): FoundHits | null | undefined {
  const { index, hitsInvisible, within } = raycaster;
  // While an object's raycast runs, only the given object is searched: a search from the root would call that raycast again.
  if (index.isRaycasting) return isUsable(raycaster) ? index.find(raycaster, object, hitsInvisible, within) : undefined;
  const stored = index.answer;
  if (stored?.isOf(raycaster) === true) return stored.found;
  if (!isUsable(raycaster)) return undefined;
  // The stored answer is cleared before the search: if an object's raycast throws, no answer is stored.
  index.answer = null;
  const answer = new RayAnswer(raycaster);
  answer.found = index.find(raycaster, index.root, hitsInvisible, within);
  index.answer = answer;
  return answer.found;
}

/** Tests an object and its descendants as three.js's Raycaster does, but takes hits in the index's root from the index. */
function raycastObject(
  raycaster: IndexedRaycaster,
  object: Object3D,
  recursive: boolean,
  intersects: Intersection[],
): void {
  let descends: unknown = true;
  if (object.layers.test(raycaster.layers)) {
    const hits: Intersection[] = [];
    descends = callRaycast(object, object, raycaster, hits);
    const { clipping } = raycaster.index;
    for (const hit of hits) if (clipping === null || !isCutAway(hit, clipping)) intersects.push(hit);
  }
  if (recursive && descends !== false) {
    for (const child of object.children) intersect(raycaster, child, true, intersects);
  }
}

/** Whether the index can search a Raycaster's ray. The index throws for other rays, such as rays with NaN; Raycaster does not. */
function isUsable({ ray: { origin, direction }, near, far }: Raycaster): boolean {
  const length = direction.length();
  const isRay = Number.isFinite(origin.manhattanLength()) && length > 0 && length < Infinity;
  return isRay && !Number.isNaN(near + far);
}
