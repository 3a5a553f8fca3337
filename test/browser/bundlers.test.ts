import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
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

// None of these frameworks is installed beside the package: one that an entry point brings without need is an error.
const frameworks = {
  three: ['three'],
  react: ['three', 'react', '@react-three/fiber'],
  babylon: ['@babylonjs/core'],
  character: [],
} as const;

test.each(Object.entries(frameworks))(
  'slabtree/%s alone brings no framework but its own, and Vite and webpack build it without a warning',
  async (name, own) => {
    const alone = join(folder, `${name} alone`);
    mkdirSync(alone);
    writeFileSync(join(alone, 'main.js'), `import * as all from 'slabtree/${name}';\nglobalThis.all = all;\n`);
    writeFileSync(join(alone, 'index.html'), '<!doctype html><script type="module" src="main.js"></script>');
    const isOwn = (request: string) => own.some((framework) => `${request}/`.startsWith(`${framework}/`));
    const externals = ({ request = '' }: { request?: string }) =>
      Promise.resolve(isOwn(request) ? `var ${JSON.stringify(request)}` : false);
    expect(await buildWithWebpack(alone, join(alone, 'webpack'), { externals })).toEqual([]);
    expect(await buildWithVite(alone, join(alone, 'vite'), isOwn)).toEqual([]);
  },
);
