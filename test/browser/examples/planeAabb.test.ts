import { Vector3 } from 'three';
import type { Page } from 'playwright-core';
import { type Plane, planeSide, type Vec3 } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { boxes, firstHandle, firstPlane, view } from '../../../examples/plane-aabb/boxes';
import { viewCamera } from '../../../examples/site/viewCamera';
import { type ColorName, colorAt } from '../support/colorAt';
import { drag, dragByTouch } from '../support/drag';
import { openPage, type PageOptions } from '../support/openPage';
import { placeOf } from '../support/placeOf';
import { takePicture } from '../support/takePicture';

const still: PageOptions = { isStill: true };
const phone: PageOptions = { ...still, viewport: { width: 390, height: 844 }, touch: true };

/** A place on an edge of each box that nothing else covers. */
const edgePlaces: readonly Vec3[] = [
  { x: -2, y: -1.7, z: -1 },
  { x: 4, y: 2, z: 4 },
  { x: 1, y: -0.8, z: 1 },
  { x: -5, y: 3, z: 5 },
];

/** The distance from the handle to the tip of the normal. */
const ARROW = 3;

const up = new Vector3().setFromMatrixColumn(viewCamera(view, 1).matrixWorld, 1);
const normal = new Vector3().copy(firstPlane.normal);
const tip = new Vector3().copy(firstHandle).addScaledVector(normal.clone().normalize(), ARROW);

async function colorsOfBoxes(page: Page): Promise<ColorName[]> {
  const picture = await takePicture(page);
  const places = await Promise.all(edgePlaces.map((point) => placeOf(page, view, point)));
  return places.map((place) => colorAt(picture, place, 1));
}

function sides(page: Page): Promise<string[]> {
  return page.locator('#boxes tbody td:last-child').allTextContents();
}

/** The plane that the page reports. */
async function readPlane(page: Page): Promise<Plane> {
  const [x, y, z, constant] = await Promise.all(
    ['normal-x', 'normal-y', 'normal-z', 'constant'].map((id) => page.locator(`#${id}-value`).textContent()),
  );
  return { normal: { x: Number(x), y: Number(y), z: Number(z) }, constant: Number(constant) };
}

function sidesOf(plane: Plane): string[] {
  return boxes.map((box) => ({ '1': 'in front', '0': 'crossing', '-1': 'behind' })[planeSide(box, plane)]);
}

