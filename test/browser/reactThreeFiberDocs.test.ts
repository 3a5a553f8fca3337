import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { componentsOf } from '../support/readmeSnippets';
import { openPage } from './support/openPage';
import { serveProgram } from './support/serveProgram';

const docs = resolve(import.meta.dirname, '../../docs');
const pages = ['start', 'react-three-fiber'].map((name) => readFileSync(`${docs}/${name}.md`, 'utf8'));
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

  const trees = new InstancedMesh(new BoxGeometry(), new MeshBasicMaterial(), 2);
  trees.setMatrixAt(0, new Matrix4().makeTranslation(0, 2, 0));
  trees.setMatrixAt(1, new Matrix4().makeTranslation(0, 200, 0));
  const page = {
    app: <App />,
    others: <Canvas frameloop="demand"><Neighbors /><Forest trees={trees} /></Canvas>,
  };
  createRoot(document.body).render(page[location.hash.slice(1)]);
`;
const { url } = await serveProgram(
  { 'main.tsx': main, ...(Object.fromEntries(components) as Record<string, string>) },
  '<!doctype html><title>Crystals</title><body style="margin: 0; height: 100vh"></body><script type="module" src="page.js"></script>',
  { define: { 'process.env.NODE_ENV': '"production"' } },
);

test('the component of docs/start.md gets events at the pointer', async () => {
  const page = await openPage(`${url}#app`);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const orange = () =>
    page.evaluate(
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
  await expect
    .poll(async () => {
      await page.mouse.move(width / 2, height / 2 + 1);
      await page.mouse.move(width / 2, height / 2);
      return orange();
    })
    .toBe(true);
  await page.mouse.move(2, 2);
  await expect.poll(orange).toBe(false);
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
