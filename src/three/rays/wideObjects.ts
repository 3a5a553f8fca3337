import { BoxScene, type BoxSceneOptions } from 'slabtree';
import { Box3, type RaycasterParameters } from 'three';
import { isFilled } from '../math';
import type { BoxSource, Thresholds } from '../sources/boxSource';
import type { BoxMeanings, RayQuestion } from './rayQuestion';
import { hidesNothing } from './seenObjects';

/**
 * three.js's rounding error in the distance of a ray from a line, relative to how far from the line the ray begins: the distance
 * is the root of a difference of squares.
 */
const ROUNDING = 2 ** -22;

const bounds = /* @__PURE__ */ new Box3();

/**
 * The objects whose own raycast hits rays that pass their box, such as lines and points within a threshold. A scene of their own
 * holds their boxes, enlarged by as much. Where nobody can say by how much, the object is asked about every ray.
 */
export class WideObjects implements BoxMeanings {
  readonly #options: BoxSceneOptions;
  #scene: BoxScene | undefined;
  readonly #ids = new Map<BoxSource, number>();
  readonly #sources = new Map<number, BoxSource>();
  /** The objects that may be hit anywhere. */
  readonly #endless = new Set<BoxSource>();
  /** Of those, the ones that hide what lies behind them, also before they have a place here. */
  readonly #opaqueEndless = new Set<BoxSource>();
  /** The objects whose box is out of date. */
  readonly #changed = new Set<BoxSource>();
  /** The boxes are large enough for these thresholds. */
  #thresholds: Thresholds = { line: 0, points: 0 };
  /** The boxes are large enough for rays that begin no farther than this from the world's origin. */
  #farthest = 0;

  constructor(options: BoxSceneOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#changed.size + this.#endless.size + this.#ids.size === 0;
  }

  /** Whether an object is among these. */
  has(source: BoxSource): boolean {
    return this.#ids.has(source) || this.#endless.has(source) || this.#changed.has(source);
  }

  /** Call it for each object that is new or has changed. */
  change(source: BoxSource): void {
    const reach = source.reach?.(this.#thresholds);
    if (reach === -Infinity) this.delete(source);
    else this.#changed.add(source);
    if (reach === Infinity && !hidesNothing(source.object)) this.#opaqueEndless.add(source);
    else this.#opaqueEndless.delete(source);
  }

  delete(source: BoxSource): void {
    this.#changed.delete(source);
    this.#opaqueEndless.delete(source);
    this.#takeOut(source);
  }

  /** Tells a question of the objects that may be hit anywhere. Makes the boxes ready for {@link search}. */
  askEndless(question: RayQuestion): void {
    if (this.isEmpty) return;
    this.#prepare(question);
    for (const source of this.#endless) if (question.isOnLayers(source.object)) question.meet(source, 0);
  }

  /** Tells a question of the objects that may be hit anywhere and hide what lies behind them. */
  askOpaqueEndless(question: RayQuestion): void {
    for (const source of this.#opaqueEndless) if (question.isOnLayers(source.object)) question.meet(source, 0);
  }

  /** Tells a question of the other objects whose boxes the ray hits. */
  search(question: RayQuestion): void {
    if (this.#scene === undefined || this.#ids.size === 0) return;
    question.search(this.#scene, this);
  }

  tell(question: RayQuestion, id: number): void {
    const source = this.#sources.get(id);
    if (source !== undefined) question.meet(source, 0);
  }

  /**
   * Tells a question of all objects that the ray may hit. Leaves the boxes as they are: another question, still under way, is
   * using them.
   */
  askAll(question: RayQuestion): void {
    const thresholds = readThresholds(question.raycaster.params);
    const distance = question.ray.origin.length();
    for (const source of this.#all()) {
      const around = boundsAround(source, thresholds, distance);
      const mayHit = !isFilled(around) || question.ray.intersectsBox(around);
      if (mayHit && question.isOnLayers(source.object)) question.meet(source, 0);
    }
  }

  #all(): BoxSource[] {
    return [...this.#endless, ...this.#ids.keys(), ...this.#changed];
  }

  /** Makes the boxes as large as a ray needs them. */
  #prepare({ raycaster, ray }: RayQuestion): void {
    const { line, points } = readThresholds(raycaster.params);
    const distance = ray.origin.length();
    const current = this.#thresholds;
    if (line !== current.line || points !== current.points || distance > this.#farthest) {
      this.#thresholds = { line, points };
      // Twice as far, so that the boxes do not grow with every ray.
      if (distance > this.#farthest) this.#farthest = 2 * distance;
      for (const source of this.#all()) this.#changed.add(source);
    }
    for (const source of this.#changed) this.#place(source);
    this.#changed.clear();
  }

  #takeOut(source: BoxSource): void {
    this.#endless.delete(source);
    const id = this.#ids.get(source);
    if (id === undefined) return;
    this.#scene?.remove(id);
    this.#ids.delete(source);
    this.#sources.delete(id);
  }

  #place(source: BoxSource): void {
    this.#takeOut(source);
    const around = boundsAround(source, this.#thresholds, this.#farthest);
    if (isFilled(around)) {
      this.#scene ??= new BoxScene(this.#options);
      const id = this.#scene.addAabb(around, source.object.layers.mask);
      this.#ids.set(source, id);
      this.#sources.set(id, source);
    } else {
      this.#endless.add(source);
    }
  }
}

/**
 * A box in the world that every ray passes through if it hits the object and begins no farther than `distance` from the world's
 * origin. The box is not filled if there is no such box. Valid until the next call.
 */
function boundsAround(source: BoxSource, thresholds: Thresholds, distance: number): Box3 {
  bounds.copy(source.boundsAt(0)).expandByScalar(source.reach?.(thresholds) ?? 0);
  bounds.applyMatrix4(source.matrixWorld);
  return bounds.expandByScalar(ROUNDING * (distance + bounds.min.length() + bounds.max.length()));
}

/** @param params of a Raycaster. Users may leave out the parts that they do not need. */
function readThresholds({ Line, Points }: Partial<RaycasterParameters>): Thresholds {
  return { line: Line?.threshold ?? 0, points: Points?.threshold ?? 0 };
}
