import { Vector3 } from 'three';
import type { Page } from 'playwright-core';
import { obbFromCenter, type Pointer, type Ray, raycastObb, rayPointAt, screenRay } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { randomBoxes, view } from '../../../examples/picking/boxes';
import { type View, viewCamera } from '../../../examples/site/viewCamera';
import { colorAt } from '../support/colorAt';
import { drag } from '../support/drag';
import { openPage, type PageOptions } from '../support/openPage';
import { pictureBounds, placeOf } from '../support/placeOf';
import { takePicture } from '../support/takePicture';

const still: PageOptions = { isStill: true };
const phone: PageOptions = { viewport: { width: 390, height: 844 }, touch: true };

const obbs = randomBoxes().map(({ center, halfSize, rotation }) => obbFromCenter(center, halfSize, rotation));

/** The ray under a place in the picture, for the page's first camera. */
function rayUnder(pointer: Pointer): Ray {
  const camera = viewCamera(view, pointer.width / pointer.height);
  return screenRay(pointer, { view: camera.matrixWorldInverse, projection: camera.projectionMatrix });
}

/** The meshes that a plain loop finds under a place in the picture, the nearest first. */
function meshesUnder(pointer: Pointer): string[] {
  const ray = rayUnder(pointer);
  return obbs
    .flatMap((obb, i) => {
      const t = raycastObb(ray, obb);
      return t === null ? [] : [{ name: `mesh ${i}`, t }];
    })
    .sort((a, b) => a.t - b.t)
    .map(({ name }) => name);
}

/** Places all over the picture, row by row. */
async function placesOver(page: Page, columns: number, rows: number): Promise<Pointer[]> {
  const { width, height } = await pictureBounds(page);
  return Array.from({ length: columns * rows }, (_, i) => ({
    x: Math.round(((0.5 + (i % columns)) / columns) * width),
    y: Math.round(((0.5 + Math.floor(i / columns)) / rows) * height),
    width,
    height,
  }));
}

/** A place where one mesh hides another. */
async function placeOfHidden(page: Page): Promise<Pointer> {
  const place = (await placesOver(page, 20, 20)).find((each) => meshesUnder(each).length > 1);
  if (!place) throw new Error('no mesh hides another');
  return place;
}

const picked = (page: Page) => page.locator('#picked').textContent();

