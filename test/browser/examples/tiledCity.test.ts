import { once } from 'node:events';
import { statSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { planeSide, raycastAabb, type Aabb } from 'slabtree';
import { type PerspectiveCamera, Raycaster, Vector2, Vector3 } from 'three';
import { createServer } from 'vite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SMALL_BOXES } from '../../../examples/tiled-city/cityFile';
import { CityBlocks } from '../../../examples/tiled-city/city/cityBlocks';
import type { Kind } from '../../../examples/tiled-city/city/kinds';
import { nearFrustum } from '../../../examples/tiled-city/nearFrustum';
import { view } from '../../../examples/tiled-city/view';
import { viewCamera } from '../../../examples/site/viewCamera';
import { colorAt, type Place } from '../support/colorAt';
import { drag } from '../support/drag';
import { openPage } from '../support/openPage';
import { pictureBounds } from '../support/placeOf';
import { type FileServer, serveFiles } from '../support/serveFiles';
import { takePicture } from '../support/takePicture';
import { textOf } from '../support/textOf';

/** How far one sees, in metres: not far, because the browser draws on the CPU. */
const REACH = 300;
const VIEWPORT = { width: 820, height: 400 };
/** The same for a flight, which draws many frames. */
const REACH_IN_FLIGHT = 200;

const city = new CityBlocks();
const boxes: readonly Aabb[] = Array.from({ length: SMALL_BOXES }, (_, id) => city.box(id));

describe('the page of a city in tiles, with a small city', () => {
  test('the page names the box under the mouse, as a loop over all boxes does, and reads nothing twice', async () => {
    const { page, ranges } = await openCity();
    const { x, y, width, height } = await pictureBounds(page);
    for (const [right, down] of [
      [0.1, 0.7],
      [0.3, 0.9],
      [0.5, 0.55],
      [0.55, 0.8],
      [0.8, 0.4],
      [0.9, 0.95],
    ]) {
      const place = { x: Math.round(x + right * width), y: Math.round(y + down * height) };
      const closest = closestByLoop(await rayAt(page, place));
      await page.mouse.move(place.x, place.y);
      const words = closest
        ? `${city.kind(closest.id)}\nbox ${inWords(closest.id)}\n${closest.t.toFixed(1)} m away`
        : '';
      await expect.poll(() => textOf(page, 'pointed')).toBe(words);
    }
    expect(await textOf(page, 'reads')).toBe(String(ranges.length));
    const inOrder = [...ranges].sort((a, b) => a.start - b.start);
    for (let i = 1; i < inOrder.length; i++) expect(inOrder[i].start).toBeGreaterThan(inOrder[i - 1].end);
  });

  test('the page flies and names boxes by itself', async () => {
    const page = await openPage(`tiled-city/?reach=${REACH_IN_FLIGHT}`, { viewport: VIEWPORT });
    const names = new Set<string>();
    await expect
      .poll(async () => {
        names.add(await textOf(page, 'pointed'));
        return [...names].filter((name) => /^[a-z ]+\nbox [\d,]+\n[\d.]+ m away$/.test(name)).length;
      })
      .toBeGreaterThan(2);
    const start = await placeOfCamera(page);
    await expect.poll(async () => distance(await placeOfCamera(page), start)).toBeGreaterThan(5);
    expect(await page.locator('dd').allTextContents()).not.toContain('–');
  });

  test('the page draws what is near and in view, and reads only that', async () => {
    const { page, ranges } = await openCity();
    expect(await countNear(page)).toBeLessThan(SMALL_BOXES);
    const [loaded, all] = (await textOf(page, 'tiles')).split(' of ').map(Number);
    expect(loaded).toBeLessThan(all);
    const bytes = ranges.reduce((sum, { start, end }) => sum + end + 1 - start, 0);
    expect(await textOf(page, 'bytes')).toBe(`${(bytes / 1e6).toFixed(2)} MB`);

    // What a ray finds is drawn there, in its color.
    await page.getByLabel('Outline').uncheck();
    const tree = await findNear(page, 'tree top');
    expect(colorAt(await takePicture(page), tree)).toBe('green');
    await page.mouse.click(tree.x, tree.y);
    await expect.poll(() => textOf(page, 'marked')).toMatch(/^1, last: tree top /);
    await page.mouse.move(0, 0);
    const marked = await takePicture(page);
    expect(colorAt(marked, tree), marked.path).toBe('red');
    await page.mouse.click(tree.x, tree.y);
    await expect.poll(() => textOf(page, 'marked')).toMatch(/^0, /);
    await page.mouse.move(0, 0);
    expect(colorAt(await takePicture(page), tree)).toBe('green');
  });

  test('the page outlines the tiles that are loaded', async () => {
    const { page } = await openCity();
    const lined = await takePicture(page);
    await page.getByLabel('Outline').uncheck();
    const plain = await takePicture(page);
    let changed = 0;
    for (let at = 0; at < lined.rgba.length; at += 4) if (lined.rgba[at] !== plain.rgba[at]) changed++;
    expect(changed).toBeGreaterThan(200);
  });

  test('the page flies by keys, turns by a drag, and flies by itself until a person takes over', async () => {
    const { page } = await openCity(REACH_IN_FLIGHT);
    const start = await placeOfCamera(page);
    const canvas = page.locator('#picture');
    await canvas.focus();
    await page.keyboard.down('w');
    await expect.poll(async () => distance(await placeOfCamera(page), start)).toBeGreaterThan(5);
    await page.keyboard.up('w');
    const ahead = await placeOfCamera(page);
    // Towards what the first view looks at.
    expect(ahead[2]).toBeLessThan(start[2]);
    expect(ahead[1]).toBeLessThan(start[1]);

    const drawn = await textOf(page, 'drawn');
    await drag(page, { x: 100, y: 300 }, { x: 400, y: 300 });
    await expect.poll(() => textOf(page, 'drawn')).not.toBe(drawn);

    const tour = page.getByRole('button', { name: 'Fly by itself' });
    await tour.click();
    await expect.poll(async () => distance(await placeOfCamera(page), ahead)).toBeGreaterThan(5);
    expect(await tour.getAttribute('aria-pressed')).toBe('true');
    await canvas.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await tour.getAttribute('aria-pressed')).toBe('false');
  });

  test('the page says that the city is the middle of a larger one, and how to make that', async () => {
    const { page } = await openCity();
    expect(statSync(small).size).toBeLessThanOrEqual(5_000_000);
    expect(await textOf(page, 'boxes')).toBe(inWords(SMALL_BOXES));
    expect(await page.locator('.panel').textContent()).toMatch(/the middle of a larger one\..* npm run tiles makes/);
  });

  test('the page flies through a city from a host that serves no ranges, and says so', async () => {
    const server = await serveSite(small, false);
    const page = await openPage(`${server.url}tiled-city/?reach=${REACH}`, {
      viewport: VIEWPORT,
      isStill: true,
      // It does not wait for the end of what it has not asked for.
      expectedComplaint: /ERR_ABORTED/,
    });
    await expect.poll(() => textOf(page, 'drawn')).toBe(inWords(await countNear(page)));
    expect(await page.locator('.panel').textContent()).toMatch(/serves no ranges/);
  });

  test('the page says how to make the city if there is none', async () => {
    const server = await serveSite(join(tmpdir(), 'there is no city'));
    const page = await openPage(`${server.url}tiled-city/`, { expectedComplaint: /404|city\.slabs/ });
    expect(await page.getByRole('alert').textContent()).toMatch(/npm run tiles .*404/);
  });

  test('the development server serves the city by ranges', async () => {
    const vite = await createServer({
      configFile: join(examples, 'vite.config.ts'),
      server: { middlewareMode: true },
      // Nothing is imported. A search for dependencies would complain that the server closes.
      optimizeDeps: { noDiscovery: true },
      logLevel: 'error',
    });
    onTestFinished(() => vite.close());
    const server = createHttpServer(vite.middlewares).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/tiled-city/city.slabs`, { headers: { Range: 'bytes=1-3' } });
    expect([response.status, await response.text()]).toEqual([206, 'TIL']);
  });
});

const examples = resolve(import.meta.dirname, '../../../examples');
const small = join(examples, 'tiled-city/small-city.slabs');

/** The built examples with a city, on a server of their own. */
async function serveSite(city: string, servesRanges = true): Promise<FileServer> {
  const site = { '/': resolve(examples, '../dist-examples'), '/tiled-city/city.slabs': city };
  const server = await serveFiles(site, {}, servesRanges);
  onTestFinished(() => server.close());
  return server;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The page when all that is near has been drawn, and the ranges of the file that it has asked for: a growing list. */
async function openCity(reach = REACH): Promise<{ page: Page; ranges: Range[] }> {
  const ranges: Range[] = [];
  const page = await openPage(`tiled-city/?reach=${reach}`, {
    viewport: VIEWPORT,
    isStill: true,
    requested: (request) => {
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers().range);
      if (range) ranges.push({ start: Number(range[1]), end: Number(range[2]) });
    },
  });
  const count = await countNear(page, reach);
  await expect.poll(() => textOf(page, 'drawn')).toBe(inWords(count));
  return { page, ranges };
}

/** How many boxes the first view shows. */
async function countNear(page: Page, reach = REACH): Promise<number> {
  const planes = nearFrustum(await cameraOf(page), reach);
  return boxes.filter((box) => planes.every((plane) => planeSide(box, plane) >= 0)).length;
}

async function cameraOf(page: Page): Promise<PerspectiveCamera> {
  const { width, height } = await pictureBounds(page);
  return viewCamera(view, width / height);
}

async function rayAt(page: Page, place: Place): Promise<Raycaster['ray']> {
  const { x, y, width, height } = await pictureBounds(page);
  const at = new Vector2((2 * (place.x - x)) / width - 1, 1 - (2 * (place.y - y)) / height);
  const raycaster = new Raycaster();
  raycaster.setFromCamera(at, await cameraOf(page));
  return raycaster.ray;
}

function closestByLoop(ray: Raycaster['ray']): { id: number; t: number } | null {
  let closest: { id: number; t: number } | null = null;
  for (const [id, box] of boxes.entries()) {
    const t = raycastAabb(ray, box, { tMax: closest?.t ?? REACH });
    if (t !== null && (closest === null || t < closest.t)) closest = { id, t };
  }
  return closest;
}

/** The middle of the top of a near box of a kind, which no other box hides. */
async function findNear(page: Page, kind: Kind): Promise<Place> {
  const { x, y, width, height } = await pictureBounds(page);
  const camera = await cameraOf(page);
  const tops = boxes
    .map(({ min, max }, id) => ({ id, top: new Vector3((min.x + max.x) / 2, max.y, (min.z + max.z) / 2) }))
    .filter(({ id }) => city.kind(id) === kind)
    .sort((a, b) => a.top.distanceTo(camera.position) - b.top.distanceTo(camera.position));
  for (const { id, top } of tops) {
    const { x: across, y: up, z: depth } = top.project(camera);
    if (Math.abs(across) > 0.9 || Math.abs(up) > 0.9 || depth > 1) continue;
    const place = { x: Math.round(x + ((1 + across) / 2) * width), y: Math.round(y + ((1 - up) / 2) * height) };
    if (closestByLoop(await rayAt(page, place))?.id === id) return place;
  }
  throw new Error(`the picture shows no ${kind}`);
}

async function placeOfCamera(page: Page): Promise<number[]> {
  return (await textOf(page, 'place')).split(', ').map(Number.parseFloat);
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((coordinate, axis) => coordinate - b[axis]));
}

function inWords(count: number): string {
  return count.toLocaleString('en');
}
