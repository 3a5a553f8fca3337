import type { Page } from 'playwright-core';
import type * as slabtree from 'slabtree';
import type * as slabtreeWorkers from 'slabtree/workers';

/** Compares the answers of a page's pool of two threads with those of its scene. */
export async function askPool(page: Page) {
  const [core, entry] = await Promise.all([
    page.evaluateHandle<typeof slabtree>('slabtree'),
    page.evaluateHandle<typeof slabtreeWorkers>('slabtreeWorkers'),
  ]);
  return page.evaluate(compareWithScene, { core, entry });
}

/** The expected result on every page. */
export const rightAnswers = { backend: 'wasm', isSame: true, isSameAfterChange: true, progress: [true, 1] };

/** Runs in the page, so it uses nothing from outside. */
async function compareWithScene({
  core: { BoxScene },
  entry: { RaycastPool },
}: {
  core: typeof slabtree;
  entry: typeof slabtreeWorkers;
}) {
  // Pages set these if their bundler does not find the threads' script.
  const { workerOptions = {} } = globalThis as { workerOptions?: { workerUrl?: URL } };
  const numbers = (count: number, make: (i: number) => number) =>
    Float64Array.from({ length: count }, (_, i) => make(i));
  // Coordinates without a pattern that are the same in every run.
  const wild = (i: number) => (Math.sin(i * 12.9898) * 43758.5453) % 1;
  const boxes = numbers(6 * 3000, (i) => 100 * wild(i - (i % 6 < 3 ? 0 : 3)) + (i % 6 < 3 ? 0 : 2));
  const rays = numbers(6 * 4000, (i) => (i % 6 < 3 ? 120 : 1) * wild(i + 0.5));

  const told: number[] = [];
  const onProgress = (done: number) => {
    told.push(done);
  };
  const scene = await BoxScene.buildAsync(boxes, { threads: 2, shared: 'auto', onProgress, ...workerOptions });
  const same = new BoxScene();
  same.addAabbs(boxes);
  const expected = same.raycastMany(rays);

  const pool = await RaycastPool.create(scene, { threads: 2, ...workerOptions });
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
