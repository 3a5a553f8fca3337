import type { Page } from 'playwright-core';
import { type Camera, Mesh, MeshBasicMaterial, type Object3D, Plane, Raycaster, Vector2, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { makeBuilding } from '../../../examples/building/building';
import { kinds, type Materials } from '../../../examples/building/storey';
import { view } from '../../../examples/building/view';
import { viewCamera } from '../../../examples/site/viewCamera';
import { colorAt, type Place } from '../support/colorAt';
import { drawnPart, expectWhole, windows } from '../support/drawnPart';
import { openPage, type PageOptions } from '../support/openPage';
import { pictureBounds } from '../support/placeOf';
import { takePicture } from '../support/takePicture';
import { textOf } from '../support/textOf';

const phone: PageOptions = { viewport: { width: 390, height: 844 }, touch: true, isStill: true };
const small: PageOptions = { viewport: { width: 820, height: 400 }, isStill: true };

const material = new MeshBasicMaterial({ side: 2 });
const building = makeBuilding(Object.fromEntries(kinds.map((kind) => [kind, material])) as unknown as Materials);

/** The part that three.js finds first at a place, among what is on the visible side of all planes. */
async function partAt(page: Page, { x, y }: Place, planes: readonly Plane[] = []): Promise<Object3D | null> {
  const { width, height } = await pictureBounds(page);
  const raycaster = new Raycaster();
  raycaster.setFromCamera(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), viewCamera(view, width / height));
  const hits = raycaster.intersectObject(building);
  return hits.find(({ point }) => planes.every((plane) => plane.distanceToPoint(point) >= 0))?.object ?? null;
}

async function placesOver(page: Page): Promise<Place[]> {
  const { width, height } = await pictureBounds(page);
  return Array.from({ length: 36 }, (_, i) => ({
    x: Math.round(width * (0.25 + 0.1 * (i % 6))),
    y: Math.round(height * (0.25 + 0.1 * Math.floor(i / 6))),
  }));
}

async function cutAt(page: Page, height: number): Promise<Plane[]> {
  await page.getByLabel('Height').fill(String(height));
  return [new Plane(new Vector3(0, -1, 0), height)];
}

/** How many parts have a triangle that is drawn in a part of the picture, from `least` to `most` across and up, or touches it. */
function partsDrawnIn(least: number, most: number, camera: Camera): number {
  let count = 0;
  building.traverse((part) => {
    if (part instanceof Mesh && trianglesOf(part as Mesh, camera).some((corners) => isIn(corners))) count++;
  });
  return count;

  /** Whether something is left of a polygon if what is outside is cut away, side by side (Sutherland and Hodgman, 1974). */
  function isIn(polygon: readonly Vector3[]): boolean {
    let left = polygon;
    for (const axis of ['x', 'y'] as const) {
      for (const inside of [(p: Vector3) => p[axis] - least, (p: Vector3) => most - p[axis]]) {
        left = left.flatMap((a, i) => {
          const b = left[(i + 1) % left.length];
          const [atA, atB] = [inside(a), inside(b)];
          const kept = atA >= 0 ? [a] : [];
          return atA * atB < 0 ? [...kept, a.clone().lerp(b, atA / (atA - atB))] : kept;
        });
      }
    }
    return left.length > 0;
  }
}

/** The triangles of a mesh in the picture. All of the building is between the near and the far plane. */
function trianglesOf({ geometry, matrixWorld }: Mesh, camera: Camera): Vector3[][] {
  const { index, attributes } = geometry;
  const points = Array.from({ length: attributes.position.count }, (_, i) =>
    new Vector3().fromBufferAttribute(attributes.position, i).applyMatrix4(matrixWorld).project(camera),
  );
  const corner = (i: number): Vector3 => points[index === null ? i : index.getX(i)];
  const count = (index ?? attributes.position).count / 3;
  return Array.from({ length: count }, (_, i) => [corner(3 * i), corner(3 * i + 1), corner(3 * i + 2)]);
}

