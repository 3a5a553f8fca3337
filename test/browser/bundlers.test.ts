import { copyFileSync, cpSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { createServer } from 'vite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { installPackage } from '../support/installPackage';
import { buildWithEsbuild } from './bundlers/buildWithEsbuild';
import { buildWithRollup } from './bundlers/buildWithRollup';
import { buildWithVite } from './bundlers/buildWithVite';
import { buildWithWebpack } from './bundlers/buildWithWebpack';
import { warningsLogger } from './bundlers/warningsLogger';
import { askPool, rightAnswers } from './support/askPool';
import { askTiles } from './support/askTiles';
import { isolation } from './support/isolation';
import { openPage } from './support/openPage';
import { serveFiles } from './support/serveFiles';

/** The packed package is installed here, beside a page that imports it by name. */
let folder = '';
let page = '';

beforeAll(() => {
  ({ folder } = installPackage());
  page = join(folder, 'page');
  cpSync(resolve(import.meta.dirname, 'pages/built'), page, { recursive: true });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const inThreads = { ...rightAnswers, isShared: true, threads: 2, notice: null };

/** Fails unless threads build, answer and cast rays at tiles on a page without a warning. */
async function expectThreads(url: string): Promise<void> {
  const opened = await openPage(url);
  const warnings: string[] = [];
  opened.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  expect(await askPool(opened)).toMatchObject(inThreads);
  expect(await askTiles(opened)).toMatchObject({ threads: 2, notice: null, isSame: true });
  // If the calling thread builds the scene, it warns.
  expect(warnings).toEqual([]);
}

test.each([
  ['vite', buildWithVite],
  ['webpack', buildWithWebpack],
  ['esbuild', buildWithEsbuild],
  ['rollup', buildWithRollup],
])('built by %s, the packed package has threads that build and answer, without a warning', async (name, build) => {
  const out = join(folder, name);
  expect(await build(page, out)).toEqual([]);
  if (name !== 'vite') copyFileSync(join(page, 'index.html'), join(out, 'index.html'));
  const server = await serveFiles({ '/': out }, isolation);
  onTestFinished(() => server.close());
  await expectThreads(server.url);
});

test("served by vite's development server, the packed package has threads that build and answer, without a warning", async () => {
  const { warnings, logger } = warningsLogger();
  const server = await createServer({
    configFile: false,
    root: page,
    cacheDir: join(folder, 'vite-cache'),
    optimizeDeps: { exclude: ['slabtree'] },
    server: { port: 0, host: '127.0.0.1', headers: isolation, hmr: false, watch: null },
    customLogger: logger,
  });
  onTestFinished(() => server.close());
  await server.listen();
  const { port } = server.httpServer?.address() as AddressInfo;
  await expectThreads(`http://127.0.0.1:${port}/`);
  expect(warnings).toEqual([]);
});

test('webpack builds slabtree/three alone without a warning', async () => {
  const options = { entry: './three.js', externals: { three: 'THREE' } };
  expect(await buildWithWebpack(page, join(folder, 'three'), options)).toEqual([]);
});
