import { BoxScene, type BoxSceneOptions } from 'slabtree';
import { Box3, type RaycasterParameters } from 'three';
import { isFilled } from '../math';
import type { BoxSource, Thresholds } from '../sources/boxSource';
import { NO_BOX } from './rayRange';
import { isRigid } from './rigidCamera';
import type { RaySearch, SourceLookup } from './raySearch';
import { hidesNothing } from './seenObjects';

/**
 * three.js's rounding error in the distance of a ray from a line, relative to how far from the line the ray begins: the distance
 * is the root of a difference of squares.
 */
const ROUNDING = 2 ** -22;

const bounds = /* @__PURE__ */ new Box3();

/**
 * The objects that rays hit outside their boxes, such as lines and points within a threshold. A scene of their own has their
 * boxes, enlarged by the threshold. An object is unbounded if its rays may hit it anywhere: then every ray tests it.
 */
export class ThresholdObjects implements SourceLookup {
  readonly areLinked = false;
  readonly tolerance = undefined;
  readonly #options: BoxSceneOptions;
  #scene: BoxScene | undefined;
  readonly #ids = new Map<BoxSource, number>();
  readonly #sources = new Map<number, BoxSource>();
  /** The objects that a ray may hit anywhere. */
  readonly #unbounded = new Set<BoxSource>();
  /** The unbounded objects that hide what lies behind them, also before their boxes are placed. */
  readonly #opaqueUnbounded = new Set<BoxSource>();
  /** The sprites: three.js places them in the camera's space, and only a rigid camera leaves them in their boxes. */
  readonly #sprites = new Set<BoxSource>();
  /** Whether {@link testUnbounded} has tested all sprites: then {@link search} leaves them out. */
  #areSpritesTested = false;
  /** The objects whose boxes are out of date. */
  readonly #changed = new Set<BoxSource>();
  /** The boxes are large enough for these thresholds. */
  #thresholds: Thresholds = { line: 0, points: 0 };
  /** The boxes are large enough for rays that begin no farther than this from the world's origin. */
  #farthest = 0;

  constructor(options: BoxSceneOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#changed.size + this.#unbounded.size + this.#ids.size === 0;
  }

  /** Whether an object has a threshold. */
  has(source: BoxSource): boolean {
    return this.#ids.has(source) || this.#unbounded.has(source) || this.#changed.has(source);
  }

  /** Adds an object, or follows a change of it. */
  change(source: BoxSource): void {
    const reach = source.reach?.(this.#thresholds);
    if (reach === -Infinity) this.delete(source);
    else {
      this.#changed.add(source);
      if (source.isInCameraSpace === true) this.#sprites.add(source);
    }
    if (reach === Infinity && !hidesNothing(source.object)) this.#opaqueUnbounded.add(source);
    else this.#opaqueUnbounded.delete(source);
  }

  delete(source: BoxSource): void {
    this.#changed.delete(source);
    this.#opaqueUnbounded.delete(source);
    this.#sprites.delete(source);
    this.#takeOut(source);
  }

  /** Tests the objects that the ray may hit outside their boxes. Prepares the boxes for {@link search}. */
  testUnbounded(search: RaySearch): void {
    if (this.isEmpty) return;
    this.#prepare(search);
    for (const source of this.#unbounded) if (search.isOnLayers(source.object)) search.test(source, 0, NO_BOX);
    this.#areSpritesTested = this.#leaveTheirBoxes(search);
    if (!this.#areSpritesTested) return;
    for (const source of this.#sprites) {
      const isTested = this.#unbounded.has(source) || !search.isOnLayers(source.object);
      if (!isTested) search.test(source, 0, NO_BOX);
    }
  }

  /** Tests the unbounded objects that hide what lies behind them. */
  testOpaqueUnbounded(search: RaySearch): void {
    for (const source of this.#opaqueUnbounded) if (search.isOnLayers(source.object)) search.test(source, 0, NO_BOX);
  }

  /** Tests the other objects whose boxes the ray hits. */
  search(search: RaySearch): void {
    if (this.#scene === undefined || this.#ids.size === 0) return;
    search.search(this.#scene, this);
  }

  sourceAt(id: number): BoxSource | undefined {
    const source = this.#sources.get(id);
    return this.#areSpritesTested && source?.isInCameraSpace === true ? undefined : source;
  }

  instanceAt(): number {
    return 0;
  }

  /** Tests all objects that the ray may hit. Does not change the boxes, because another search is walking them. */
  testAll(search: RaySearch): void {
    const thresholds = readThresholds(search.raycaster);
    const distance = search.ray.origin.length();
    const areSpritesAnywhere = this.#leaveTheirBoxes(search);
    for (const source of this.#all()) {
      const around = boundsAround(source, thresholds, distance);
      const isAnywhere = !isFilled(around) || (areSpritesAnywhere && source.isInCameraSpace === true);
      const mayHit = isAnywhere || search.ray.intersectsBox(around);
      if (mayHit && search.isOnLayers(source.object)) search.test(source, 0, NO_BOX);
    }
  }

  /** Whether the camera of a ray places sprites outside their boxes, if there are any. */
  #leaveTheirBoxes({ raycaster }: RaySearch): boolean {
    return this.#sprites.size > 0 && !isRigid(raycaster.camera);
  }

  #all(): BoxSource[] {
    return [...this.#unbounded, ...this.#ids.keys(), ...this.#changed];
  }

  /** Enlarges the boxes as far as a ray needs. */
  #prepare({ raycaster, ray }: RaySearch): void {
    const { line, points } = readThresholds(raycaster);
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
    this.#unbounded.delete(source);
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
      this.#unbounded.add(source);
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

/** Users may leave out the parts of `params` that they do not need. */
interface AnyRaycaster {
  readonly params: Partial<RaycasterParameters>;
}

function readThresholds({ params: { Line, Points } }: AnyRaycaster): Thresholds {
  return { line: Line?.threshold ?? 0, points: Points?.threshold ?? 0 };
}