describe('the page of a building', () => {
  it.each(windows)('the page shows the whole building in a window of $width by $height', async (viewport) => {
    const page = await openPage('building/', { viewport, isStill: true });
    await expect.poll(() => textOf(page, 'backend')).toBe('wasm');
    expectWhole(await drawnPart(page));
  });

  it('the page cuts the building open and names its parts by itself, and three.js names the same', async () => {
    const page = await openPage('building/', { viewport: { width: 820, height: 300 } });
    const [names, heights] = [new Set<string>(), new Set<string>()];
    await expect
      .poll(async () => {
        names.add(await textOf(page, 'pointed'));
        heights.add(await textOf(page, 'height-value'));
        return [names.size > 1 || !names.has(''), heights.size > 1];
      })
      .toEqual([true, true]);
    await expect
      .poll(() => textOf(page, 'compared'))
      .toMatch(/^Raycaster .* [\d.,]+ times as long\. (\d+) of \1 answers are the same\.$/);
    expect(await page.locator('dd').allTextContents()).not.toContain('–');
    await page.getByLabel('Height').fill('9');
    await page.mouse.move(100, 100);
    const height = await textOf(page, 'height-value');
    await page.mouse.move(120, 120);
    expect([height, await textOf(page, 'height-value')]).toEqual(['9 m', '9 m']);
  });

  it('the page names the part under the mouse, and selects it on a click', async () => {
    const page = await openPage('building/', small);
    const places = await placesOver(page);
    for (const place of places.slice(12, 18)) {
      const part = await partAt(page, place);
      await page.mouse.move(place.x, place.y);
      await expect.poll(() => textOf(page, 'pointed')).toBe(part?.name ?? '');
    }
    const place = places[14];
    const part = await partAt(page, place);
    expect(part).toBeInstanceOf(Mesh);
    await page.mouse.click(place.x, place.y);
    expect(await textOf(page, 'names')).toBe(part?.name);
    expect(colorAt(await takePicture(page), place)).toBe('red');
  });

  it('a click picks what the cut shows, and not what is clipped', async () => {
    const page = await openPage('building/', small);
    const planes = await cutAt(page, 9);
    let changed = 0;
    for (const place of await placesOver(page)) {
      const part = await partAt(page, place, planes);
      if (part === (await partAt(page, place))) continue;
      changed++;
      if (changed > 6) break;
      await page.mouse.click(place.x, place.y);
      expect(await textOf(page, 'names')).toBe(part?.name ?? '');
    }
    expect(changed).toBeGreaterThan(3);
  });

  it('a tap selects a part', async () => {
    const page = await openPage('building/', phone);
    const { width, height } = await pictureBounds(page);
    const place = { x: Math.round(width / 2), y: Math.round(height / 2) };
    await page.touchscreen.tap(place.x, place.y);
    expect(await textOf(page, 'names')).toBe((await partAt(page, place))?.name);
  });

  it('the keyboard selects, and clears the selection', async () => {
    const page = await openPage('building/', small);
    const { width, height } = await pictureBounds(page);
    await page.locator('#picture').focus();
    await page.keyboard.press('ArrowLeft');
    const part = await partAt(page, { x: width / 2 - 2, y: height / 2 });
    await expect.poll(() => textOf(page, 'pointed')).toBe(part?.name);
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(page, 'names')).toBe(part?.name);
    await page.keyboard.press('Escape');
    await expect.poll(() => textOf(page, 'selected')).toBe('0');
  });

  it('a lasso selects what it touches, drawn by a drag or corner by corner', async () => {
    const page = await openPage('building/', small);
    await page.getByLabel('is a corner of a lasso').check();
    const { width, height } = await pictureBounds(page);
    await page.mouse.move(0.4 * width, 0.4 * height);
    await page.mouse.down();
    await page.mouse.move(0.6 * width, 0.4 * height, { steps: 4 });
    await page.mouse.move(0.5 * width, 0.6 * height, { steps: 4 });
    await page.mouse.up();
    expect(Number(await textOf(page, 'selected'))).toBeGreaterThan(0);
    for (const [x, y] of [
      [0.02, 0.02],
      [0.98, 0.02],
      [0.98, 0.98],
      [0.02, 0.98],
    ]) {
      await page.mouse.click(x * width, y * height);
    }
    // Almost the whole picture, beyond which the building goes on.
    const drawn = partsDrawnIn(-0.96, 0.96, viewCamera(view, width / height));
    expect(await textOf(page, 'selected')).toBe(String(drawn));
    await page.locator('#picture').press('Escape');
    expect(await textOf(page, 'selected')).toBe('0');
  });

  it('the page measures from one point to another', async () => {
    const page = await openPage('building/', small);
    await page.getByLabel('measures from point to point').check();
    const { width, height } = await pictureBounds(page);
    await page.mouse.click(0.45 * width, 0.5 * height);
    await page.mouse.click(0.55 * width, 0.5 * height);
    await expect.poll(() => textOf(page, 'distance')).toMatch(/^\d+\.\d{3} m$/);
    const distance = await textOf(page, 'distance');
    await page.mouse.move(0.6 * width, 0.45 * height);
    await expect.poll(() => textOf(page, 'pointed')).toMatch(/ of /);
    expect(await textOf(page, 'distance')).toBe(distance);
  });
});
