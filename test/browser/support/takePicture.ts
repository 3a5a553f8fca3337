import type { Page } from 'playwright-core';
import { keepScreenshot } from './keepScreenshot';

/** What a page looked like. */
export interface Picture {
  /** Where it is kept. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, 0 to 255, row by row from the top. */
  readonly rgba: Uint8ClampedArray;
}

/** Takes a picture of what is in the window, once all that was asked for has been drawn; it is kept as the test's artefact. */
export async function takePicture(page: Page): Promise<Picture> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
  const { path, png } = await keepScreenshot(page);
  // Decoded by the browser, in a page of its own: the one in the picture may have forbidden that.
  const decoder = await page.context().newPage();
  const { width, height, dataUrl } = await decoder.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('There is no 2D context.');
    context.drawImage(image, 0, 0);
    // A string comes over several times faster than an array of bytes does.
    const reader = new FileReader();
    reader.readAsDataURL(new Blob([context.getImageData(0, 0, width, height).data]));
    await new Promise((resolve) => (reader.onload = resolve));
    return { width, height, dataUrl: reader.result as string };
  }, png.toString('base64'));
  await decoder.close();
  const rgba = new Uint8ClampedArray(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'));
  return { path, width, height, rgba };
}
