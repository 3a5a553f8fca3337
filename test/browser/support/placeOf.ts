import { Vector3 } from 'three';
import type { Page } from 'playwright-core';
import type { Vec3 } from 'slabtree';
import { type View, viewCamera } from '../../../examples/site/viewCamera';
import type { Place } from './colorAt';

/** The place in the window of a point in a page's picture, as long as the view has not been turned. */
export async function placeOf(page: Page, view: View, point: Vec3): Promise<Place> {
  const { x: left, y: top, width, height } = await pictureBounds(page);
  const { x, y } = new Vector3().copy(point).project(viewCamera(view, width / height));
  return { x: left + ((1 + x) / 2) * width, y: top + ((1 - y) / 2) * height };
}

/** The place and the size of a page's picture in the window. */
export async function pictureBounds(page: Page): Promise<Place & { readonly width: number; readonly height: number }> {
  const bounds = await page.locator('#picture').boundingBox();
  if (!bounds) throw new Error('the page shows no picture');
  return bounds;
}
