import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { componentsOf } from '../support/readmeSnippets';
import { openPage } from './support/openPage';
import { serveFiles } from './support/serveFiles';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'slabtree-react-'));
const components = componentsOf(readFileSync(join(root, 'docs/react-three-fiber.md'), 'utf8'));

/** What the page says around its components: each is used once, beside the first, and the canvas is small. */
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
components.forEach((code, i) => {
  const exported = code.replace(/^function (Neighbors|Forest)/m, 'export function $1');
  writeFileSync(join(folder, `component${i}.tsx`), exported);
});
writeFileSync(join(folder, 'main.tsx'), main);
writeFileSync(
  join(folder, 'index.html'),
  '<!doctype html><title>Crystals</title><body style="margin: 0; height: 100vh"></body><script type="module" src="main.js"></script>',
);
await build({
  entryPoints: [join(folder, 'main.tsx')],
  outfile: join(folder, 'main.js'),
  bundle: true,
  format: 'esm',
  jsx: 'automatic',
  nodePaths: [join(root, 'node_modules')],
  define: { 'process.env.NODE_ENV': '"production"' },
  alias: {
    slabtree: join(root, 'dist/index.js'),
    'slabtree/three': join(root, 'dist/three.js'),
    'slabtree/react': join(root, 'dist/react.js'),
  },
  external: ['*/startWorker.js'],
  logLevel: 'error',
});
const server = await serveFiles({ '/': folder });

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

test('the first component of the page about react-three-fiber gets events at the pointer', async () => {
  const page = await openPage(`${server.url}#app`);
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
  const page = await openPage(`${server.url}#others`);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await expect
    .poll(async () => {
      const logged = page.waitForEvent('console', { timeout: 500 }).catch(() => null);
      await page.mouse.click(width / 2, height / 2);
      return (await logged)?.text() ?? '';
    })
    .toMatch(/Array\(\d\)|\[/);
});
