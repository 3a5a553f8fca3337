import type { Intersection, Object3D, Raycaster } from 'three';
import type { BoxSource } from '../sources/boxSource';
import { hasRaycastOfThree } from '../sources/raycastsOfThree';
import { isTestedBefore, isWithin, isWithinAny } from './graphOrder';
import type { ObjectRaycasts } from './objectRaycasts';
import type { RayChoice } from './raycastOptions';
import { NO_BOX } from './rayRange';
import { RaySearch } from './raySearch';

/** A hit, and the object and instance whose raycast has added it. The hit may name another object. */
export interface FoundHit {
  readonly hit: Intersection;
  readonly tested: Object3D;
  readonly instance: number;
}

/**
 * For each object, the hits that `Raycaster` would find in the object and its descendants, sorted by distance. If a distance is not
 * a finite number, the hits are in the order in which `Raycaster` finds them, on which its sorting then depends.
 */
export type FoundHits = ReadonlyMap<Object3D, readonly FoundHit[]>;

/** An instance, and its box or NO_BOX. */
interface Instance {
  readonly instance: number;
  readonly id: number;
}

/**
 * The search for all intersections. The triangles that the kernel lists are tested at once. Other candidates are collected, and
 * each object is tested once, after the walk: its raycast may change the scene.
 */
export class AllIntersections extends RaySearch {
  /** The instances that the ray may hit, and their boxes. The source is null for an object without boxes. */
  readonly #candidates = new Map<Object3D, { source: BoxSource | null; instances: Instance[] }>();
  readonly #found: FoundHit[] = [];
  /** The objects whose listed triangles were tested. */
  readonly #listed = new Set<Object3D>();
  /** The object of the candidate before, and whether it is tested: most often, instances of one object follow one another. */
  #latest: Object3D | null = null;
  #isLatestWanted = false;
  readonly #hits: Intersection[] = [];
  /** The objects whose raycasts were called as a whole, and whether `Raycaster` descends to their children. */
  readonly #descends = new Map<Object3D, boolean>();
  readonly #within: ReadonlySet<Object3D> | null;

  /** @param within the objects that are tested, with everything below them. Null for all. */
  constructor(raycaster: Raycaster, choice: RayChoice, raycasts: ObjectRaycasts, within: ReadonlySet<Object3D> | null) {
    super(raycaster, choice, raycasts);
    this.#within = within;
    this.listsAll = true;
  }

  protected override get limit(): number {
    return Infinity;
  }

