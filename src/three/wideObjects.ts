import { BoxScene, type BoxSceneOptions } from 'slabtree';
import { Box3, type Raycaster } from 'three';
import type { ClosestIntersection } from './closestIntersection';
import type { ObjectBoxes } from './objectBoxes';
import { isFilled, isInvertible } from './placement';

/** What three.js may be off by, relative to the threshold, where it compares a ray's distance with it. */
const ROUNDING = 1e-9;

const bounds = /* @__PURE__ */ new Box3();

/**
 * The objects whose own raycast meets rays that pass their box, lines and points within a threshold say. They have boxes as
 * much larger in a scene of their own; those of which nobody can say how much are asked about every ray.
 */
export class WideObjects {
  readonly #options: BoxSceneOptions;
  #scene: BoxScene | undefined;
  readonly #ids = new Map<ObjectBoxes, number>();
  readonly #objects: ObjectBoxes[] = [];
  readonly #endless = new Set<ObjectBoxes>();
  /** Those whose boxes are not what they have to be. */
  readonly #changed = new Set<ObjectBoxes>();
  /** The thresholds that the boxes are for. */
  #line = 0;
  #points = 0;

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
  }

  raycast(closest: ClosestIntersection): void {
    if (this.#changed.size + this.#endless.size + this.#ids.size === 0) return;
    const { raycaster } = closest;
    this.#prepare(raycaster);
    for (const boxes of this.#endless) {
      if (boxes.source.object.layers.test(raycaster.layers)) closest.ask(boxes, 0);
    }
    if (this.#ids.size === 0) return;
    this.#scene?.raycast(raycaster.ray, {
      tMin: closest.tMin,
      tMax: closest.tMax,
      solid: true,
      mask: raycaster.layers.mask,
      refine: (id, t) => {
        const found = closest.ask(this.#objects[id], 0);
        return found === null ? null : Math.max(found, t);
      },
    });
  }

  #prepare(raycaster: Raycaster): void {
    const { Line, Points } = raycaster.params;
    if (Line.threshold !== this.#line || Points.threshold !== this.#points) {
      this.#line = Line.threshold;
      this.#points = Points.threshold;
      for (const boxes of this.#ids.keys()) this.#changed.add(boxes);
      for (const boxes of this.#endless) this.#changed.add(boxes);
    }
    for (const boxes of this.#changed) this.#place(boxes, raycaster);
    this.#changed.clear();
  }

  #place(boxes: ObjectBoxes, raycaster: Raycaster): void {
    this.delete(boxes);
    const { source } = boxes;
    const { matrixWorld: matrix, object } = source;
    bounds.copy(source.boundsAt(0)).expandByScalar((1 + ROUNDING) * (source.reach?.(raycaster) ?? 0));
    if (isFilled(bounds) && isInvertible(matrix.elements)) {
      const scene = (this.#scene ??= new BoxScene(this.#options));
      const id = scene.addObb({ min: bounds.min, max: bounds.max, matrix }, object.layers.mask);
      this.#ids.set(boxes, id);
      this.#objects[id] = boxes;
    } else {
      this.#endless.add(boxes);
    }
  }
}
