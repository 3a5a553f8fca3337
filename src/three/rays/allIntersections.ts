import type { Intersection, Object3D, Raycaster } from 'three';
import type { BoxSource } from '../sources/boxSource';
import { hasRaycastOfThree } from '../sources/raycastsOfThree';
import { comesBefore, isWithin, isWithinAny } from './graphOrder';
import type { ObjectRaycasts } from './objectRaycasts';
import type { RayChoice } from './raycastOptions';
import { NO_BOX } from './rayRange';
import { RaySearch } from './raySearch';

/** A hit, and the object whose raycast has added it. The hit may name another object. */
export interface FoundHit {
  readonly hit: Intersection;
  readonly tested: Object3D;
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

/** The search for all intersections. It collects the candidates first; then each object is tested once. */
export class AllIntersections extends RaySearch {
  /** The instances that the ray may hit, and their boxes. Without a source, the raycast of the object hits all. */
  readonly #candidates = new Map<Object3D, { source: BoxSource | null; instances: Instance[] }>();
  readonly #found: FoundHit[] = [];
  /** The objects whose raycasts were called as a whole, and whether `Raycaster` descends to their children. */
  readonly #descends = new Map<Object3D, boolean>();
  readonly #within: ReadonlySet<Object3D> | null;

  /** @param within the objects that are tested, with everything below them. Null for all. */
  constructor(raycaster: Raycaster, choice: RayChoice, raycasts: ObjectRaycasts, within: ReadonlySet<Object3D> | null) {
    super(raycaster, choice, raycasts);
    this.#within = within;
  }

  protected override get limit(): number {
    return Infinity;
  }

  override test(source: BoxSource, instance: number, id: number): void {
    const { object } = source;
    const known = this.#candidates.get(object);
    if (known !== undefined) known.instances.push({ instance, id });
    else if (this.#isWanted(object)) {
      const instances = [{ instance, id }];
      this.#candidates.set(object, { source: hasRaycastOfThree(object) ? source : null, instances });
    }
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

  /** The raycast of an object that is not tested is not called. Nor is what is above it tested. */
  protected override isPassed(object: Object3D): boolean {
    return this.#isTested(object) && super.isPassed(object);
  }

  /** Tests all candidates. Returns null if the answer is void. */
  answer(): FoundHits | null {
    const { top } = this.choice;
    for (const [object, { source, instances }] of this.#candidates) {
      if (source === null) this.descends(object);
      else {
        instances.sort((a, b) => a.instance - b.instance);
        for (const { instance, id } of instances) this.#raycast(object, source, instance, id);
      }
      // The raycasts of ancestors may add hits, too: an LOD calls the raycast of one of its levels.
      for (let at = object; at !== top && at.parent !== null && this.isPassed(at.parent);) at = at.parent;
      if (this.raycasts.isVoid) return null;
    }
    const isSortable = this.#found.every(({ hit }) => Number.isFinite(hit.distance));
    this.#found.sort(isSortable ? byDistance : byOrder);
    const below = new Map<Object3D, FoundHit[]>();
    for (const found of this.#found) {
      let at: Object3D | null = found.tested;
      while (at !== null) {
        const list = below.get(at);
        if (list === undefined) below.set(at, [found]);
        else list.push(found);
        const above: Object3D | null = at === top ? null : at.parent;
        at = above !== null && this.isPassed(above) ? above : null;
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
    for (const hit of hits) if (this.accepts(hit)) this.#found.push({ hit, tested: object });
    return descends;
  }
}

/** By distance. Of equal distances, the one that `Raycaster` finds first. */
function byDistance(a: FoundHit, b: FoundHit): number {
  return a.hit.distance - b.hit.distance || byOrder(a, b);
}

/** The one that `Raycaster` finds first: those of one object stay as they are. */
function byOrder({ tested: a }: FoundHit, { tested: b }: FoundHit): number {
  if (a === b) return 0;
  return comesBefore(a, b) ? -1 : 1;
}
