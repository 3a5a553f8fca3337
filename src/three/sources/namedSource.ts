import { Box3 } from 'three';
import { localThreshold, pickedKindOf } from '../elements/intersectElements';
import type { Thresholds } from './boxSource';
import { GeometrySource } from './geometrySource';
import { hasRaycastOfThree } from './raycastsOfThree';

/**
 * The source of an object whose bounds come from its own `boundingBox` or the option `boundsOf`: see {@link namedBounds}. Such an
 * object has one box, even if it has instances.
 */
export class NamedSource extends GeometrySource {
  readonly #box = new Box3();
  #isUnbounded = true;

  /** How far outside its box an object may be hit: Infinity without bounds; with bounds, 0 except for lines and points. */
  override readonly reach = ({ line, points }: Thresholds): number => {
    if (this.#isUnbounded) return Infinity;
    const { object } = this;
    const kind = pickedKindOf(object, object);
    return kind === null ? -Infinity : localThreshold(object, kind === 'points' ? points : line);
  };

  override get isGeometryBox(): boolean {
    return false;
  }

  /** Whether the object draws its geometry unchanged. It does not if it has a raycast of its own: then it may draw anything. */
  get drawsGeometry(): boolean {
    const { object } = this;
    return hasRaycastOfThree(object) && !('isInstancedMesh' in object || 'isBatchedMesh' in object);
  }

  /**
   * Sets the bounds of the object.
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
