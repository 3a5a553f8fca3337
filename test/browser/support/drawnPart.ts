import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pictureBounds } from './placeOf';
import { takePicture } from './takePicture';

/** The smallest rectangle around all that is drawn, as shares of a page's picture from its left and its top. */
export interface DrawnPart {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** What of a page's picture has another color than its corner. */
export async function drawnPart(page: Page): Promise<DrawnPart> {
  const { width, rgba } = await takePicture(page);
  const bounds = await pictureBounds(page);
  const [startX, startY] = [Math.ceil(bounds.x), Math.ceil(bounds.y)];
  const [endX, endY] = [Math.floor(bounds.x + bounds.width), Math.floor(bounds.y + bounds.height)];
  const colorOf = (x: number, y: number) => rgba.slice(4 * (y * width + x), 4 * (y * width + x) + 3).join();
  const background = colorOf(startX, startY);
  let [left, right, top, bottom] = [endX, startX, endY, startY];
  for (let y = startY; y < endY; y++) {
    for (let x = startX; x < endX; x++) {
      if (colorOf(x, y) === background) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
    }
  }
  return {
    left: (left - bounds.x) / bounds.width,
    right: (right - bounds.x) / bounds.width,
    top: (top - bounds.y) / bounds.height,
    bottom: (bottom - bounds.y) / bounds.height,
  };
}

/** A phone, a laptop and a wide screen, as small as they may be: the browser draws on the CPU. */
export const windows = [
  { width: 390, height: 844 },
  { width: 840, height: 400 },
  { width: 1300, height: 400 },
];

/** Fails unless all that is drawn is in the picture, and fills a good part of it. */
export function expectWhole({ left, right, top, bottom }: DrawnPart): void {
  expect(Math.min(left, top)).toBeGreaterThan(0.005);
  expect(Math.max(right, bottom)).toBeLessThan(0.995);
  expect(Math.max(right - left, bottom - top)).toBeGreaterThan(0.3);
}