describe('the page of picking', () => {
  it('the page names the nearest mesh at any click, even if it hides others', async () => {
    const page = await openPage('picking/', still);
    let hiding = 0;
    for (const place of await placesOver(page, 7, 7)) {
      const [nearest = 'nothing', ...hidden] = meshesUnder(place);
      if (hidden.length > 0) hiding++;
      await page.mouse.click(place.x, place.y);
      expect(await picked(page)).toBe(nearest);
      expect(await page.locator('#hidden').textContent()).toBe(hidden.join(', ') || 'nothing');
    }
    expect(hiding).toBeGreaterThan(5);
    expect(await page.locator('#rays').textContent()).toBe('49');
  });

  it('the page shows only the picked mesh in red, in dark and in light', async () => {
    const page = await openPage('picking/', { ...still, colorScheme: 'dark' });
    const atFirst = await picked(page);
    const places = (await placesOver(page, 6, 6)).filter((place) => meshesUnder(place).length > 0);
    const [first, ...others] = places.filter((place) => meshesUnder(place)[0] !== atFirst);
    const second = others.find((place) => meshesUnder(place)[0] !== meshesUnder(first)[0]);
    if (!second) throw new Error('there must be places over two meshes');
    expect(colorAt(await takePicture(page), first)).not.toBe('red');
    await page.mouse.click(first.x, first.y);
    expect(colorAt(await takePicture(page), first)).toBe('red');
    await page.mouse.click(second.x, second.y);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      const picture = await takePicture(page);
      expect(colorAt(picture, second)).toBe('red');
      expect(colorAt(picture, first)).not.toBe('red');
    }
  });

  it('the page picks meshes by itself, and three.js picks the same', async () => {
    const page = await openPage('picking/');
    const names = new Set<string | null>();
    await expect
      .poll(async () => {
        names.add(await picked(page));
        return names.size;
      })
      .toBeGreaterThan(3);
    await expect
      .poll(() => page.locator('#compared').textContent())
      .toMatch(/^Raycaster .* [\d.,]+ times as long\. (\d+) of \1 answers are the same\.$/);
    expect(await page.locator('dd').allTextContents()).not.toContain('–');
  });

  it('a tap picks a mesh', async () => {
    const page = await openPage('picking/', phone);
    const place = await placeOfHidden(page);
    await page.touchscreen.tap(place.x, place.y);
    expect(await picked(page)).toBe(meshesUnder(place)[0]);
  });

  it('Enter picks at the middle of the picture', async () => {
    const page = await openPage('picking/', still);
    const { width, height } = await pictureBounds(page);
    await page.locator('#picture').press('Enter');
    const [nearest = 'nothing'] = meshesUnder({ x: width / 2, y: height / 2, width, height });
    expect(await picked(page)).toBe(nearest);
    expect(await page.locator('#rays').textContent()).toBe('1');
  });

  it('a drag turns the view and picks nothing', async () => {
    const page = await openPage('picking/', still);
    const place = await placeOfHidden(page);
    const before = await picked(page);
    expect(before).not.toBe(meshesUnder(place)[0]);
    await drag(page, place, { x: place.x + 60, y: place.y });
    expect(await picked(page)).toBe(before);
    expect(await page.locator('#rays').textContent()).toBe('0');
  });

  it('the page shows the rays cast so far, red if they hit and blue if they miss', async () => {
    const page = await openPage('picking/', still);
    const places = await placesOver(page, 5, 5);
    const hit = places.find((place) => meshesUnder(place).length > 0);
    const miss = places.find((place) => meshesUnder(place).length === 0);
    if (!hit || !miss) throw new Error('there must be a place over a mesh, and one beside all meshes');
    await page.mouse.click(hit.x, hit.y);
    const distance = Number(await page.locator('#distance').textContent());
    await page.mouse.click(miss.x, miss.y);

    // Seen along itself, a ray is a point, so turn the view.
    const picture = page.locator('#picture');
    for (let i = 0; i < 6; i++) await picture.press('ArrowLeft');
    const turned = turnedView(6);
    // As far away as the boxes, and in front of the box that was hit.
    const pointsOn = [rayPointAt(rayUnder(hit), distance - 1), rayPointAt(rayUnder(miss), distance - 1)];
    const placesOn = await Promise.all(pointsOn.map((point) => placeOf(page, turned, point)));
    const colors = async () => {
      const shown = await takePicture(page);
      return placesOn.map((place) => colorAt(shown, place, 1));
    };
    const before = await colors();
    expect(before[0]).not.toBe('red');
    await page.keyboard.press('r');
    expect(await colors()).toEqual(['red', 'blue']);
    expect(await page.locator('#show-rays').getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Rays and boxes' }).click();
    expect(await colors()).toEqual(before);
  });

  it('the page runs on the kernel, and shows how long a pick takes', async () => {
    const page = await openPage('picking/', still);
    expect(await page.locator('#backend').textContent()).toBe('wasm');
    await page.mouse.click(300, 300);
    await expect.poll(() => page.locator('#query-time').textContent()).toMatch(/^[\d.]+ (µs|ms)$/);
  });
});

/** The page's view after some presses of the left arrow key, which turn it by 5 degrees each. */
function turnedView(presses: number): View {
  const target = new Vector3().copy(view.target);
  const arm = new Vector3().copy(view.position).sub(target);
  return { ...view, position: arm.applyAxisAngle(new Vector3(0, 1, 0), (-presses * Math.PI) / 36).add(target) };
}
