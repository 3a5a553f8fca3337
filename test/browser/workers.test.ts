import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import type * as slabtree from 'slabtree';
import type * as slabtreeWorkers from 'slabtree/workers';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPage } from './support/openPage';
import { serveFiles } from './support/serveFiles';
import { servePackage } from './support/servePackage';

const root = resolve(import.meta.dirname, '../..');
const isolation = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};
const isolated = await servePackage(isolation);
const plain = await servePackage();
const withoutWorkers = await servePackage({ ...isolation, 'content-security-policy': "worker-src 'none'" });

/** Asks a page's pool of two threads, and its scene, the same. */
async function askPool(page: Page) {
  const [core, entry] = await Promise.all([
    page.evaluateHandle<typeof slabtree>('slabtree'),
    page.evaluateHandle<typeof slabtreeWorkers>('slabtreeWorkers'),
  ]);
  return page.evaluate(compareWithScene, { core, entry });
}

/** Runs in the page, and therefore uses nothing from outside. */
async function compareWithScene({
  core: { BoxScene },
  entry: { RaycastPool },
}: {
  core: typeof slabtree;
  entry: typeof slabtreeWorkers;
}) {
  const numbers = (count: number, make: (i: number) => number) =>
    Float64Array.from({ length: count }, (_, i) => make(i));
  // Coordinates that follow no pattern, and are the same in every run.
  const wild = (i: number) => (Math.sin(i * 12.9898) * 43758.5453) % 1;
  const boxes = numbers(6 * 3000, (i) => 100 * wild(i - (i % 6 < 3 ? 0 : 3)) + (i % 6 < 3 ? 0 : 2));
  const rays = numbers(6 * 4000, (i) => (i % 6 < 3 ? 120 : 1) * wild(i + 0.5));

  const told: number[] = [];
  const onProgress = (done: number) => {
    told.push(done);
  };
  const scene = await BoxScene.buildAsync(boxes, { shared: 'auto', onProgress });
  const same = new BoxScene();
  same.addAabbs(boxes);
  const expected = same.raycastMany(rays);

  const pool = await RaycastPool.create(scene, { threads: 2 });
  const { threads, notice } = pool;
  const hits = await pool.raycastMany(rays);
  scene.addAabbs(boxes.map((coordinate) => coordinate / 2));
  same.addAabbs(boxes.map((coordinate) => coordinate / 2));
  const after = await pool.raycastMany(rays);
  await pool.close();

  const isSame = (a: slabtree.ManyHits, b: slabtree.ManyHits) =>
    a.ids.every((id, i) => id === b.ids[i]) && a.ts.every((t, i) => t === b.ts[i]);
  return {
    isShared: scene.isShared,
    backend: scene.backend,
    threads,
    notice,
    isSame: isSame(hits, expected),
    isSameAfterChange: isSame(after, same.raycastMany(rays)),
    hitCount: hits.ids.filter((id) => id >= 0).length,
    progress: [told.every((done, i) => i === 0 || done > told[i - 1]), told.at(-1)],
  };
}

const right = { backend: 'wasm', isSame: true, isSameAfterChange: true, progress: [true, 1] };

test('a page that is cross-origin isolated has threads, which answer as the scene does', async () => {
  const answers = await askPool(await openPage(`${isolated}workers.html`));
  expect(answers).toMatchObject({ ...right, isShared: true, threads: 2, notice: null });
  expect(answers.hitCount).toBeGreaterThan(100);
});

test('a page that is not has no threads that answer, and says which headers it lacks; it builds in one still', async () => {
  const page = await openPage(`${plain}workers.html`);
  const warnings: string[] = [];
  page.on('console', (message) => warnings.push(message.text()));
  const answers = await askPool(page);
  expect(answers).toMatchObject({ ...right, isShared: false, threads: 0 });
  expect(answers.notice).toContain('Cross-Origin-Opener-Policy: same-origin');
  expect(warnings).toEqual([answers.notice]);
});

test('the event loop of a page goes on while it builds and casts', async () => {
  const page = await openPage(`${isolated}workers.html`);
  const [core, entry] = await Promise.all([
    page.evaluateHandle<typeof slabtree>('slabtree'),
    page.evaluateHandle<typeof slabtreeWorkers>('slabtreeWorkers'),
  ]);
  const { whileBuilding, whileCasting } = await page.evaluate(countTurns, { core, entry });
  expect(whileBuilding).toBeGreaterThan(2);
  expect(whileCasting).toBeGreaterThan(2);
});

/** How often other work gets its turn meanwhile, which asks for the next at once. Runs in the page, and therefore uses nothing from outside. */
async function countTurns({
  core: { BoxScene },
  entry: { RaycastPool },
}: {
  core: typeof slabtree;
  entry: typeof slabtreeWorkers;
}) {
  let turns = 0;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    turns++;
    port2.postMessage(null);
  };
  port2.postMessage(null);
  // Small boxes of no order, whose numbers are those of rays too.
  const boxes = Float32Array.from(
    { length: 6 * 200_000 },
    (_, i) => (Math.floor(i / 6) * 7919 * ((i % 3) + 1)) % 10_007,
  );
  for (let i = 0; i < boxes.length; i++) if (i % 6 > 2) boxes[i] += 1 + (i % 3);
  const scene = await BoxScene.buildAsync(boxes, { shared: true });
  const whileBuilding = turns;
  const pool = await RaycastPool.create(scene, { threads: 1 });
  turns = 0;
  await pool.raycastMany(boxes);
  const whileCasting = turns;
  port1.close();
  await pool.close();
  return { whileBuilding, whileCasting };
}

test('where a page forbids workers, the calling thread answers and builds, and says so', async () => {
  const page = await openPage(`${withoutWorkers}workers.html`, { expectedComplaint: /Content Security Policy/ });
  const answers = await askPool(page);
  expect(answers).toMatchObject({ ...right, isShared: true, threads: 0, progress: [true, 1] });
  expect(answers.notice).toMatch(/threads could not be started .* Content-Security-Policy/);
});

describe('bundled by vite', () => {
  let folder = '';
  let server = { url: '', close: () => Promise.resolve() };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'slabtree-'));
    await build({
      configFile: false,
      logLevel: 'silent',
      root: join(root, 'test/browser/pages/built'),
      base: './',
      resolve: {
        alias: [
          { find: /^slabtree$/, replacement: join(root, 'dist/index.js') },
          { find: /^slabtree\/workers$/, replacement: join(root, 'dist/workers.js') },
        ],
      },
      build: { outDir: folder, target: 'es2022' },
    });
    server = await serveFiles({ '/': folder }, isolation);
  });

  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('the threads find their script', async () => {
    const answers = await askPool(await openPage(server.url));
    expect(answers).toMatchObject({ ...right, isShared: true, threads: 2, notice: null });
  });
});
