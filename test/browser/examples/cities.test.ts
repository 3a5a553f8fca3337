import type { Page } from 'playwright-core';
import { BoxScene, type Vec3 } from 'slabtree';
import { expect, test } from 'vitest';
import { type Cut, cuttingPlane, EQUATOR, LONGEST_DAY } from '../../../examples/cities/cuttingPlane';
import { inUnits, rayInMetres } from '../../../examples/cities/drawingUnit';
import { globeView } from '../../../examples/cities/globeView';
import { placeUnder } from '../../../examples/cities/placeUnder';
import { viewCamera } from '../../../examples/site/viewCamera';
import { cities } from '../../../examples/world/cities';
import { cityBox } from '../../../examples/world/cityBox';
import { earthCentred } from '../../../examples/world/globe';
import { colorAt, type Place } from '../support/colorAt';
import { openPage } from '../support/openPage';
import { pictureBounds, placeOf } from '../support/placeOf';
import { takePicture } from '../support/takePicture';
import { textOf } from '../support/textOf';

const places = new BoxScene();
for (const city of cities) places.addObb(cityBox(city));

const desktop = { viewport: { width: 900, height: 560 }, isStill: true };
const address = `cities/?places=${cities.length}`;

test('the page shows the progress while the places load, and then has all places', async () => {
  const page = await openPage('ray-aabb/', desktop);
  const release = await holdBack(page, '**/cities.bin');
  await page.goto(new URL(`../${address}`, page.url()).href);
  const progress = page.getByRole('progressbar');
  await expect.poll(() => progress.isVisible()).toBe(true);
  expect(await textOf(page, 'front')).toBe('');
  release();
  await expect.poll(() => progress.count()).toBe(0);
  expect(await textOf(page, 'count')).toBe('135,233');
});

test('the page says so if its places do not come, and shows no progress any more', async () => {
  const page = await openPage('ray-aabb/', { ...desktop, expectedComplaint: /cities\.bin|404/ });
  await page.route('**/cities.bin', (route) => route.fulfill({ status: 404 }));
  await page.goto(new URL(`../${address}`, page.url()).href);
  const notice = page.getByRole('alert');
  await expect.poll(() => notice.textContent()).toContain('cannot be loaded');
  expect(await notice.textContent()).toContain('404');
  expect(await notice.isVisible()).toBe(true);
  expect(await page.getByRole('progressbar').count()).toBe(0);
});

test('the page names the place under the mouse or the crosshair, and never one that the globe hides', async () => {
  const page = await openGlobe(desktop);
  for (const name of ['Istanbul', 'Cairo', 'Mexico City', 'Sydney']) {
    const place = await roofOf(page, name);
    const expected = await nameAt(page, place);
    // The last two are on the other side.
    expect(expected.startsWith(name)).toBe(name === 'Istanbul' || name === 'Cairo');
    await page.mouse.move(place.x, place.y);
    await expect.poll(() => textOf(page, 'place')).toContain(expected);
  }
  const { x, y, width, height } = await pictureBounds(page);
  await page.mouse.move(x + 5, y + 5);
  await expect.poll(() => textOf(page, 'place')).toBe('');

  // Away from the mouse, the arrow keys move a crosshair from the middle.
  await page.mouse.move(x + width + 20, y + 5);
  await page.locator('#picture').focus();
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowRight']) await page.keyboard.press(key);
  const crosshair = { x: x + width / 2 + 2, y: y + height / 2 - 6 };
  await expect.poll(async () => textOf(page, 'place')).toContain(await nameAt(page, crosshair));
});

test('a tap names a place', async () => {
  const page = await openGlobe({ viewport: { width: 390, height: 700 }, touch: true, isStill: true });
  const place = await roofOf(page, 'Istanbul');
  await page.touchscreen.tap(place.x, place.y);
  await expect.poll(() => textOf(page, 'place')).toContain('Istanbul, TR');
});