  override test(source: BoxSource, instance: number, id: number): void {
    if (this.#testListed(source, instance, id)) return;
    const { object } = source;
    const known = this.#candidates.get(object);
    if (known !== undefined) known.instances.push({ instance, id });
    else if (this.#isWanted(object)) {
      const instances = [{ instance, id }];
      this.#candidates.set(object, { source: hasRaycastOfThree(object) ? source : null, instances });
    }
  }

  /** Tests the triangles that the kernel has listed. Returns false if it has not listed all, or if they are not all that counts. */
  #testListed(source: BoxSource, instance: number, id: number): boolean {
    const { object } = source;
    // Rays of the core end at the largest number at most, so `bound` cannot exceed it.
    const isListed = this.triangleCount > 0 && this.bound >= Math.min(this.end, Number.MAX_VALUE);
    if (!isListed || !hasRaycastOfThree(object)) return false;
    const placed = source.triangles?.(object, instance) ?? null;
    const mesh = placed && this.raycasts.meshOf(placed, id);
    if (placed === null || mesh === null) return false;
    if (object !== this.#latest) {
      this.#latest = object;
      this.#isLatestWanted = this.#isWanted(object);
      if (this.#isLatestWanted) this.#listed.add(object);
    }
    if (!this.#isLatestWanted) return true;
    const triangles = this.listedTriangles();
    this.raycasts.intersectTriangles(source, instance, placed, mesh, triangles, this.raycaster, this.#hits);
    for (const hit of this.#hits) this.#found.push({ hit, tested: object, instance });
    this.#hits.length = 0;
    return true;
  }

  /** Adds an object without a box, whose raycast is called as `Raycaster` calls it. */
  testWhole(object: Object3D): void {
    if (this.isOnLayers(object) && this.#isWanted(object)) {
      this.#candidates.set(object, { source: null, instances: [] });
    }
  }

  #isWanted(object: Object3D): boolean {
    return isWithin(object, this.choice.top) && this.#isTested(object);
  }

  #isTested(object: Object3D): boolean {
    return this.#within === null || isWithinAny(object, this.#within);
  }

  /** Also false for an object that is not tested: its raycast, and the raycasts of its ancestors, are not called. */
  protected override isPassed(object: Object3D): boolean {
    return this.#isTested(object) && super.isPassed(object);
  }

  /** Tests the candidates. Returns all hits, sorted as {@link FoundHits}. Null if the answer is void. */
  answer(): readonly FoundHit[] | null {
    for (const object of this.#listed) this.#passAbove(object);
    for (const [object, { source, instances }] of this.#candidates) {
      if (source === null) this.descends(object);
      else {
        instances.sort((a, b) => a.instance - b.instance);
        for (const { instance, id } of instances) this.#raycast(object, source, instance, id);
      }
      this.#passAbove(object);
      if (this.raycasts.isVoid) return null;
    }
    if (this.raycasts.isVoid) return null;
    const found = this.#found.filter(({ hit }) => this.accepts(hit));
    const isSortable = found.every(({ hit }) => Number.isFinite(hit.distance));
    return found.sort(isSortable ? byDistance : byOrder);
  }

  /** Calls the raycasts of ancestors, which may add hits, too: an LOD calls the raycast of one of its levels. */
  #passAbove(object: Object3D): void {
    const { top } = this.choice;
    for (let at = object; at !== top && at.parent !== null; at = at.parent) this.isPassed(at.parent);
  }

  /** Returns the object to whose hits the hits of an object belong, too. Null for the top, and if `Raycaster` does not descend. */
  #above(object: Object3D): Object3D | null {
    const above = object === this.choice.top ? null : object.parent;
    return above !== null && this.isPassed(above) ? above : null;
  }

  /** Returns those of the hits that `Raycaster` finds in the top object and its descendants. */
  atTop(found: readonly FoundHit[]): Intersection[] {
    const { top } = this.choice;
    const hits: Intersection[] = [];
    for (const { hit, tested } of found) {
      let at: Object3D | null = tested;
      while (at !== null && at !== top) at = this.#above(at);
      if (at === top) hits.push(hit);
    }
    return hits;
  }

  /** Returns the hits by object. */
  byObject(found: readonly FoundHit[]): FoundHits {
    const below = new Map<Object3D, FoundHit[]>();
    for (const each of found) {
      for (let at: Object3D | null = each.tested; at !== null; at = this.#above(at)) {
        const list = below.get(at);
        if (list === undefined) below.set(at, [each]);
        else list.push(each);
      }
    }
    return below;
  }

  protected override descends(object: Object3D): boolean {
    let descends = this.#descends.get(object);
    if (descends === undefined) {
      descends = this.#raycast(object, null, 0, NO_BOX);
      this.#descends.set(object, descends);
    }
    return descends;
  }

  #raycast(object: Object3D, source: BoxSource | null, instance: number, id: number): boolean {
    const hits: Intersection[] = [];
    const descends = this.raycasts.raycast(object, source, instance, id, this.raycaster, hits);
    for (const hit of hits) this.#found.push({ hit, tested: object, instance });
    return descends;
  }
}

/** Compares hits by distance. At equal distances, the hit that `Raycaster` finds first comes first. */
function byDistance(a: FoundHit, b: FoundHit): number {
  return a.hit.distance - b.hit.distance || byOrder(a, b);
}

/** Compares hits by the order in which `Raycaster` finds them. Hits of one instance keep their order. */
function byOrder(a: FoundHit, b: FoundHit): number {
  if (a.tested === b.tested) return a.instance - b.instance;
  return isTestedBefore(a.tested, b.tested) ? -1 : 1;
}
