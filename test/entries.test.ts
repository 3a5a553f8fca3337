import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { bundleOf, entryNames, entryNamesOf, packageFolders, type PackageName, sourceOf } from '../entries';

const root = resolve(import.meta.dirname, '..');

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly engines: unknown;
  readonly exports: unknown;
  readonly typesVersions: unknown;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const packages = Object.entries(packageFolders).map(([name, folder]) => ({
  name: name as PackageName,
  folder,
  manifest: JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest,
}));

/** Returns what a tsconfig says itself, without what it extends. */
function tsconfig(path: string): { compilerOptions: { paths: Record<string, string[]> }; include: string[] } {
  return ts.readConfigFile(join(root, path), (file) => ts.sys.readFile(file)).config as ReturnType<typeof tsconfig>;
}

describe.each(packages)('package.json of $name', ({ name: owner, folder, manifest }) => {
  /** The script of the threads of slabtree has types, too. */
  const scripts = owner === 'slabtree' ? ['worker'] : [];

  it('package.json exports each entry point as an ES module and as CommonJS, the scripts of threads and itself', () => {
    const both = entryNamesOf(owner).map((name) => {
      const file = `./dist/${bundleOf(name)}`;
      return [
        name.replace(owner, '.'),
        {
          import: { types: `${file}.d.ts`, default: `${file}.js` },
          require: { types: `${file}.d.cts`, default: `${file}.cjs` },
        },
      ];
    });
    const own = scripts.map((name) => [`./${name}`, { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` }]);
    expect(manifest.exports).toEqual({
      ...Object.fromEntries(both),
      ...Object.fromEntries(own),
      './package.json': './package.json',
    });
  });

  it('typesVersions of package.json leads resolvers without exports to the types of each subpath', () => {
    const subpaths = entryNamesOf(owner).filter((name) => name !== 'slabtree');
    const files = [...subpaths.map(bundleOf), ...scripts];
    expect(manifest.typesVersions).toEqual({
      '*': Object.fromEntries(files.map((file) => [file, [`./dist/${file}.d.ts`]])),
    });
  });

  it('npm packs a license with the package', () => {
    expect(manifest.license).toBe('MIT');
    expect(existsSync(join(root, folder, 'LICENSE'))).toBe(true);
  });
});

it('both packages have one version, and slabtree-cli needs exactly this one', () => {
  const [slabtree, cli] = packages.map(({ manifest }) => manifest);
  expect(cli.version).toBe(slabtree.version);
  expect(cli.peerDependencies.slabtree).toBe(slabtree.version);
  expect(cli.engines).toEqual(slabtree.engines);
});

it('the paths of tsconfig.json lead the name of each entry point to its source', () => {
  const ownPaths = Object.entries(tsconfig('tsconfig.json').compilerOptions.paths).filter(([name]) =>
    /^slabtree/.test(name),
  );
  expect(Object.fromEntries(ownPaths)).toEqual(
    Object.fromEntries(entryNames.map((name) => [name, [`./${sourceOf(name)}`]])),
  );
});

it('the declarations that are built are those of each entry point and of the script of threads', () => {
  const sources = [...entryNames.map(sourceOf), 'src/scene/worker.ts', 'src/**/*.d.ts'];
  expect(tsconfig('build/tsconfig.types.json').include.sort()).toEqual(sources.map((path) => `../${path}`).sort());
});