test('the plane sorts the places, and each has the color of its side', async () => {
  const page = await openGlobe(desktop);
  await sortsBy(page, EQUATOR);
  const equator = await takePicture(page);
  expect(colorAt(equator, await roofOf(page, 'Istanbul'), 2), equator.path).toBe('yellow');
  expect(colorAt(equator, await roofOf(page, 'Kinshasa'), 2), equator.path).toBe('cyan');

  await page.getByRole('button', { name: 'Daylight' }).click();
  await sortsBy(page, LONGEST_DAY);

  // The plane goes through the tower of Istanbul, and Cairo is not north of it.
  const height = Math.round(justBelowRoof('Istanbul').z / 10_000) * 10;
  await page.getByRole('button', { name: 'Equator' }).click();
  await page.locator('#offset').fill(String(height));
  await sortsBy(page, { ...EQUATOR, offset: 1000 * height });
  const north = await takePicture(page);
  expect(colorAt(north, await roofOf(page, 'Istanbul'), 2), north.path).toBe('red');
  expect(colorAt(north, await roofOf(page, 'Cairo'), 2), north.path).toBe('cyan');

  await page.locator('#tilt').fill('90');
  await page.locator('#longitude').fill('-120');
  await sortsBy(page, { tilt: 90, longitude: -120, offset: 1000 * height });
});

test('the page turns the plane and names places by itself, and a loop sorts the same', async () => {
  const page = await openPage('cities/?places=20000');
  await expect.poll(() => textOf(page, 'backend')).toBe('wasm');
  expect(await textOf(page, 'count')).toBe('20,000');
  await expect.poll(() => textOf(page, 'place')).toMatch(/, [A-Z]{2}\n/);
  const longitude = await textOf(page, 'longitude-value');
  await expect.poll(() => textOf(page, 'longitude-value')).not.toBe(longitude);
  await expect
    .poll(() => textOf(page, 'compared'))
    .toMatch(
      /^A loop over all places takes .* for the same split: [\d.,]+ times as long\. (\d+) of \1 answers are the same\.$/,
    );
  expect(await page.locator('dd').allTextContents()).not.toContain('–');
  await page.getByRole('button', { name: 'Equator' }).click();
  await expect.poll(() => textOf(page, 'longitude-value')).toBe('0°');
});

async function openGlobe(options: Parameters<typeof openPage>[1]): Promise<Page> {
  const page = await openPage(address, options);
  await expect.poll(() => textOf(page, 'backend')).toBe('wasm');
  return page;
}

/** Holds back requests until the returned function is called. */
async function holdBack(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

async function sortsBy(page: Page, cut: Cut): Promise<void> {
  const { front, crossing, back } = places.split(cuttingPlane(cut));
  for (const [id, { size }] of Object.entries({ front, crossing, back })) {
    await expect.poll(() => textOf(page, id)).toBe(size.toLocaleString('en'));
  }
}

/** The place in the window of the middle of a roof, even behind the globe. The largest place of this name counts. */
async function roofOf(page: Page, name: string): Promise<Place> {
  const { x, y, z } = justBelowRoof(name);
  const place = await placeOf(page, globeView, { x: inUnits(x), y: inUnits(y), z: inUnits(z) });
  return { x: Math.round(place.x), y: Math.round(place.y) };
}

/** A point just below a roof, in Earth-centred metres. */
function justBelowRoof(name: string): Vec3 {
  const [city] = cities.filter((each) => each.name === name).sort((a, b) => b.population - a.population);
  const [longitude, latitude] = city.loc.coordinates;
  return earthCentred({ longitude, latitude, height: 0.99 * cityBox(city).max.z });
}

/** The name that Node finds at a place in the window, for the page's first picture. */
async function nameAt(page: Page, place: Place): Promise<string> {
  const { x, y, width, height } = await pictureBounds(page);
  const camera = viewCamera(globeView, width / height);
  const pointer = { x: place.x - x, y: place.y - y, width, height };
  const ray = rayInMetres(pointer, { view: camera.matrixWorldInverse, projection: camera.projectionMatrix });
  const found = placeUnder(places, ray);
  if (found === null) throw new Error(`there is no place under (${place.x}, ${place.y})`);
  return `${cities[found.id].name}, ${cities[found.id].country}`;
}
