import { build } from 'esbuild';
import type * as slabtree from 'slabtree';
import type * as slabtreeWorkers from 'slabtree/workers';
import { expect, test } from 'vitest';
import { askPool, rightAnswers } from './support/askPool';
import { isolation } from './support/isolation';
import { openPage } from './support/openPage';
import { servePackage } from './support/servePackage';

const isolated = await servePackage(isolation);
const plain = await servePackage();
const withoutWorkers = await servePackage({ ...isolation, 'content-security-policy': "worker-src 'none'" });

test('a page that is cross-origin isolated has threads that answer like the scene', async () => {
  const answers = await askPool(await openPage(`${isolated}workers.html`));
  expect(answers).toMatchObject({ ...rightAnswers, isShared: true, threads: 2, notice: null });
  expect(answers.hitCount).toBeGreaterThan(100);
});

test('a page that is not cross-origin isolated names the headers it lacks: no threads answer, but one builds', async () => {
  const page = await openPage(`${plain}workers.html`);
  const warnings: string[] = [];
  page.on('console', (message) => warnings.push(message.text()));
  const answers = await askPool(page);
  expect(answers).toMatchObject({ ...rightAnswers, isShared: false, threads: 0 });
  expect(answers.notice).toContain('Cross-Origin-Opener-Policy: same-origin');
  expect(warnings).toEqual([answers.notice]);
});

test('the event loop of a page runs while it builds and casts', async () => {
  const page = await openPage(`${isolated}workers.html`);
  const [core, entry] = await Promise.all([
    page.evaluateHandle<typeof slabtree>('slabtree'),
    page.evaluateHandle<typeof slabtreeWorkers>('slabtreeWorkers'),
  ]);
  const { whileBuilding, whileCasting } = await page.evaluate(countTurns, { core, entry });
  expect(whileBuilding).toBeGreaterThan(2);
  expect(whileCasting).toBeGreaterThan(2);
});

/** Counts how often other work has its turn during a build and a cast. Runs in the page, so it uses nothing from outside. */
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
  // Small boxes in no order. Their numbers are used as rays, too.
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

/** A script of threads, in one file: a worker resolves no names of packages. */
async function bundledTasks(): Promise<string> {
  const contents = `
    import { serveTasks } from 'slabtree/workers';
    serveTasks((factor) => ({ times: (numbers) => numbers.map((number) => factor * number) }));
  `;
  const bundle = { bundle: true, write: false, format: 'esm', platform: 'browser' } as const;
  const { outputFiles } = await build({ ...bundle, stdin: { contents, resolveDir: import.meta.dirname } });
  return outputFiles[0].text;
}

test('a page runs tasks of its own in threads', async () => {
  const page = await openPage(`${plain}workers.html`);
  const body = await bundledTasks();
  await page.route('**/tasks.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
  const entry = await page.evaluateHandle<typeof slabtreeWorkers>('slabtreeWorkers');
  const answer = await page.evaluate(async ({ TaskPool }) => {
    interface Tasks {
      times: (numbers: Float64Array) => Float64Array;
    }
    const pool = await TaskPool.create<Tasks>('tasks.js', { threads: 2, data: 3 });
    const numbers = Float64Array.of(1, 2);
    const products = await pool.call('times', [numbers], [numbers]);
    const { threads } = pool;
    await pool.close();
    return { products: [...products], left: numbers.length, threads };
  }, entry);
  expect(answer).toEqual({ products: [3, 6], left: 0, threads: 1 });
});

test('if a page forbids workers, the calling thread answers and builds, and says so', async () => {
  const page = await openPage(`${withoutWorkers}workers.html`, { expectedComplaint: /Content Security Policy/ });
  const answers = await askPool(page);
  expect(answers).toMatchObject({ ...rightAnswers, isShared: true, threads: 0, progress: [true, 1] });
  expect(answers.notice).toMatch(/threads could not be started .* Content-Security-Policy/);
});

test("if the threads' script is not found, the notice says what each bundler needs", async () => {
  const page = await openPage(`${isolated}workers.html`, { expectedComplaint: /nowhere\.js/ });
  await page.evaluate(() => Object.assign(globalThis, { workerOptions: { workerUrl: 'nowhere.js' } }));
  const answers = await askPool(page);
  expect(answers).toMatchObject({ ...rightAnswers, isShared: true, threads: 0 });
  for (const name of ['its script could not be loaded', 'Vite', 'esbuild', 'Rollup', 'slabtree/worker', 'workerUrl']) {
    expect(answers.notice).toContain(name);
  }
});
