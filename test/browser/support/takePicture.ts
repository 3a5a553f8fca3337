import type { Page } from 'playwright-core';
import { decodePng, type Pixels } from './decodePng';
import { keepScreenshot } from './keepScreenshot';

/** A picture of a page. */
export interface Picture extends Pixels {
  /** The path of the file. */
  readonly path: string;
}

/** Takes a picture of the window when everything has been drawn. It is kept as an artefact of the test. */
export async function takePicture(page: Page): Promise<Picture> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
  const { path, png } = await keepScreenshot(page);
  return { path, ...decodePng(png) };
}
