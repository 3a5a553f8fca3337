import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '../../..');

/** The program with the built package in it, as one module. */
export async function bundleProgram(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'test/engines/program/index.ts')],
    alias: {
      slabtree: join(root, 'dist/index.js'),
      'slabtree/three': join(root, 'dist/three.js'),
      'slabtree/character': join(root, 'dist/character.js'),
    },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0].text;
}
