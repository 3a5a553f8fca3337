import { type Camera, Raycaster, type RaycasterParameters, Vector2 } from 'three';
import { nearAndFarPlanes, viewProjectionOf } from '../camera/viewPlanes';
import { aimFromNearToFar } from '../camera/viewRays';
import type { PageElement } from '../rays/pointer';
import type { PictureArea } from './pictureArea';

/**
 * Yields rays through an area of a camera's picture. A grid divides the bounds of the area into equal cells of at most `step`
 * pixels, and there is a ray for each cell whose middle is in the area. Rays go from the near plane to the far plane: an object
 * outside that range is not drawn, so it hides nothing.
 *
 * @param params the thresholds of the rays for points and lines; three.js's defaults where missing.
 * @returns a generator that yields the same Raycaster for every ray, aimed at another cell each time.
 */
export function* gridRays(
  area: PictureArea,
  camera: Camera,
  element: PageElement,
  step: number,
  params: Partial<RaycasterParameters>,
): Generator<Raycaster> {
  const { width, height } = element.getBoundingClientRect();
  const { min, max } = area.bounds;
  if (area.bounds.isEmpty()) return;
  const size = new Vector2().subVectors(max, min);
  const columns = Math.ceil((size.x * width) / 2 / step) || 1;
  const rows = Math.ceil((size.y * height) / 2 / step) || 1;
  const raycaster = new Raycaster();
  Object.assign(raycaster.params, params);
  raycaster.layers.mask = camera.layers.mask;
  const ends = nearAndFarPlanes(viewProjectionOf(camera), camera);
  const place = new Vector2();
  for (let i = 0; i < columns * rows; i++) {
    place.set(((i % columns) + 0.5) / columns, (Math.floor(i / columns) + 0.5) / rows);
    place.multiply(size).add(min);
    // If the area is a rectangle, every cell of the grid over its bounds is in the area, so the cell is not tested.
    if (!area.isRectangle && area.sideOf([place.x, place.y]) < 0) continue;
    aimFromNearToFar(ends, raycaster, place, camera);
    yield raycaster;
  }
}
