import type { Page } from 'playwright-core';
import { frustumFromMatrix, type Obb, type Plane, planeSide, raycastObb } from 'slabtree';
import { Matrix4, type PerspectiveCamera, Raycaster, Vector2, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { boxCounts } from '../../../examples/million-boxes/boxCounts';
import { fillGalaxy, galaxyView } from '../../../examples/million-boxes/galaxy';
import { sectionPlane } from '../../../examples/million-boxes/sectionPlane';
import { turnOrbits } from '../../../examples/million-boxes/turnOrbits';
import { viewCamera } from '../../../examples/site/viewCamera';
import { colorAt, type Place } from '../support/colorAt';
import { openPage } from '../support/openPage';
import { pictureBounds } from '../support/placeOf';
import { takePicture } from '../support/takePicture';
import { textOf } from '../support/textOf';

const COUNT = 5000;
/** How many boxes move at first. */
const MOVING = 1000;

describe('the page of a million boxes, with fewer boxes', () => {
  test('the page names the box under the mouse, also after the box has moved, as three.js does', async () => {
    const { page, boxes } = await openGalaxy();
    const steps = await stepsOf(page);
    const picture = await pictureOf(page);
    // The first box has moved, the second has not.
    for (const aimed of [boxes[17], boxes[4000]]) {
      const place = middleOf(picture, aimed);
      const expected = inWords(closestByLoop(boxes, rayAt(picture, place)));
      await page.mouse.move(place.x, place.y);
      await expect.poll(() => textOf(page, 'pointed')).toMatch(new RegExp(`^Box ${expected}\n`));
      await page.getByRole('button', { name: 'Ask three.js too' }).click();
      expect(await textOf(page, 'three-answer')).toContain(`box ${expected}, the same, in `);
    }
    expect(await stepsOf(page)).toBe(steps);
    await page.locator('#moving').fill('2000');
    await expect.poll(() => stepsOf(page)).toBeGreaterThan(steps);
  });

  test('the page names boxes by itself, and three.js names the same, part by part', async () => {
    // Several parts.
    const page = await openPage('million-boxes/?boxes=30000');
    await expect.poll(() => textOf(page, 'pointed')).toMatch(/^Box [\d,]+\n[\d.]+ away$/);
    await expect
      .poll(() => textOf(page, 'compared'))
      .toMatch(/^Raycaster .* [\d.,]+ times as long\. (\d+) of \1 answers are the same\.$/);
    expect(await page.locator('dd').allTextContents()).not.toContain('–');
  });

  test('the page begins with few boxes', async () => {
    const page = await openPage('million-boxes/');
    await expect.poll(() => textOf(page, 'backend')).toBe('wasm');
    expect(boxCounts('').map(inWords)).toContain(await textOf(page, 'count'));
  });

  test('the page draws only the boxes in view on request, and then all boxes again', async () => {
    const { page, boxes } = await openGalaxy();
    expect(await textOf(page, 'drawn')).toBe(inWords(COUNT));
    const picture = await pictureOf(page);
    const place = findAimed(picture, boxes, () => true);
    const color = colorAt(await takePicture(page), place);
    expect(color).not.toBe('gray');
    await page.getByLabel('only those in view').check();
    const { camera } = picture;
    const matrix = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    const [inside, crossing] = sidesByLoop(boxes, frustumFromMatrix(matrix));
    // Some boxes are not in view.
    expect(inside + crossing).toBeLessThan(COUNT);
    expect(crossing).toBeGreaterThan(0);
    await expect.poll(() => textOf(page, 'inside')).toBe(inWords(inside));
    expect(await textOf(page, 'edges')).toBe(inWords(crossing));
    expect(await textOf(page, 'drawn')).toBe(inWords(inside + crossing));
    // The words may be there a frame before the picture.
    const drawnColor = async () => colorAt(await takePicture(page), place);
    await expect.poll(drawnColor).toBe(color);
    await page.getByLabel('all boxes').check();
    await expect.poll(() => textOf(page, 'drawn')).toBe(inWords(COUNT));
    await expect.poll(drawnColor).toBe(color);
  });

  test('the page hides boxes in front of a plane, also from the pointer, and shows crossing boxes in red', async () => {
    const { page, boxes } = await openGalaxy();
    const depth = 40;
    const plane = sectionPlane(depth);
    await page.getByLabel('none in front of a plane').check();
    await page.locator('#depth').fill(String(depth));
    const [front, crossing, back] = sidesByLoop(boxes, [plane]);
    await expect.poll(() => textOf(page, 'front')).toBe(inWords(front));
    expect(await textOf(page, 'crossing')).toBe(inWords(crossing));
    expect(await textOf(page, 'back')).toBe(inWords(back));
    expect(await textOf(page, 'drawn')).toBe(inWords(crossing + back));

    const picture = await pictureOf(page);
    const drawn = await takePicture(page);
    const isShown = boxes.map((box) => planeSide(box, plane) < 1);
    const shown = boxes.filter((_, i) => isShown[i]);
    const red = findAimed(picture, shown, (box) => planeSide(box, plane) === 0);
    expect(colorAt(drawn, red), drawn.path).toBe('red');

    // Behind a hidden box, another one is found, also by three.js.
    const hidden = findAimed(picture, boxes, (box) => planeSide(box, plane) === 1 && box.matrix[13] > 0);
    const expected = inWords(boxes.indexOf(shown[closestByLoop(shown, rayAt(picture, hidden))]));
    await page.mouse.move(hidden.x, hidden.y);
    await expect.poll(() => textOf(page, 'pointed')).toMatch(new RegExp(`^Box ${expected}\n`));
    await page.getByRole('button', { name: 'Ask three.js too' }).click();
    expect(await textOf(page, 'three-answer')).toContain(`box ${expected}, the same, in `);
  });
});

interface MatrixBox extends Obb {
  matrix: Float32Array;
}

/** The page after all motion has stopped, and its boxes at that time. */
async function openGalaxy(): Promise<{ page: Page; boxes: MatrixBox[] }> {
  const page = await openPage(`million-boxes/?boxes=${COUNT}`, { viewport: { width: 820, height: 400 } });
  await expect.poll(() => stepsOf(page)).toBeGreaterThan(2);
  await page.locator('#moving').fill('0');
  const steps = await stepsOf(page);
  const matrices = new Float32Array(16 * COUNT);
  for (const placed of fillGalaxy(matrices, new Float32Array(3 * COUNT))) expect(placed).toBeLessThan(COUNT);
  for (let step = 0; step < steps; step++) turnOrbits(matrices, MOVING);
  const boxes = Array.from({ length: COUNT }, (_, i) => ({
    min: { x: -0.5, y: -0.5, z: -0.5 },
    max: { x: 0.5, y: 0.5, z: 0.5 },
    matrix: matrices.subarray(16 * i, 16 * i + 16),
  }));
  return { page, boxes };
}

/** A page's picture in its window, and the camera that draws it. */
interface Picture {
  bounds: Awaited<ReturnType<typeof pictureBounds>>;
  camera: PerspectiveCamera;
}

/** Slow while the page draws: read once for many places. */
async function pictureOf(page: Page): Promise<Picture> {
  const bounds = await pictureBounds(page);
  return { bounds, camera: viewCamera(galaxyView, bounds.width / bounds.height) };
}

function middleOf({ bounds, camera }: Picture, { matrix }: MatrixBox): Place {
  const at = new Vector3(matrix[12], matrix[13], matrix[14]).project(camera);
  return {
    x: Math.round(bounds.x + ((1 + at.x) / 2) * bounds.width),
    y: Math.round(bounds.y + ((1 - at.y) / 2) * bounds.height),
  };
}

/** The middle of a wanted box that no other box hides. */
function findAimed(picture: Picture, boxes: MatrixBox[], isWanted: (box: MatrixBox) => boolean): Place {
  const { x, y, width, height } = picture.bounds;
  for (const box of boxes) {
    if (!isWanted(box)) continue;
    const place = middleOf(picture, box);
    const isInPicture = place.x > x && place.y > y && place.x < x + width && place.y < y + height;
    if (isInPicture && boxes[closestByLoop(boxes, rayAt(picture, place))] === box) return place;
  }
  throw new Error('there is no such box');
}

function rayAt({ bounds: { x, y, width, height }, camera }: Picture, place: Place): Raycaster['ray'] {
  const at = new Vector2((2 * (place.x - x)) / width - 1, 1 - (2 * (place.y - y)) / height);
  const raycaster = new Raycaster();
  raycaster.setFromCamera(at, camera);
  return raycaster.ray;
}

/** The box that a ray hits first. */
function closestByLoop(boxes: readonly Obb[], ray: Raycaster['ray']): number {
  let [closest, closestT] = [-1, Infinity];
  boxes.forEach((box, i) => {
    const t = raycastObb(ray, box);
    if (t !== null && t < closestT) [closest, closestT] = [i, t];
  });
  return closest;
}

/** How many boxes are in front of all planes, how many cross a plane and are behind none, and how many are behind one. */
function sidesByLoop(boxes: readonly Obb[], planes: readonly Plane[]): [front: number, crossing: number, back: number] {
  const sides = boxes.map((box) => Math.min(...planes.map((plane) => planeSide(box, plane))));
  const countOf = (wanted: number) => sides.filter((side) => side === wanted).length;
  return [countOf(1), countOf(0), countOf(-1)];
}

async function stepsOf(page: Page): Promise<number> {
  return Number((await textOf(page, 'steps')).replaceAll(',', ''));
}

function inWords(count: number): string {
  return count.toLocaleString('en');
}
