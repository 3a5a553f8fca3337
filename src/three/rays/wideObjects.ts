import { BoxScene, type BoxSceneOptions } from 'slabtree';
import { Box3, type RaycasterParameters } from 'three';
import { isFilled } from '../sources/boundingBox';
import type { BoxSource, Thresholds } from '../sources/boxSource';
import type { ClosestIntersection } from './closestIntersection';

/**
 * What three.js may be off by in a ray's distance from a line, relative to how far the ray begins from it: the distance is the
 * root of a difference of squares.
 */
const ROUNDING = 2 ** -22;

const bounds = /* @__PURE__ */ new Box3();

/**
 * The objects whose own raycast meets rays that pass their box, lines and points within a threshold say. They have boxes as
 * much larger in a scene of their own; those of which nobody can say how much are asked about every ray.
 */
export class WideObjects {
  readonly #options: BoxSceneOptions;
  #scene: BoxScene | undefined;
  readonly #ids = new Map<BoxSource, number>();
  readonly #objects = new Map<number, BoxSource>();
  readonly #endless = new Set<BoxSource>();
  /** Those whose boxes are not what they have to be. */
  readonly #changed = new Set<BoxSource>();
  /** What the boxes are for. */
  #thresholds: Thresholds = { line: 0, points: 0 };
  /** How far from the origin of the world the rays begin that the boxes are for, at most. */
  #farthest = 0;

  constructor(options: BoxSceneOptions) {
    this.#options = options;
  }

  /** To be told of every object that has come or changed. */
  change(source: BoxSource): void {
    this.#changed.add(source);
  }

  delete(source: BoxSource): void {
    this.#changed.delete(source);
    this.#endless.delete(source);
    const id = this.#ids.get(source);
    if (id === undefined) return;
    this.#scene?.remove(id);
    this.#ids.delete(source);
    this.#objects.delete(id);
  }

  /** Asks those that may be met anywhere, and prepares for {@link search}. */
  askEndless(closest: ClosestIntersection): void {
    if (this.#changed.size + this.#endless.size + this.#ids.size === 0) return;
    this.#prepare(closest);
    for (const source of this.#endless) if (this.#isOnLayers(source, closest)) closest.ask(source, 0);
  }

  /** Asks the others, as far as they may be closer than what has been found. */
  search(closest: ClosestIntersection): void {
    if (this.#scene === undefined || this.#ids.size === 0) return;
    closest.search(this.#scene, (id) => {
      const source = this.#objects.get(id);
      return source === undefined ? null : closest.ask(source, 0);
    });
  }

  /** Asks all, and leaves the boxes as they are: for a question that is asked while another one is answered by them. */
  askAll(closest: ClosestIntersection): void {
    const thresholds = readThresholds(closest.raycaster.params);
    const distance = closest.ray.origin.length();
    for (const source of this.#all()) {
      const around = boundsAround(source, thresholds, distance);
      const mayMeet = !isFilled(around) || closest.ray.intersectsBox(around);
      if (mayMeet && this.#isOnLayers(source, closest)) closest.ask(source, 0);
    }
  }

  #isOnLayers(source: BoxSource, { mask }: ClosestIntersection): boolean {
    return (source.object.layers.mask & mask) !== 0;
  }

  #all(): BoxSource[] {
    return [...this.#endless, ...this.#ids.keys(), ...this.#changed];
  }

  /** Has the boxes be as large as they have to be for a ray. */
  #prepare({ raycaster, ray }: ClosestIntersection): void {
    const { line, points } = readThresholds(raycaster.params);
    const distance = ray.origin.length();
    const are = this.#thresholds;
    if (line !== are.line || points !== are.points || distance > this.#farthest) {
      this.#thresholds = { line, points };
      // Twice as far, so that it does not grow with every ray.
      if (distance > this.#farthest) this.#farthest = 2 * distance;
      for (const source of this.#all()) this.#changed.add(source);
    }
    for (const source of this.#changed) this.#place(source);
    this.#changed.clear();
  }

  #place(source: BoxSource): void {
    this.delete(source);
    const around = boundsAround(source, this.#thresholds, this.#farthest);
    if (isFilled(around)) {
      this.#scene ??= new BoxScene(this.#options);
      const id = this.#scene.addAabb(around, source.object.layers.mask);
      this.#ids.set(source, id);
      this.#objects.set(id, source);
    } else {
      this.#endless.add(source);
    }
  }
}

/**
 * The box outside of which no ray meets an object that begins no farther than a distance from the origin of the world; not
 * filled where there is none. Of use until the next call.
 */
function boundsAround(source: BoxSource, thresholds: Thresholds, distance: number): Box3 {
  bounds.copy(source.boundsAt(0)).expandByScalar(source.reach?.(thresholds) ?? 0);
  bounds.applyMatrix4(source.matrixWorld);
  return bounds.expandByScalar(ROUNDING * (distance + bounds.min.length() + bounds.max.length()));
}

/** @param params of a Raycaster: what nobody asks about may be left out. */
function readThresholds({ Line, Points }: Partial<RaycasterParameters>): Thresholds {
  return { line: Line?.threshold ?? 0, points: Points?.threshold ?? 0 };
}
