import { Box3 } from 'three';
import { localThreshold, pickedKindOf } from '../elements/intersectElements';
import type { Thresholds } from './boxSource';
import { GeometrySource } from './geometrySource';
import { hasRaycastOfThree } from './raycastsOfThree';

/**
 * An object whose bounds come from its own `boundingBox` or the option `boundsOf`: see {@link namedBounds}. One box, even with
 * instances.
 */
export class NamedSource extends GeometrySource {
  readonly #box = new Box3();
  #isUnbounded = true;

  /** Infinity without bounds. With bounds, only lines and points can be hit by rays that miss the box. */
  override readonly reach = ({ line, points }: Thresholds): number => {
    if (this.#isUnbounded) return Infinity;
    const { object } = this;
    const kind = pickedKindOf(object, object);
    return kind === null ? -Infinity : localThreshold(object, kind === 'points' ? points : line);
  };

  override get isGeometryBox(): boolean {
    return false;
  }

  /** Whether the object draws its geometry unchanged. An object with its own raycast may draw anything. */
  get drawsGeometry(): boolean {
    const { object } = this;
    return hasRaycastOfThree(object) && !('isInstancedMesh' in object || 'isBatchedMesh' in object);
  }

  /**
   * Sets the bounds.
   *
   * @param bounds null or an infinite box if the object may be anywhere.
   */
  setBounds(bounds: Box3 | null): void {
    if (bounds !== null) this.#box.copy(bounds);
    this.#isUnbounded = bounds === null || isInfinite(this.#box);
    if (this.#isUnbounded) this.#box.makeEmpty();
  }

  override boundsAt(): Box3 {
    return this.#box;
  }
}

function isInfinite(box: Box3): boolean {
  return !box.isEmpty() && box.min.manhattanLength() + box.max.manhattanLength() === Infinity;
}
