import type { Page } from 'playwright-core';
import { type Camera, type Group, type Mesh, Raycaster, Vector2, Vector3 } from 'three';
import { SceneIndex } from 'slabtree/three';
import { describe, expect, test } from 'vitest';
import { rectangleBetween } from '../../../examples/editor/rectangle';
import { selectionFrustum } from '../../../examples/editor/selectionFrustum';
import { createShapes, shapesOf } from '../../../examples/editor/shapes';
import { type Reach, shapesWithin } from '../../../examples/editor/shapesWithin';
import { view } from '../../../examples/editor/view';
import { viewCamera } from '../../../examples/site/viewCamera';
import { colorAt, type Place } from '../support/colorAt';
import { drag, dragByTouch } from '../support/drag';
import { openPage } from '../support/openPage';
import { pictureBounds } from '../support/placeOf';
import { takePicture } from '../support/takePicture';
import { textOf } from '../support/textOf';

/** The editor's page in the browser, and a copy of its scene in Node, where three's own Raycaster gives the answers. */
interface OpenEditor {
  page: Page;
  root: Group;
  camera: Camera;
  canvas: { x: number; y: number; width: number; height: number };
}

async function openEditor(touch = false): Promise<OpenEditor> {
  const page = await openPage('editor/', {
    viewport: touch ? { width: 400, height: 700 } : { width: 800, height: 500 },
    touch,
    isStill: true,
  });
  await expectOutput(page, 'size', '400');
  const canvas = await pictureBounds(page);
  const root = createShapes();
  root.updateMatrixWorld();
  return { page, root, camera: viewCamera(view, canvas.width / canvas.height), canvas };
}

/** The name of the first shape that three's own Raycaster hits at a place in the window. Empty if it hits nothing. */
function nameAt({ root, camera, canvas }: OpenEditor, { x, y }: Place): string {
  const raycaster = new Raycaster();
  const onCanvas = new Vector2((2 * (x - canvas.x)) / canvas.width - 1, 1 - (2 * (y - canvas.y)) / canvas.height);
  raycaster.setFromCamera(onCanvas, camera);
  return raycaster.intersectObject(root).at(0)?.object.name ?? '';
}

/** The place in the window of a shape's middle, on a whole pixel. */
function placeOf({ camera, canvas }: OpenEditor, shape: Mesh): Place {
  const { x, y } = shape.getWorldPosition(new Vector3()).project(camera);
  return {
    x: Math.round(canvas.x + ((x + 1) / 2) * canvas.width),
    y: Math.round(canvas.y + ((1 - y) / 2) * canvas.height),
  };
}

/** The shapes whose middles are visible in the picture, each with its place. */
function visibleShapes(editor: OpenEditor): { shape: Mesh; place: Place }[] {
  const { x, y, width, height } = editor.canvas;
  return shapesOf(editor.root)
    .map((shape) => ({ shape, place: placeOf(editor, shape) }))
    .filter(
      ({ place }) => place.x > x + 20 && place.x < x + width - 20 && place.y > y + 20 && place.y < y + height - 20,
    )
    .filter(({ shape, place }) => nameAt(editor, place) === shape.name);
}

/** The names of the shapes that a rectangle must select, in alphabetical order. */
function namesWithin({ root, camera, canvas }: OpenEditor, from: Place, to: Place, reach: Reach): string[] {
  const onCanvas = ({ x, y }: Place) => ({ x: x - canvas.x, y: y - canvas.y });
  const planes = selectionFrustum(rectangleBetween(onCanvas(from), onCanvas(to)), canvas, camera);
  return shapesWithin(SceneIndex.from(root), planes, reach).map(({ name }) => name);
}

async function expectOutput(page: Page, id: string, expected: string): Promise<void> {
  await expect.poll(() => textOf(page, id)).toBe(expected);
}

