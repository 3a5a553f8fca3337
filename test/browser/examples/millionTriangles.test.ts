import type { Page } from 'playwright-core';
import { type Ray, raycastTriangle, screenRay, type Triangle } from 'slabtree';
import { Matrix4, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { placeCopies } from '../../../examples/million-triangles/copies';
import { gridOf, makeKnot } from '../../../examples/million-triangles/knot';
import { viewOfCopies, viewOfOne } from '../../../examples/million-triangles/views';
import { type View, viewCamera } from '../../../examples/site/viewCamera';
import { colorAt, type Place } from '../support/colorAt';
import { drag, dragByTouch } from '../support/drag';
import { openPage, type PageOptions } from '../support/openPage';
import { pictureBounds, placeOf } from '../support/placeOf';
import { takePicture } from '../support/takePicture';
import { textOf } from '../support/textOf';

const address = 'million-triangles/?triangles=6000&copies=12';
const knot = makeKnot(gridOf(6000));
const matrices = placeCopies(12);
const vertices = Array.from({ length: knot.positions.length / 3 }, (_, i) =>
  new Vector3().fromArray(knot.positions, 3 * i),
);
const placed = new Matrix4();
const instances = {
  one: [instanceOf(vertices)],
  many: Array.from({ length: 12 }, (_, copy) => {
    placed.fromArray(matrices, 16 * copy);
    return instanceOf(vertices.map((vertex) => vertex.clone().applyMatrix4(placed)));
  }),
};

const views = { one: viewOfOne, many: viewOfCopies(12) };

describe('the page of a million triangles, with fewer triangles', () => {
  it('the page names the triangle under the mouse, as three.js does', async () => {
    const page = await openKnot();
    for (const first of [0, 1000, 2000]) {
      const place = await shownPlace(page, 'one', first);
      const { triangle } = closestByLoop(instances.one, await rayAt(page, views.one, place));
      await page.mouse.move(place.x, place.y);
      await expect.poll(() => textOf(page, 'pointed')).toBe(`Triangle ${inWords(triangle)}`);
      await expect.poll(() => textOf(page, 'pick-time')).toMatch(/s$/);
      await askThree(page, triangle);
    }
  });

  it('the page names triangles by itself, three.js names the same, and the brush paints', async () => {
    const page = await openPage('million-triangles/?triangles=50000&copies=12');
    await expect.poll(() => textOf(page, 'pointed')).toMatch(/^Triangle [\d,]+$/);
    await expect
      .poll(() => textOf(page, 'compared'))
      .toMatch(/^Raycaster .* [\d.,]+ times as long\. (\d+) of \1 answers are the same\.$/);
    await expect.poll(() => textOf(page, 'under')).toMatch(/\d/);
    expect(await page.locator('dd').allTextContents()).not.toContain('–');
  });

  it('a stroke pulls the mesh outward and paints it, and rays find the triangles where they are then', async () => {
    const page = await openKnot();
    const place = await shownPlace(page);
    const [from, to] = [
      { x: place.x - 12, y: place.y },
      { x: place.x + 12, y: place.y },
    ];
    expect(colorAt(await takePicture(page), place)).toBe('gray');
    // The brush paints by time, and a stroke on a fast machine takes little of it.
    await expect
      .poll(async () => {
        await drag(page, from, to);
        await page.mouse.move(place.x, place.y);
        return colorAt(await takePicture(page), place);
      })
      .toBe('red');
    await expect.poll(() => textOf(page, 'under')).toMatch(/\d/);
    // Its raycaster tests the triangles that are drawn.
    await askThree(page);
    expect(await textOf(page, 'fit-time')).toMatch(/s$/);
    await page.getByRole('button', { name: 'Remove the paint' }).click();
    await page.mouse.move(place.x, place.y);
    expect(colorAt(await takePicture(page), place)).toBe('gray');
    const { triangle } = closestByLoop(instances.one, await rayAt(page, views.one, place));
    await expect.poll(() => textOf(page, 'pointed')).toBe(`Triangle ${inWords(triangle)}`);
  });

  it('a stroke with Shift presses inward', async () => {
    const page = await openKnot();
    const place = await shownPlace(page);
    await page.keyboard.down('Shift');
    await drag(page, { x: place.x - 6, y: place.y }, place);
    await page.keyboard.up('Shift');
    // A hollow is dark.
    await expect.poll(async () => colorAt(await takePicture(page), place, 6)).toBe('blue');
  });

  it('a drag that begins beside the mesh turns the view', async () => {
    const page = await openKnot();
    const { x, y, width, height } = await pictureBounds(page);
    const place = await shownPlace(page);
    await page.mouse.move(place.x, place.y);
    await expect.poll(() => textOf(page, 'pointed')).not.toBe('');
    const before = await textOf(page, 'pointed');
    await drag(page, { x: x + 5, y: y + height - 5 }, { x: x + width / 3, y: y + height - 5 });
    await page.mouse.move(place.x, place.y);
    await expect.poll(() => textOf(page, 'pointed')).not.toBe(before);
    expect(await textOf(page, 'under')).toBe('');
  });

  it('a finger and the keyboard paint the mesh', async () => {
    const page = await openKnot({ viewport: { width: 390, height: 844 }, touch: true });
    const place = await shownPlace(page);
    await dragByTouch(page, { x: place.x - 6, y: place.y }, place);
    await expect.poll(async () => colorAt(await takePicture(page), place)).toBe('red');
    // Without a pointer, which would point at the picture where the page scrolls under it.
    await page.getByRole('button', { name: 'Remove the paint' }).dispatchEvent('click');
    await expect.poll(async () => colorAt(await takePicture(page), place)).toBe('gray');
    // A slow frame gets all presses at once.
    await page.locator('#picture').evaluate((picture) => {
      for (let i = 0; i < 8; i++) picture.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
    });
    // The pointer is where the finger was.
    await expect.poll(async () => colorAt(await takePicture(page), place)).toBe('red');
  });

  it('the page names the copy and the triangle under the mouse, and paints all copies', async () => {
    const page = await openKnot();
    await page.getByRole('radio', { name: 'its copies' }).check();
    const place = await shownPlace(page, 'many');
    const { id, triangle } = closestByLoop(instances.many, await rayAt(page, views.many, place));
    await page.mouse.move(place.x, place.y);
    const name = `Copy ${id}, triangle ${inWords(triangle)}`;
    await expect.poll(() => textOf(page, 'pointed')).toBe(name);
    await page.locator('#size').fill('0.3');
    await drag(page, place, { x: place.x + 2, y: place.y });
    await expect.poll(() => textOf(page, 'under')).toMatch(/\d/);
    await page.getByRole('radio', { name: 'the mesh' }).check();
    const dab = await placeAt(page, views.one, vertices[knot.index[3 * triangle]]);
    const { triangle: seen } = closestByLoop(instances.one, await rayAt(page, views.one, dab));
    // The painted triangle may be behind.
    if (seen === triangle) expect(colorAt(await takePicture(page), dab)).toBe('red');
    await page.mouse.move(dab.x, dab.y);
    await askThree(page);
  });
});

/** The vertices of an instance in the world, and its triangles. */
interface Instance {
  readonly vertices: readonly Vector3[];
  readonly triangles: readonly Triangle[];
}

function instanceOf(vertices: readonly Vector3[]): Instance {
  const triangles = Array.from({ length: knot.index.length / 3 }, (_, i) => ({
    a: vertices[knot.index[3 * i]],
    b: vertices[knot.index[3 * i + 1]],
    c: vertices[knot.index[3 * i + 2]],
  }));
  return { vertices, triangles };
}

async function openKnot(options: PageOptions = { viewport: { width: 820, height: 400 } }): Promise<Page> {
  const page = await openPage(address, { ...options, isStill: true });
  await expect.poll(() => textOf(page, 'backend')).toBe('wasm');
  return page;
}

/** three.js must give the same triangle as the page, and this one if it is known. */
async function askThree(page: Page, triangle?: number): Promise<void> {
  await page.getByRole('button', { name: 'Ask three.js too' }).click();
  const answer = await textOf(page, 'three-answer');
  expect(answer).toContain(triangle === undefined ? ', the same, in ' : `triangle ${inWords(triangle)}, the same, in `);
}

/** A place where the picture shows a vertex of the last instance, this one or a later one, and what is near to it. */
async function shownPlace(page: Page, view: keyof typeof views = 'one', first = 0): Promise<Place> {
  const { x, y, width, height } = await pictureBounds(page);
  for (const vertex of instances[view].at(-1)?.vertices.slice(first) ?? []) {
    const place = await placeAt(page, views[view], vertex);
    if (place.x < x + 14 || place.x > x + width - 14 || place.y < y || place.y > y + height) continue;
    const hits: ReturnType<typeof closestByLoop>[] = [];
    for (const by of [-14, 0, 14]) {
      hits.push(closestByLoop(instances[view], await rayAt(page, views[view], { x: place.x + by, y: place.y })));
    }
    if (hits.every(({ id, t }) => id === hits[0].id && Math.abs(t - hits[0].t) < 0.2)) return place;
  }
  throw new Error('there is no such place');
}

async function placeAt(page: Page, view: View, point: Vector3): Promise<Place> {
  const { x, y } = await placeOf(page, view, point);
  return { x: Math.round(x), y: Math.round(y) };
}

async function rayAt(page: Page, view: View, place: Place): Promise<Ray> {
  const { x, y, width, height } = await pictureBounds(page);
  const camera = viewCamera(view, width / height);
  const pixel = { x: place.x - x, y: place.y - y, width, height };
  return screenRay(pixel, { view: camera.matrixWorldInverse, projection: camera.projectionMatrix });
}

/** The triangle that a ray hits first, in the world. */
function closestByLoop(of: readonly Instance[], ray: Ray): { id: number; triangle: number; t: number } {
  const closest = { id: -1, triangle: -1, t: Infinity };
  for (const [id, { triangles }] of of.entries()) {
    for (const [triangle, corners] of triangles.entries()) {
      const hit = raycastTriangle(ray, corners);
      if (hit !== null && hit.t < closest.t) Object.assign(closest, { id, triangle, t: hit.t });
    }
  }
  return closest;
}

function inWords(count: number): string {
  return count.toLocaleString('en');
}
