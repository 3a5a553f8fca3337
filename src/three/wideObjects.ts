import { BoxScene, type BoxSceneOptions } from 'slabtree';
import { Box3, type Raycaster } from 'three';
import type { ClosestIntersection } from './closestIntersection';
import { isFilled } from './isFilled';
import type { ObjectBoxes } from './objectBoxes';

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
  readonly #ids = new Map<ObjectBoxes, number>();
  readonly #objects = new Map<number, ObjectBoxes>();
  readonly #endless = new Set<ObjectBoxes>();
  /** Those whose boxes are not what they have to be. */
  readonly #changed = new Set<ObjectBoxes>();
  /** The thresholds that the boxes are for. */
  #line = 0;
  #points = 0;
  /** How far from the origin of the world the rays begin that the boxes are for, at most. */
  #farthest = 0;

  constructor(options: BoxSceneOptions) {
    this.#options = options;
  }

  /** To be told of every object that has come or changed. */
  change(boxes: ObjectBoxes): void {
    this.#changed.add(boxes);
  }

  delete(boxes: ObjectBoxes): void {
    this.#changed.delete(boxes);
    this.#endless.delete(boxes);
    const id = this.#ids.get(boxes);
    if (id === undefined) return;
    this.#scene?.remove(id);
    this.#ids.delete(boxes);
    this.#objects.delete(id);
  }

  /** Asks those that may be met anywhere. To be called before {@link search}. */
  askEndless(closest: ClosestIntersection): void {
    if (this.#changed.size + this.#endless.size + this.#ids.size === 0) return;
    const { raycaster } = closest;
    this.#prepare(raycaster);
    for (const boxes of this.#endless) {
      if (boxes.source.object.layers.test(raycaster.layers)) closest.ask(boxes, 0);
    }
  }

  /** Asks the others, as far as they may be closer than what has been found. */
  search(closest: ClosestIntersection): void {
    if (this.#scene === undefined || this.#ids.size === 0) return;
    closest.search(this.#scene, (id) => {
      const boxes = this.#objects.get(id);
      return boxes === undefined ? null : closest.ask(boxes, 0);
    });
  }

  #prepare(raycaster: Raycaster): void {
    const { Line, Points } = raycaster.params;
    const distance = raycaster.ray.origin.length();
    if (Line.threshold !== this.#line || Points.threshold !== this.#points || distance > this.#farthest) {
      this.#line = Line.threshold;
      this.#points = Points.threshold;
      // Twice as far, so that it does not grow with every ray.
      if (distance > this.#farthest) this.#farthest = 2 * distance;
      for (const boxes of [...this.#ids.keys(), ...this.#endless]) this.#changed.add(boxes);
    }
    for (const boxes of this.#changed) this.#place(boxes, raycaster);
    this.#changed.clear();
  }

  #place(boxes: ObjectBoxes, raycaster: Raycaster): void {
    this.delete(boxes);
    const { source } = boxes;
    bounds.copy(source.boundsAt(0)).expandByScalar(source.reach?.(raycaster) ?? 0);
    bounds.applyMatrix4(source.matrixWorld);
    bounds.expandByScalar(ROUNDING * (this.#farthest + bounds.min.length() + bounds.max.length()));
    if (isFilled(bounds)) {
      this.#scene ??= new BoxScene(this.#options);
      const id = this.#scene.addAabb(bounds, source.object.layers.mask);
      this.#ids.set(boxes, id);
      this.#objects.set(id, boxes);
    } else {
      this.#endless.add(boxes);
    }
  }
}
