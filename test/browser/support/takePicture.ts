import type { Page } from 'playwright-core';
import { keepScreenshot } from './keepScreenshot';

/** A picture of a page. */
export interface Picture {
  /** The path of the file. */
  readonly path: string;
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, 0 to 255, row by row from the top. */
  readonly rgba: Uint8ClampedArray;
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
  // The browser decodes the picture in a new page, as the page itself may forbid it.
  const decoder = await page.context().newPage();
  const { width, height, dataUrl } = await decoder.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const { width, height } = image;
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('there is no 2D context');
    context.drawImage(image, 0, 0);
    // A string comes over several times faster than an array of bytes.
    const reader = new FileReader();
    reader.readAsDataURL(new Blob([context.getImageData(0, 0, width, height).data]));
    await new Promise((resolve) => (reader.onload = resolve));
    return { width, height, dataUrl: reader.result as string };
  }, png.toString('base64'));
  await decoder.close();
  const rgba = new Uint8ClampedArray(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'));
  return { path, width, height, rgba };
}
