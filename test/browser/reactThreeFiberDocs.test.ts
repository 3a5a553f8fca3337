import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { componentsOf } from '../support/readmeSnippets';
import { openPage } from './support/openPage';
import { serveProgram } from './support/serveProgram';

const docs = resolve(import.meta.dirname, '../../docs');
const pages = ['start', 'react-three-fiber', 'recipes'].map((name) => readFileSync(`${docs}/${name}.md`, 'utf8'));
const components = pages
  .flatMap(componentsOf)
  .map((code, i) => [`component${i}.tsx`, code.replace(/^function (Neighbors|Forest)/m, 'export function $1')]);

/** What the pages say around their components: each is used once, beside the first, and the canvas is small. */
const main = `
  import { Canvas } from '@react-three/fiber';
  import { createRoot } from 'react-dom/client';
  import { InstancedMesh, BoxGeometry, Matrix4, MeshBasicMaterial } from 'three';
  import App from './component0';
  import { Neighbors } from './component1';
  import { Forest } from './component2';
  import Hover from './component3';

  const trees = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), 2);
  trees.setMatrixAt(0, new Matrix4().makeTranslation(0, 2, 0));
  trees.setMatrixAt(1, new Matrix4().makeTranslation(0, 200, 0));
  const page = {
    app: <App />,
    hover: <Hover />,
    others: <Canvas frameloop="demand"><Neighbors /><Forest trees={trees} /></Canvas>,
  };
  createRoot(document.body).render(page[location.hash.slice(1)]);
`;
const { url } = await serveProgram(
  { 'main.tsx': main, ...(Object.fromEntries(components) as Record<string, string>) },
  '<!doctype html><title>Crystals</title><body style="margin: 0; height: 100vh"></body><script type="module" src="page.js"></script>',
  { define: { 'process.env.NODE_ENV': '"production"' } },
);

/** Whether anything in the canvas is orange in the next frame. */
function isOrange(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      new Promise<boolean>((done) => {
        requestAnimationFrame(() => {
          const canvas = document.querySelector('canvas');
          const copy = new OffscreenCanvas(canvas?.width ?? 0, canvas?.height ?? 0).getContext('2d');
          if (canvas) copy?.drawImage(canvas, 0, 0);
          const { data } = copy?.getImageData(0, 0, copy.canvas.width, copy.canvas.height) ?? { data: [] };
          done(data.some((red, i) => i % 4 === 0 && red > data[i + 2] + 80));
        });
      }),
  );
}

test.each([
  { file: 'docs/start.md', name: 'app', over: [], beside: [] },
  { file: 'docs/recipes.md', name: 'hover', over: [expect.stringMatching(/^card \d+$/)], beside: ['nothing'] },
])('the component of $file gets events at the pointer', async ({ name, over, beside }) => {
  const page = await openPage(`${url}#${name}`);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await expect
    .poll(async () => {
      await page.mouse.move(width / 2, height / 2 + 1);
      await page.mouse.move(width / 2, height / 2);
      return isOrange(page);
    })
    .toBe(true);
  expect(await page.locator('p').allTextContents()).toEqual(over);
  await page.mouse.move(2, 2);
  await expect.poll(() => isOrange(page)).toBe(false);
  expect(await page.locator('p').allTextContents()).toEqual(beside);
});

test('the other components of the page about react-three-fiber find neighbors, and draw what is in view', async () => {
  const page = await openPage(`${url}#others`);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await expect
    .poll(async () => {
      const logged = page.waitForEvent('console', { timeout: 500 }).catch(() => null);
      await page.mouse.click(width / 2, height / 2);
      return (await logged)?.text() ?? '';
    })
    .toMatch(/Array\(\d\)|\[/);
});
