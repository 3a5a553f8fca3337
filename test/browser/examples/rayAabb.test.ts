import type { Page } from 'playwright-core';
import { raycastAabb, rayPointAt, type Vec3 } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { box, firstRays, view } from '../../../examples/ray-aabb/rays';
import { type ColorName, colorAt } from '../support/colorAt';
import { drag, dragByTouch } from '../support/drag';
import { openPage, type PageOptions } from '../support/openPage';
import { placeOf } from '../support/placeOf';
import { takePicture } from '../support/takePicture';

const still: PageOptions = { isStill: true };
const phone: PageOptions = { ...still, viewport: { width: 390, height: 844 }, touch: true };

/** The cells of the table: number, origin, direction, t and point of each ray. */
function readTable(page: Page): Promise<string[][]> {
  return page
    .locator('#rays tbody tr')
    .evaluateAll((rows) => rows.map((row) => Array.from(row.children, (cell) => cell.textContent)));
}

/** The colors of the rays in the picture, each a third of the way from its origin to its tip. */
async function colorsOfRays(page: Page, rays = firstRays): Promise<ColorName[]> {
  const picture = await takePicture(page);
  const places = await Promise.all(rays.map((ray) => placeOf(page, view, rayPointAt(ray, 1 / 3))));
  return places.map((place) => colorAt(picture, place, 1));
}

/** The numbers of a cell: "1, 0, 2". */
function vector(text: string): Vec3 {
  const [x, y, z] = text.split(', ').map(Number);
  return { x, y, z };
}

