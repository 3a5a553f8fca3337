import type { Intersection, Raycaster } from 'three';
import { type ElementObject, pickedKindOf, intersectElements, localThreshold } from '../elements/intersectElements';
import type { RaycastHolder } from './boxSource';
import { GeometrySource } from './geometrySource';

/** Points or a line, with the box of its geometry. Rays hit what is no farther from them than a threshold. */
export class ElementsSource extends GeometrySource<ElementObject> {
  constructor(object: ElementObject) {
    const isPoints = 'isPoints' in object;
    super(object, ({ line, points }) => localThreshold(object, isPoints ? points : line));
  }

  override intersect(holder: RaycastHolder, raycaster: Raycaster, hits: Intersection[]): unknown {
    const kind = pickedKindOf(this.object, holder);
    if (kind !== null && intersectElements(this.object, kind, raycaster, hits)) return undefined;
    return holder.raycast?.call(this.object, raycaster, hits);
  }

  closest(raycaster: Raycaster, hits: Intersection[], accepts: (hit: Intersection) => boolean): boolean {
    const kind = pickedKindOf(this.object, this.object);
    return kind !== null && intersectElements(this.object, kind, raycaster, hits, accepts);
  }
}
