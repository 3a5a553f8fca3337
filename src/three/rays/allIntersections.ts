import type { Intersection, Object3D } from 'three';
import type { BoxSource } from '../sources/boxSource';
import { hasRaycastOfThree } from '../sources/raycastsOfThree';
import { comesBefore, isWithin } from './graphOrder';
import { RayQuestion } from './rayQuestion';

/** A hit, and the object whose raycast gave it: that may name another object. */
export interface FoundHit {
  readonly hit: Intersection;
  readonly asked: Object3D;
}

/**
 * By object, the hits that `Raycaster` would find in it and below it, sorted by distance. If a distance is not a finite number,
 * they are in the order in which `Raycaster` finds them: how it sorts them depends on that.
 */
export type FoundHits = ReadonlyMap<Object3D, readonly FoundHit[]>;

/** Every intersection that `Raycaster` would find. The boxes are searched first; then each object is asked once. */
export class AllIntersections extends RayQuestion {
  /** The instances whose boxes the ray hits. Without a source, the object is asked as a whole. */
  readonly #met = new Map<Object3D, { source: BoxSource | null; instances: number[] }>();
  readonly #found: FoundHit[] = [];
  /** The objects asked so far, and whether `Raycaster` goes on below them. */
  readonly #goesOn = new Map<Object3D, boolean>();

  protected override get limit(): number {
    return Infinity;
  }

  override meet(source: BoxSource, instance: number): void {
    const { object } = source;
    const met = this.#met.get(object);
    if (met !== undefined) met.instances.push(instance);
    else if (isWithin(object, this.choice.top)) {
      this.#met.set(object, { source: hasRaycastOfThree(object) ? source : null, instances: [instance] });
    }
  }

  /** Tells of an object without a box: it will be asked as `Raycaster` asks it. */
  meetWhole(object: Object3D): void {
    if (this.isOnLayers(object) && isWithin(object, this.choice.top)) {
      this.#met.set(object, { source: null, instances: [] });
    }
  }

  /** Asks all objects that the ray may hit. Returns null if the answer is void. */
  answer(): FoundHits | null {
    const { top } = this.choice;
    for (const [object, { source, instances }] of this.#met) {
      if (source === null) this.goesOn(object);
      else for (const instance of instances.sort((a, b) => a - b)) this.#ask(object, source, instance);
      // The raycasts above may hit something too: a LOD asks one of its levels.
      for (let at = object; at !== top && at.parent !== null && this.letsThrough(at.parent);) at = at.parent;
      if (this.raycasts.isVoid) return null;
    }
    const isSortable = this.#found.every(({ hit }) => Number.isFinite(hit.distance));
    this.#found.sort(isSortable ? byDistance : byOrder);
    const below = new Map<Object3D, FoundHit[]>();
    for (const found of this.#found) {
      let at: Object3D | null = found.asked;
      while (at !== null) {
        const list = below.get(at);
        if (list === undefined) below.set(at, [found]);
        else list.push(found);
        const above: Object3D | null = at === top ? null : at.parent;
        at = above !== null && this.letsThrough(above) ? above : null;
      }
    }
    return below;
  }

  protected override goesOn(object: Object3D): boolean {
    let goesOn = this.#goesOn.get(object);
    if (goesOn === undefined) {
      goesOn = this.#ask(object, null, 0);
      this.#goesOn.set(object, goesOn);
    }
    return goesOn;
  }

  #ask(object: Object3D, source: BoxSource | null, instance: number): boolean {
    const hits: Intersection[] = [];
    const goesOn = this.raycasts.ask(object, source, instance, this.raycaster, hits);
    for (const hit of hits) if (this.accepts(hit)) this.#found.push({ hit, asked: object });
    return goesOn;
  }
}

/** By distance. Of equal distances, the one that `Raycaster` finds first. */
function byDistance(a: FoundHit, b: FoundHit): number {
  return a.hit.distance - b.hit.distance || byOrder(a, b);
}

/** The one that `Raycaster` finds first: those of one object stay as they are. */
function byOrder({ asked: a }: FoundHit, { asked: b }: FoundHit): number {
  if (a === b) return 0;
  return comesBefore(a, b) ? -1 : 1;
}
