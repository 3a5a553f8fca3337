import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { afterAll } from 'vitest';
import { serveFiles } from './serveFiles';

const root = resolve(import.meta.dirname, '../../..');

/**
 * Bundles a program with the built package, and serves it as page.js until the tests of the file end.
 *
 * @param program the file of the program, or its files by name, of which the first is bundled.
 * @param html the page. It loads page.js itself, or a test imports it.
 */
export async function serveProgram(
  program: string | Readonly<Record<string, string>>,
  html: string,
  options: BuildOptions = {},
): Promise<{ url: string; metafile: Metafile }> {
  const folder = mkdtempSync(join(tmpdir(), 'slabtree-page-'));
  writeFileSync(join(folder, 'index.html'), html);
  const files = typeof program === 'string' ? {} : program;
  const [first = ''] = Object.keys(files);
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
  const { metafile } = await build({
    entryPoints: [typeof program === 'string' ? program : join(folder, first)],
    outfile: join(folder, 'page.js'),
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    nodePaths: [join(root, 'node_modules')],
    alias: {
      slabtree: join(root, 'dist/index.js'),
      'slabtree/three': join(root, 'dist/three.js'),
      'slabtree/react': join(root, 'dist/react.js'),
      'slabtree/babylon': join(root, 'dist/babylon.js'),
    },
    external: ['*/startWorker.js'],
    logLevel: 'silent',
    ...options,
    metafile: true,
  });
  const server = await serveFiles({ '/': folder });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  return { url: server.url, metafile };
}
