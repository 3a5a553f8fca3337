import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { bundleOf, entryNames, sourceOf } from '../entries';

const root = resolve(import.meta.dirname, '..');

interface Manifest {
  readonly exports: unknown;
  readonly typesVersions: unknown;
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;

/** Returns what a tsconfig says itself, without what it extends. */
function tsconfig(path: string): { compilerOptions: { paths: Record<string, string[]> }; include: string[] } {
  return ts.readConfigFile(join(root, path), (file) => ts.sys.readFile(file)).config as ReturnType<typeof tsconfig>;
}

/** The subpath of an entry point in package.json: '.' or './three'. */
const subpath = (name: string) => name.replace('slabtree', '.');

it('package.json exports each entry point as an ES module and as CommonJS, the threads and itself', () => {
  const both = entryNames.map((name) => {
    const file = `./dist/${bundleOf(name)}`;
    return [
      subpath(name),
      {
        import: { types: `${file}.d.ts`, default: `${file}.js` },
        require: { types: `${file}.d.cts`, default: `${file}.cjs` },
      },
    ];
  });
  expect(manifest.exports).toEqual({
    ...Object.fromEntries(both),
    './worker': { types: './dist/worker.d.ts', default: './dist/worker.js' },
    './package.json': './package.json',
  });
});

it('typesVersions of package.json leads resolvers without exports to the types of each subpath', () => {
  const files = [...entryNames.filter((name) => name !== 'slabtree').map(bundleOf), 'worker'];
  expect(manifest.typesVersions).toEqual({
    '*': Object.fromEntries(files.map((file) => [file, [`./dist/${file}.d.ts`]])),
  });
});

it('the paths of tsconfig.json lead the name of each entry point to its source', () => {
  const ownPaths = Object.entries(tsconfig('tsconfig.json').compilerOptions.paths).filter(([name]) =>
    /^slabtree(\/|$)/.test(name),
  );
  expect(Object.fromEntries(ownPaths)).toEqual(
    Object.fromEntries(entryNames.map((name) => [name, [`./${sourceOf(name)}`]])),
  );
});

it('the declarations that are built are those of each entry point and of the script of threads', () => {
  const sources = [...entryNames.map(sourceOf), 'src/scene/worker.ts', 'src/**/*.d.ts'];
  expect(tsconfig('build/tsconfig.types.json').include.sort()).toEqual(sources.map((path) => `../${path}`).sort());
});
