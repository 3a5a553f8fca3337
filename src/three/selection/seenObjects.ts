import { type Camera, type Object3D, Raycaster, Vector2 } from 'three';
import { aimFromNearToFar } from '../camera/aim';
import { nearAndFarPlanes, viewProjectionOf } from '../camera/viewPlanes';
import type { PageElement } from '../rays/pointer';
import type { RayChoice } from '../rays/raycastOptions';
import type { SceneRays } from '../rays/sceneRays';
import type { Area } from './area';

/** Objects, each with the numbers of its instances: 0 for an object without. */
export type SeenObjects = ReadonlyMap<Object3D, ReadonlySet<number>>;

/**
 * What rays see from the places of a grid, as far as these are in the area. The grid divides the bounds of the area into equal
 * cells of at most `step` pixels. A place is the middle of a cell. A ray goes from the near to the far plane: what is not between
 * them is not drawn, so it hides nothing.
 */
export function seenIn(
  area: Area,
  camera: Camera,
  element: PageElement,
  step: number,
  rays: SceneRays,
  choice: RayChoice,
): SeenObjects {
  const seen = new Map<Object3D, Set<number>>();
  const { width, height } = element.getBoundingClientRect();
  const { min, max } = area.bounds;
  if (area.bounds.isEmpty()) return seen;
  const size = new Vector2().subVectors(max, min);
  const columns = Math.ceil((size.x * width) / 2 / step) || 1;
  const rows = Math.ceil((size.y * height) / 2 / step) || 1;
  const raycaster = new Raycaster();
  raycaster.layers.mask = camera.layers.mask;
  const ends = nearAndFarPlanes(viewProjectionOf(camera), camera);
  const place = new Vector2();
  for (let i = 0; i < columns * rows; i++) {
    place.set(((i % columns) + 0.5) / columns, (Math.floor(i / columns) + 0.5) / rows);
    place.multiply(size).add(min);
    if (area.sideOf([place.x, place.y]) < 0) continue;
    aimFromNearToFar(ends, raycaster, place, camera);
    for (const { object, instanceId, batchId } of rays.seen(raycaster, choice)) {
      seen.set(object, (seen.get(object) ?? new Set()).add(instanceId ?? batchId ?? 0));
    }
  }
  return seen;
}