describe('the page of rays and a box', () => {
  it('the page draws rays red if they hit and blue if they miss, in dark and in light', async () => {
    const page = await openPage('ray-aabb/', { ...still, colorScheme: 'dark' });
    expect(await colorsOfRays(page)).toEqual(['red', 'blue', 'blue', 'red', 'blue']);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await colorsOfRays(page)).toEqual(['red', 'blue', 'blue', 'red', 'blue']);
  });

  it('a ray turns by itself, hits the box and misses it, until a person takes over', async () => {
    const page = await openPage('ray-aabb/');
    const answers = new Set<string | null>();
    await expect
      .poll(async () => {
        answers.add(await page.locator('#hits').textContent());
        return answers.size;
      })
      .toBe(2);
    await page.getByRole('button', { name: 'Reset' }).click();
    expect((await readTable(page)).at(2)).toEqual(['3', '0, 0, 0', '-1, 0, 0', 'miss', '']);
  });

  it('the page draws the same on a phone', async () => {
    const page = await openPage('ray-aabb/', phone);
    expect(await colorsOfRays(page)).toEqual(['red', 'blue', 'blue', 'red', 'blue']);
  });

  it('the page shows where each ray hits the box', async () => {
    const page = await openPage('ray-aabb/', still);
    expect(await readTable(page)).toEqual([
      ['1', '-2, -2, -2', '2, 2, 2', '1.25', '0.5, 0.5, 0.5'],
      ['2', '0, 0, 0', '0, 1, 0', 'miss', ''],
      ['3', '0, 0, 0', '-1, 0, 0', 'miss', ''],
      ['4', '1, 1, 1', '1, 1, 0', '1', '2, 2, 1'],
      ['5', '0.4, 1, 1', '-1, 0, 0', 'miss', ''],
    ]);
    expect(await page.locator('#hits').textContent()).toBe('2 of 5');
  });

  it('a line hits what is behind its origin', async () => {
    const page = await openPage('ray-aabb/', still);
    await page.getByLabel('Lines instead of rays').check();
    expect((await readTable(page)).at(4)).toEqual(['5', '0.4, 1, 1', '-1, 0, 0', '-1.6', '2, 1, 1']);
    expect(await colorsOfRays(page)).toEqual(['red', 'blue', 'blue', 'red', 'red']);
  });

  it('a ray that starts inside a solid box hits it at once', async () => {
    const page = await openPage('ray-aabb/', still);
    await page.getByLabel('A ray from inside hits at once').check();
    expect((await readTable(page)).at(3)).toEqual(['4', '1, 1, 1', '1, 1, 0', '0', '1, 1, 1']);
  });

  it.each([
    ['mouse', drag, still],
    ['finger', dragByTouch, phone],
  ] as const)("a drag of a ray's tip by %s recolors the ray", async (_, dragBy, options) => {
    const page = await openPage('ray-aabb/', options);
    await dragBy(
      page,
      await placeOf(page, view, { x: -0.6, y: 1, z: 1 }),
      await placeOf(page, view, { x: 1.6, y: 1, z: 0 }),
    );

    const table = await readTable(page);
    const [, origin, direction, t, point] = table[4];
    expect(origin).toBe('0.4, 1, 1');
    const ray = { origin: vector(origin), direction: vector(direction) };
    expect(ray.direction.x).toBeGreaterThan(0);
    const expected = raycastAabb(ray, box) ?? NaN;
    expect(Number(t)).toBeCloseTo(expected, 1);
    expect(vector(point).x).toBeCloseTo(rayPointAt(ray, expected).x, 1);
    expect(await page.locator('#hits').textContent()).toBe('3 of 5');
    expect(await colorsOfRays(page, [...firstRays.slice(0, 4), ray])).toEqual(['red', 'blue', 'blue', 'red', 'red']);
    // The other rays stay.
    expect(table.slice(0, 4).map(([, from, along]) => [vector(from), vector(along)])).toEqual(
      firstRays.slice(0, 4).map((each) => [each.origin, each.direction]),
    );
  });

  it("a drag of a ray's origin recolors the ray, towards the same tip", async () => {
    const page = await openPage('ray-aabb/', still);
    await drag(
      page,
      await placeOf(page, view, { x: 1, y: 1, z: 1 }),
      await placeOf(page, view, { x: 2, y: 2.6, z: 1 }),
    );

    const [, origin, direction, t] = (await readTable(page))[3];
    expect(rayPointAt({ origin: vector(origin), direction: vector(direction) }, 1)).toEqual({
      x: expect.closeTo(2, 6) as number,
      y: expect.closeTo(2, 6) as number,
      z: expect.closeTo(1, 6) as number,
    });
    expect(vector(origin).y).toBeGreaterThan(2);
    expect(t).not.toBe('1');
  });

  it('the keyboard moves a ray', async () => {
    const page = await openPage('ray-aabb/', still);
    await page.getByRole('button', { name: 'Direction of ray 2' }).focus();
    for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowRight');
    expect((await readTable(page))[1]).toEqual(['2', '0, 0, 0', '1, 1, 0', 'miss', '']);
    for (let i = 0; i < 10; i++) await page.keyboard.press('PageDown');
    expect((await readTable(page))[1]).toEqual(['2', '0, 0, 0', '1, 1, 1', '0.5', '0.5, 0.5, 0.5']);
    await page.getByRole('button', { name: 'Origin of ray 2' }).focus();
    await page.keyboard.press('ArrowDown');
    expect((await readTable(page))[1].slice(1, 3)).toEqual(['0, -0.1, 0', '1, 1.1, 1']);
  });

  it('the tip of a ray cannot move onto its origin', async () => {
    const page = await openPage('ray-aabb/', still);
    await page.getByRole('button', { name: 'Direction of ray 2' }).focus();
    for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowDown');
    expect((await readTable(page))[1][2]).toBe('0, 0.1, 0');
  });

  it('the page goes back to the first rays', async () => {
    const page = await openPage('ray-aabb/', still);
    const table = await readTable(page);
    await page.getByRole('button', { name: 'Origin of ray 1' }).press('ArrowUp');
    expect(await readTable(page)).not.toEqual(table);
    await page.getByRole('button', { name: 'Reset' }).click();
    expect(await readTable(page)).toEqual(table);
  });

  it('a drag beside the rays turns the view and moves no ray', async () => {
    const page = await openPage('ray-aabb/', still);
    const table = await readTable(page);
    const before = await takePicture(page);
    await drag(page, { x: 60, y: 400 }, { x: 180, y: 420 });
    expect(await readTable(page)).toEqual(table);
    expect((await takePicture(page)).rgba).not.toEqual(before.rgba);
  });
});
