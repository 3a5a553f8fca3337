/**
 * Takes the pictures of the built examples (`npm run screenshots`). The front page shows what each page draws. The
 * README shows whole pages. The browser draws on the CPU, so that the pictures look the same on every machine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { exampleNames } from '../test/browser/support/exampleNames';
import { findBrowser } from '../test/browser/support/findBrowser';
import { launchBrowser } from '../test/browser/support/launchBrowser';
import { serveFiles } from '../test/browser/support/serveFiles';
import { makeCity } from './tiled-city/makeCity';

const root = join(import.meta.dirname, '..');
const window = { width: 1280, height: 800 };
const drawing = { width: 640, height: 400 };
const quality = 75;

/** Only these examples, if the command names some. */
const named = process.argv.slice(2);

/** The still of the site's first screen, light and dark, until the page has begun. */
const still = { width: 1280, height: 720 };

/** The examples whose pages the README shows. */
const inReadme = ['editor', 'million-boxes', 'million-triangles'];

/** The examples that look best in the dark. */
const dark = ['cities', 'million-boxes', 'tiled-city'];

/** Makes a page show everything at once: the CPU draws too slowly for it to grow. */
const parameters: Partial<Record<string, string>> = {
  babylon: '?meshes=20000',
  cities: '?places=135000',
  'million-boxes': '?boxes=1000000',
  'million-triangles': '?triangles=1000000&copies=10000',
  'react-three-fiber': '?objects=5000',
  'tiled-city': '?reach=800',
};

/** Strokes of a brush over the knot. */
const strokes = [
  [
    [150, 330],
    [185, 200],
    [300, 115],
    [420, 105],
  ],
  [
    [420, 245],
    [560, 215],
    [680, 290],
    [740, 400],
  ],
  [
    [250, 560],
    [300, 650],
    [420, 690],
  ],
] as const;

/** What a visitor does on a page before its pictures are taken. */
const visits: Partial<Record<string, (page: Page, canvas: Locator) => Promise<void>>> = {
  building: async (page, canvas) => {
    await page.getByLabel('Height').fill('17.3');
    await page.getByLabel('Depth').fill('3.6');
    await canvas.click({ position: { x: 400, y: 420 } });
    await page.getByLabel('measures').check();
    await canvas.click({ position: { x: 250, y: 470 } });
    await canvas.click({ position: { x: 560, y: 470 } });
  },
  character: async (page) => {
    await page.getByLabel('Show contacts').check();
  },
  cities: async (page, canvas) => {
    await page.getByLabel('Tilt').fill('30');
    await page.getByLabel('Longitude').fill('-70');
    await canvas.press('+');
    await canvas.press('+');
    // Over Italy.
    await canvas.hover({ position: { x: 380, y: 296 } });
  },
  editor: async (page, canvas) => {
    await page.getByRole('button', { name: 'Select by a box' }).click();
    await canvas.dragTo(canvas, { sourcePosition: { x: 450, y: 330 }, targetPosition: { x: 700, y: 500 } });
  },
  'million-boxes': async (page, canvas) => {
    await canvas.hover({ position: { x: 424, y: 375 } });
    await page.getByText(/^Box /).waitFor();
    await page.getByRole('button', { name: 'Ask three.js too' }).click();
  },
  'million-triangles': async (page) => {
    for (const [[x, y], ...others] of strokes) {
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (const [toX, toY] of others) await page.mouse.move(toX, toY, { steps: 8 });
      await page.mouse.up();
    }
    await page.getByRole('button', { name: 'Ask three.js too' }).click();
  },
  picking: (_, canvas) => canvas.press('Enter'),
  // On the back of the eel.
  skeleton: (_, canvas) => canvas.hover({ position: { x: 430, y: 400 } }),
  'tiled-city': async (page, canvas) => {
    await canvas.hover({ position: { x: 424, y: 375 } });
    await canvas.press('PageUp');
    // The second question for what is near waits for nothing, so its time is shown.
    await page.waitForFunction(() => document.querySelector('#cull-time')?.textContent !== '');
  },
};

