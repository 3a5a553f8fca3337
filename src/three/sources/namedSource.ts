import { Box3 } from 'three';
import { localThreshold, pickedKindOf } from '../elements/intersectElements';
import type { Thresholds } from './boxSource';
import { GeometrySource } from './geometrySource';
import { hasRaycastOfThree } from './raycastsOfThree';

/** An object whose bounds it names itself, or the option `boundsOf` does: see {@link namedBounds}. It is one box, also with instances. */
export class NamedSource extends GeometrySource {
  readonly #box = new Box3();
  #isEndless = true;

  /** Infinity without bounds. Within bounds, only lines and points are hit by rays that pass them. */
  override readonly reach = ({ line, points }: Thresholds): number => {
    if (this.#isEndless) return Infinity;
    const { object } = this;
    const kind = pickedKindOf(object, object);
    return kind === null ? -Infinity : localThreshold(object, kind === 'points' ? points : line);
  };

  override get isGeometryBox(): boolean {
    return false;
  }

  /** Whether the object draws its geometry where it is: with a raycast of its own, it may draw anything. */
  get drawsGeometry(): boolean {
    const { object } = this;
    return hasRaycastOfThree(object) && !('isInstancedMesh' in object || 'isBatchedMesh' in object);
  }

  /** @param bounds null, or a box without an end, if the object may be anywhere. */
  name(bounds: Box3 | null): void {
    if (bounds !== null) this.#box.copy(bounds);
    this.#isEndless = bounds === null || isEndless(this.#box);
    if (this.#isEndless) this.#box.makeEmpty();
  }

  override boundsAt(): Box3 {
    return this.#box;
  }
}

function isEndless(box: Box3): boolean {
  return !box.isEmpty() && box.min.manhattanLength() + box.max.manhattanLength() === Infinity;
}