describe('the editor', () => {
  test('the editor selects what a pointer finds by itself, and three.js finds the same, until a person points', async () => {
    const page = await openPage('editor/', { viewport: { width: 800, height: 500 } });
    const names = new Set<string>();
    await expect
      .poll(async () => {
        names.add(await textOf(page, 'names'));
        return names.size;
      })
      .toBeGreaterThan(3);
    await expect
      .poll(() => textOf(page, 'compared'))
      .toMatch(/^Raycaster .* [\d.,]+ times as long\. (\d+) of \1 answers are the same\.$/);
    await page.mouse.move(2, 2);
    await expectOutput(page, 'selected', '0');
  });

  test('a click selects what three.js hits there, even through the hole of a torus', async () => {
    const editor = await openEditor();
    const { page, root } = editor;
    const places = visibleShapes(editor)
      .filter((_, i) => i % 40 === 0)
      .map(({ place }) => place);
    const hole = shapesOf(root)
      .filter(({ name }) => name.startsWith('torus'))
      .map((torus) => ({ torus, place: placeOf(editor, torus) }))
      .find(({ torus, place }) => !['', torus.name].includes(nameAt(editor, place)));
    expect(hole).toBeDefined();
    for (const place of [...places, ...(hole === undefined ? [] : [hole.place])]) {
      await page.mouse.click(place.x, place.y);
      await expectOutput(page, 'names', nameAt(editor, place));
      await expectOutput(page, 'hovered', nameAt(editor, place));
    }
    await expectOutput(page, 'selected', '1');
  });

  test('a click with Shift adds a shape to the selection, another removes it, and the selection is marked', async () => {
    const editor = await openEditor();
    const { page } = editor;
    const [first, second] = visibleShapes(editor);
    await page.mouse.click(first.place.x, first.place.y);
    await expectOutput(page, 'names', first.shape.name);
    const picture = await takePicture(page);
    // The shape may be so small that its edge is in its middle.
    expect(colorAt(picture, first.place, 2), picture.path).toBe('yellow');
    expect(colorAt(picture, second.place), picture.path).not.toBe('yellow');

    await page.keyboard.down('Shift');
    await page.mouse.click(second.place.x, second.place.y);
    await expectOutput(page, 'names', `${first.shape.name}, ${second.shape.name}`);
    await page.mouse.click(first.place.x, first.place.y);
    await expectOutput(page, 'names', second.shape.name);
    await page.keyboard.up('Shift');
    await page.keyboard.press('Escape');
    await expectOutput(page, 'selected', '0');
  });

  test('a box selects what is inside, and drawn to the left also what crosses its edge', async () => {
    const editor = await openEditor();
    const { page, canvas } = editor;
    const topLeft = { x: canvas.x + 12, y: canvas.y + 12 };
    const bottomRight = { x: canvas.x + 0.55 * canvas.width, y: canvas.y + 0.5 * canvas.height };
    expect(nameAt(editor, topLeft)).toBe('');
    const inside = namesWithin(editor, topLeft, bottomRight, 'inside');
    const crossing = namesWithin(editor, topLeft, bottomRight, 'crossing');
    expect(crossing.length).toBeGreaterThan(inside.length);
    expect(inside.length).toBeGreaterThan(5);

    await drag(page, topLeft, bottomRight);
    await expectOutput(page, 'selected', String(inside.length));

    await page.locator('#box-select').click();
    await drag(page, bottomRight, topLeft);
    await expectOutput(page, 'selected', String(crossing.length));
  });

  test('the editor moves a dragged shape, deletes, duplicates, undoes and redoes', async () => {
    const editor = await openEditor();
    const { page } = editor;
    const { shape, place } = visibleShapes(editor)[0];
    const behind = nameBehind(editor, shape, place);
    await drag(page, place, { x: place.x + 40, y: place.y + 60 });
    await expectOutput(page, 'done', 'Done: Move 1 shape');
    await expectOutput(page, 'names', shape.name);
    await page.mouse.move(place.x, place.y);
    await expectOutput(page, 'hovered', behind || 'nothing');

    await page.keyboard.press('Control+z');
    await expectOutput(page, 'done', 'Undone: Move 1 shape');
    await page.mouse.move(place.x + 1, place.y);
    await page.mouse.move(place.x, place.y);
    await expectOutput(page, 'hovered', shape.name);

    await page.keyboard.press('Delete');
    await expectOutput(page, 'size', '399');
    await expectOutput(page, 'selected', '0');
    await page.locator('#undo').click();
    await expectOutput(page, 'size', '400');
    await expectOutput(page, 'names', shape.name);
    await page.keyboard.press('Control+Shift+z');
    await expectOutput(page, 'size', '399');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+d');
    await expectOutput(page, 'size', '401');
    await expectOutput(page, 'names', `copy of ${shape.name}`);
    expect(await page.locator('#redo').isDisabled()).toBe(true);
  });

  test('the editor can be used with the keyboard alone', async () => {
    const { page, root } = await openEditor();
    const [first, second] = shapesOf(root);
    await page.locator('#picture').focus();
    await page.keyboard.press('PageDown');
    await expectOutput(page, 'names', first.name);
    await page.keyboard.press('PageDown');
    await expectOutput(page, 'names', second.name);
    await page.keyboard.press('ArrowLeft');
    await expectOutput(page, 'done', 'Done: Move 1 shape');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await expectOutput(page, 'size', '0');
    await page.keyboard.press('Control+z');
    await expectOutput(page, 'size', '400');
  });

  test('the editor can be used by touch', async () => {
    const editor = await openEditor(true);
    const { page, canvas } = editor;
    const [{ shape, place }, other] = visibleShapes(editor);
    await page.touchscreen.tap(place.x, place.y);
    await expectOutput(page, 'names', shape.name);
    await dragByTouch(page, place, { x: place.x + 30, y: place.y + 40 });
    await expectOutput(page, 'done', 'Done: Move 1 shape');
    // A click and not a tap: right after a quick drag, Chrome takes a tap as a stop of the motion.
    await page.locator('#undo').click();
    await expectOutput(page, 'done', 'Undone: Move 1 shape');

    await scrollToTop(page);
    await holdByTouch(page, other.place, () => expectOutput(page, 'names', `${shape.name}, ${other.shape.name}`));
    await expectOutput(page, 'selected', '2');

    await page.locator('#box-select').tap();
    await scrollToTop(page);
    const from = { x: canvas.x + 5, y: canvas.y + 5 };
    const to = { x: canvas.x + canvas.width - 5, y: canvas.y + 0.6 * canvas.height };
    await dragByTouch(page, from, to);
    await expectOutput(page, 'selected', String(namesWithin(editor, from, to, 'inside').length));
  });
});

/** The name of the shape that is visible at a place without another shape. */
function nameBehind(editor: OpenEditor, shape: Mesh, place: Place): string {
  const { parent } = shape;
  shape.removeFromParent();
  const name = nameAt(editor, place);
  parent?.add(shape);
  return name;
}

/** Scrolls back to the picture, from the buttons below it. */
async function scrollToTop(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.scrollTo(0, 0);
  });
}

/** Holds a finger on a place until something has happened. */
async function holdByTouch(page: Page, place: Place, hasHappened: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] });
  await hasHappened();
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}