/** Large enough that the fog hides its edges. */
const city = join(mkdtempSync(join(tmpdir(), 'slabtree-city-')), 'city.slabs');
await makeCity(city, 400_000);
const isNamed = (name: string) => named.length === 0 || named.includes(name);
const site = await serveFiles({ '/': join(root, 'dist-examples'), '/tiled-city/city.slabs': city });
const browser = await launchBrowser(await findBrowser());
if (isNamed('front')) for (const theme of ['light', 'dark'] as const) await takeStill(theme);
if (isNamed('playground')) await takePlayground();
for (const name of exampleNames.filter((name) => name !== 'front' && isNamed(name))) {
  const page = await browser.newPage({
    viewport: window,
    colorScheme: dark.includes(name) ? 'dark' : 'light',
    // Nothing moves by itself, because the CPU takes seconds for a frame of a million boxes.
    reducedMotion: 'reduce',
  });
  page.setDefaultTimeout(300_000);
  await page.goto(`${site.url}${name}/${parameters[name] ?? ''}`);
  const canvas = page.locator('canvas');
  await hasDrawn(page);
  await visits[name]?.(page, canvas);
  await page
    .locator(':focus, body')
    .last()
    .evaluate((focused: HTMLElement) => {
      focused.blur();
    });
  await hasDrawn(page);
  // Wait until all times are on screen.
  await page.waitForTimeout(500);
  if (inReadme.includes(name)) await page.screenshot({ path: join(root, 'docs', `${name}-page.jpg`), quality });

  const box = await canvas.boundingBox();
  if (box === null) throw new Error(`The canvas of ${name} is not shown.`);
  // Move the mouse away: the scene under it will be elsewhere.
  await page.mouse.move(0, 0);
  // The picture takes the space of the window beside the panel.
  await page.setViewportSize({
    width: window.width - Math.round(box.width) + drawing.width,
    height: window.height - Math.round(box.height) + drawing.height,
  });
  await hasDrawn(page);
  const { x, y } = box;
  await page.screenshot({ path: join(root, 'examples/pictures', `${name}.jpg`), quality, clip: { x, y, ...drawing } });
  await page.close();
}
await browser.close();
await site.close();
rmSync(dirname(city), { recursive: true });

/** Takes the picture of the page front/ when all of its dots are there. */
async function takeStill(colorScheme: 'light' | 'dark'): Promise<void> {
  const page = await browser.newPage({ viewport: still, colorScheme, reducedMotion: 'reduce' });
  page.setDefaultTimeout(300_000);
  await page.goto(`${site.url}front/`);
  // Without the panel, as on the first screen.
  await page.addStyleTag({
    content: '.example { display: block } .picture { height: 100vh } .panel { display: none }',
  });
  await page.locator('canvas[aria-busy=true]').waitFor();
  await page.locator('canvas[aria-busy=false]').waitFor();
  const file = colorScheme === 'dark' ? 'front-dark.jpg' : 'front.jpg';
  await page.screenshot({ path: join(root, 'examples/pictures', file), quality: 35 });
  await page.close();
}

/** Takes the picture of the playground: the editor beside what the code draws. */
async function takePlayground(): Promise<void> {
  const [width, scale] = [1100, drawing.width / 1100];
  const viewport = { width, height: Math.round(drawing.height / scale) };
  const page = await browser.newPage({ viewport, deviceScaleFactor: scale });
  await page.goto(`${site.url}playground/#start=cull-by-camera`);
  await page.getByText('Running', { exact: true }).waitFor({ timeout: 300_000 });
  // The other camera has turned to the side.
  await page.waitForTimeout(4000);
  const clip = { x: 0, y: 0, width, height: viewport.height };
  await page.screenshot({ path: join(root, 'examples/pictures/playground.jpg'), quality, clip });
  await page.close();
}

/** Waits until a page has loaded everything and drawn it. */
async function hasDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('#backend')?.textContent !== '');
  await page.waitForFunction(() => document.querySelector('progress')?.checkVisibility() !== true);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
}
