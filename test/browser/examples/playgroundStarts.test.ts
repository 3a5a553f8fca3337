import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPage } from '../support/openPage';
import { takePicture } from '../support/takePicture';
import { textOf } from '../support/textOf';

const folder = join(import.meta.dirname, '../../../examples/playground/starts');
const names = readdirSync(folder).map((file) => file.replace('.js', ''));

test('the list of the playground has each starting point', async () => {
  const page = await openPage('playground/');
  const listed = await page
    .getByLabel('Start from')
    .locator('option:enabled')
    .evaluateAll((options: HTMLOptionElement[]) => options.map(({ value }) => value));
  expect(listed.sort()).toEqual(names.sort());
});

test.each(names)('the starting point %s runs without an error, and draws', async (name) => {
  const page = await openPage(`playground/#start=${name}`);
  await expect.poll(() => textOf(page, 'status')).toBe('Running');
  expect(await page.locator('.cm-line').first().textContent()).toBe(
    readFileSync(join(folder, `${name}.js`), 'utf8').split('\n', 1)[0],
  );
  const bounds = await page.locator('iframe').boundingBox();
  if (bounds === null) throw new Error('the picture is not shown');
  const { x, y, width, height } = bounds;
  // The first frames: compiling shaders on the CPU takes a while.
  await expect
    .poll(async () => {
      const picture = await takePicture(page);
      const colors = new Set<number>();
      for (let row = Math.ceil(y) + 1; row < y + height - 1; row += 2) {
        for (let column = Math.ceil(x) + 1; column < x + width - 1; column += 2) {
          const at = 4 * (row * picture.width + column);
          const [red, green, blue] = picture.rgba.subarray(at, at + 3);
          colors.add((red << 16) | (green << 8) | blue);
        }
      }
      return colors.size;
    })
    .toBeGreaterThan(4);
  expect(await page.locator('#console .error, #console .warn').allTextContents()).toEqual([]);
  expect(await textOf(page, 'status')).toBe('Running');
});