describe('the page of a plane and boxes', () => {
  it('the page draws boxes that the plane crosses red, and others blue, in dark and in light', async () => {
    const page = await openPage('plane-aabb/', { ...still, colorScheme: 'dark' });
    expect(await colorsOfBoxes(page)).toEqual(['blue', 'blue', 'red', 'red']);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await colorsOfBoxes(page)).toEqual(['blue', 'blue', 'red', 'red']);
  });

  it('the page shows the side of the plane for each box, and the number of boxes on each side', async () => {
    const page = await openPage('plane-aabb/', still);
    expect(await page.locator('#boxes tbody tr').allInnerTexts()).toEqual([
      '1\t-2, -2, -2\t-1, -1, -1\tbehind',
      '2\t2, 1, 2\t4, 3, 4\tin front',
      '3\t0, -1, 0\t1, 0, 1\tcrossing',
      '4\t-5, -5, -5\t5, 5, 5\tcrossing',
    ]);
    expect(await page.locator('#front').textContent()).toBe('1');
    expect(await page.locator('#crossing').textContent()).toBe('2');
    expect(await page.locator('#behind').textContent()).toBe('1');
  });

  it('the keyboard shifts the plane, and recolors the boxes', async () => {
    const page = await openPage('plane-aabb/', still);
    await page.getByLabel('Constant').press('End');
    expect(await readPlane(page)).toEqual({ ...firstPlane, constant: 12 });
    expect(await page.locator('#front').textContent()).toBe('4');
    expect(await colorsOfBoxes(page)).toEqual(['blue', 'blue', 'blue', 'blue']);
  });

  it('the keyboard turns the plane', async () => {
    const page = await openPage('plane-aabb/', still);
    for (let i = 0; i < 10; i++) await page.getByLabel('Normal z').press('ArrowLeft');
    for (let i = 0; i < 10; i++) await page.getByLabel('Normal x').press('ArrowRight');
    const plane = await readPlane(page);
    expect(plane.normal).toEqual({ x: 0.5, y: 1, z: 0 });
    // It turns about its handle.
    expect(plane.constant).toBeCloseTo(-(0.5 * firstHandle.x + firstHandle.y), 2);
    expect(await sides(page)).toEqual(sidesOf(plane));
  });

  it('the page ignores a normal of zero length', async () => {
    const page = await openPage('plane-aabb/', still);
    await page.getByLabel('Normal y').press('Home');
    for (let i = 0; i < 10; i++) await page.getByLabel('Normal z').press('ArrowLeft');
    for (let i = 0; i < 19; i++) await page.getByLabel('Normal y').press('ArrowRight');
    expect((await readPlane(page)).normal).toEqual({ x: 0, y: -0.05, z: 0 });
    await page.getByLabel('Normal y').press('ArrowRight');
    expect((await readPlane(page)).normal).toEqual({ x: 0, y: -0.05, z: 0 });
  });

  it.each([
    ['mouse', drag, still],
    ['finger', dragByTouch, phone],
  ] as const)('a drag of the handle by %s shifts the plane, and recolors the boxes', async (_, dragBy, options) => {
    const page = await openPage('plane-aabb/', options);
    // Upwards on the screen until the plane goes through the middle of the second box.
    const through = new Vector3().copy(firstHandle).addScaledVector(up, 3.5 / normal.dot(up));
    await dragBy(page, await placeOf(page, view, firstHandle), await placeOf(page, view, through));

    const plane = await readPlane(page);
    expect(plane.normal).toEqual(firstPlane.normal);
    expect(Math.abs(plane.constant + 3.5)).toBeLessThan(0.2);
    expect(await sides(page)).toEqual(['behind', 'crossing', 'behind', 'crossing']);
    expect(await colorsOfBoxes(page)).toEqual(['blue', 'red', 'blue', 'red']);
  });

  it.each([
    ['mouse', drag, still],
    ['finger', dragByTouch, phone],
  ] as const)('a drag of the tip of the normal by %s turns the plane', async (_, dragBy, options) => {
    const page = await openPage('plane-aabb/', options);
    // The tip moves in the plane through it that faces the camera, like the pointer on the screen.
    const to = new Vector3().copy(tip).addScaledVector(up, -2 * ARROW);
    await dragBy(page, await placeOf(page, view, tip), await placeOf(page, view, to));

    const plane = await readPlane(page);
    const towards = to.sub(firstHandle).normalize();
    expect(new Vector3().copy(plane.normal).normalize().dot(towards)).toBeGreaterThan(0.995);
    // It turns about its handle.
    const { x, y, z } = firstHandle;
    expect(plane.constant).toBeCloseTo(-(plane.normal.x * x + plane.normal.y * y + plane.normal.z * z), 1);
    expect(await sides(page)).toEqual(sidesOf(plane));
  });

  it('the table has the answers if there is no WebGL for a picture', async () => {
    const page = await openPage('plane-aabb/', { ...still, browserFlags: ['--disable-3d-apis'] });
    expect(await page.getByRole('alert').textContent()).toContain('WebGL');
    await page.getByLabel('Constant').press('End');
    expect(await sides(page)).toEqual(['in front', 'in front', 'in front', 'in front']);
  });

  it('the plane rocks by itself until a person takes over', async () => {
    const page = await openPage('plane-aabb/');
    const [planes, answers] = [new Set<number>(), new Set<string>()];
    await expect
      .poll(async () => {
        planes.add((await readPlane(page)).normal.x);
        answers.add((await sides(page)).join());
        return Math.min(planes.size, answers.size);
      })
      .toBeGreaterThan(1);
    await page.getByRole('button', { name: 'Reset' }).click();
    expect(await readPlane(page)).toEqual(firstPlane);
    await page.waitForTimeout(300);
    expect(await readPlane(page)).toEqual(firstPlane);
  });

  it('the page goes back to the first plane', async () => {
    const page = await openPage('plane-aabb/', still);
    await page.getByLabel('Constant').press('Home');
    await page.getByLabel('Normal x').press('End');
    await page.getByRole('button', { name: 'Reset' }).click();
    expect(await readPlane(page)).toEqual(firstPlane);
    expect(await sides(page)).toEqual(sidesOf(firstPlane));
  });
});
