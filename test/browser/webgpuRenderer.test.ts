import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { openPage } from './support/openPage';
import { serveProgram } from './support/serveProgram';
import type { WebGPUAnswers } from './support/webgpuPage';

const program = join(import.meta.dirname, 'support/webgpuPage.ts');
const { url, metafile } = await serveProgram(program, '<!doctype html><title>WebGPU</title>');

test('the bundle of a page that imports three/webgpu and slabtree/three has one core of three.js and one of slabtree', () => {
  const { inputs } = Object.values(metafile.outputs)[0];
  const files = Object.keys(inputs).filter((path) => /(node_modules\/three|\/three-\d+|dist)\//.test(path));
  expect(files.map((path) => basename(path)).sort()).toEqual([
    'index.js',
    'three.core.js',
    'three.js',
    'three.module.js',
    'three.tsl.js',
    'three.webgpu.js',
  ]);
});

test.each([
  ['its default backend', false],
  ['its WebGL backend', true],
])('picks and views on %s of a WebGPURenderer equal those of three.js and the picture', async (_, forceWebGL) => {
  const page = await openPage(url, {
    browserFlags: ['--enable-unsafe-webgpu'],
    // Without an adapter for WebGPU, the default is WebGL, with a warning.
    expectedComplaint: /running under WebGL2 backend/,
  });
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text().slice(0, 200)));
  const hasWebGPU = await page.evaluate<boolean>(
    'navigator.gpu?.requestAdapter().then((adapter) => adapter !== null) ?? false',
  );
  const { wrong, hits, culled, drawn, backend } = await page.evaluate<WebGPUAnswers>(
    `import('./page.js').then(({ compareAnswers }) => compareAnswers(${forceWebGL}))`,
  );
  expect(wrong).toEqual([]);
  expect(backend).toBe(hasWebGPU && !forceWebGL ? 'WebGPU' : 'WebGL');
  expect(Math.min(hits / 1000, culled / 100, drawn / 100)).toBeGreaterThan(1);
  // three.js and slabtree warn of a second copy.
  expect(messages.filter((message) => /another copy|Multiple instances/.test(message))).toEqual([]);
});
