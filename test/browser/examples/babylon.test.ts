import '@babylonjs/core/Culling/ray.js';
import { NullEngine, NullEngineOptions } from '@babylonjs/core/Engines/nullEngine.js';
import { Logger } from '@babylonjs/core/Misc/logger.js';
import { Scene } from '@babylonjs/core/scene.js';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addCamera, fitCamera } from '../../../examples/babylon/camera';
import { addColumns } from '../../../examples/babylon/columns';
import { colorAt, type Place } from '../support/colorAt';
import { drag } from '../support/drag';
import { openPage } from '../support/openPage';
import { pictureBounds } from '../support/placeOf';
import { takePicture } from '../support/takePicture';
import { textOf } from '../support/textOf';

const COUNT = 300;
const address = `babylon/?meshes=${COUNT}`;
const ways = ['index: index.pick', 'Babylon.js: scene.pick'];

describe('the page of Babylon.js', () => {
  it.each(ways)('the page names the column that Babylon.js finds in Node: %s', async (way) => {
    const page = await openPage(address);
    await page.getByLabel(way).check();
    const nameAt = await namesInNode(page);
    const found = new Set<string>();
    for (const place of await placesOver(page)) {
      await page.mouse.move(place.x, place.y);
      await expect.poll(() => textOf(page, 'picked')).toBe(nameAt(place));
      found.add(nameAt(place));
    }
    expect(found).toContain('nothing');
    expect(found.size).toBeGreaterThan(10);
  });

  it('the page marks the column under the pointer in red, in dark and in light', async () => {
    const page = await openPage(address, { colorScheme: 'dark' });
    const place = await placeOfColumn(page);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.mouse.move(place.x, place.y);
      await expect.poll(async () => colorAt(await takePicture(page), place)).toBe('red');
      await page.mouse.move(2, 2);
      await expect.poll(async () => colorAt(await takePicture(page), place)).not.toBe('red');
    }
  });

  it('the page finds columns by itself until a person points', async () => {
    const page = await openPage(address);
    const names = new Set<string>();
    await expect
      .poll(async () => {
        names.add(await textOf(page, 'picked'));
        return [...names].filter((name) => name.startsWith('column')).length;
      })
      .toBeGreaterThan(2);
    await page.mouse.move(2, 2);
    await expect.poll(() => textOf(page, 'picked')).toBe('nothing');
    await framesLater(page, 20);
    expect(await textOf(page, 'picked')).toBe('nothing');
  });

  it('the page compares both ways by itself', async () => {
    const page = await openPage(address);
    await expect
      .poll(() => textOf(page, 'compared'))
      .toMatch(/^scene\.pick .* [\d.,]+ times as long\. (\d+) of \1 answers are the same\.$/);
    expect(await page.locator('dd').allTextContents()).not.toContain('–');
  });

  it('both ways give the same answers, and the page says how long they take', async () => {
    const page = await openPage(address);
    await page.getByRole('button', { name: 'Time both ways' }).click();
    await expect
      .poll(() => textOf(page, 'compared'))
      .toMatch(/^20 of 20 answers are the same\. The index is [\d,]+ times as fast\.$/);
    for (const readout of ['index-time', 'scene-time']) {
      await expect.poll(() => textOf(page, readout)).toMatch(/^[\d.]+ (µs|ms)$/);
    }
  });

  it('a drag turns the view, and another column is under the pointer', async () => {
    const page = await openPage(address);
    const place = await placeOfColumn(page);
    await page.mouse.move(place.x, place.y);
    const nameAt = await namesInNode(page);
    await expect.poll(() => textOf(page, 'picked')).toBe(nameAt(place));
    await drag(page, { x: place.x - 150, y: place.y }, place);
    await expect.poll(() => textOf(page, 'picked')).not.toBe(nameAt(place));
  });

  it('the wheel zooms', async () => {
    const page = await openPage(address);
    const place = await placeOfColumn(page);
    await page.mouse.move(place.x, place.y);
    await expect.poll(() => textOf(page, 'picked')).toMatch(/^column/);
    const distance = async () => Number(await textOf(page, 'distance'));
    const before = await distance();
    await page.mouse.wheel(0, -300);
    await expect.poll(distance).toBeLessThan(before - 1);
  });

  it('a tap finds a column', async () => {
    const page = await openPage(address, { viewport: { width: 390, height: 700 }, touch: true });
    const place = await placeOfColumn(page);
    const nameAt = await namesInNode(page);
    await page.touchscreen.tap(place.x, place.y);
    await expect.poll(() => textOf(page, 'picked')).toBe(nameAt(place));
  });

  it('the keyboard points and turns the view', async () => {
    const page = await openPage(address);
    const nameAt = await namesInNode(page);
    const { width, height } = await pictureBounds(page);
    const middle = { x: width / 2, y: height / 2 };
    const picture = page.locator('#picture');
    await picture.press('ArrowUp');
    await picture.press('ArrowDown');
    await expect.poll(() => textOf(page, 'picked')).toBe(nameAt(middle));
    for (let i = 0; i < 6; i++) await picture.press('Shift+ArrowDown');
    await expect.poll(() => textOf(page, 'picked')).not.toBe(nameAt(middle));
  });
});

/** Returns a function that names the column at a place by the pick of Babylon.js itself, in Node. */
async function namesInNode(page: Page): Promise<(place: Place) => string> {
  // The index is made after the columns have been drawn.
  await expect.poll(() => textOf(page, 'backend')).toBe('wasm');
  Logger.LogLevels = Logger.NoneLogLevel;
  const { width, height } = await pictureBounds(page);
  const size = { renderWidth: width, renderHeight: height };
  const scene = new Scene(new NullEngine(Object.assign(new NullEngineOptions(), size)));
  addColumns(scene, COUNT);
  const camera = addCamera(scene);
  fitCamera(camera, width / height);
  return ({ x, y }) => scene.pick(x, y).pickedMesh?.name ?? 'nothing';
}

/** Places all over the picture. */
async function placesOver(page: Page): Promise<Place[]> {
  const { width, height } = await pictureBounds(page);
  return Array.from({ length: 36 }, (_, i) => ({
    x: Math.round((width * ((i % 6) + 0.5)) / 6),
    y: Math.round((height * (Math.floor(i / 6) + 0.5)) / 6),
  }));
}

/** A place on a column at the front of the island. */
async function placeOfColumn(page: Page): Promise<Place> {
  const nameAt = await namesInNode(page);
  const place = (await placesOver(page)).reverse().find((each) => nameAt(each) !== 'nothing');
  if (!place) throw new Error('there must be a column in the picture');
  return place;
}

async function framesLater(page: Page, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
}
