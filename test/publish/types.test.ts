import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageFolders } from '../../entries';
import { installPackage } from '../support/installPackage';

const root = resolve(import.meta.dirname, '../..');

/** The packages whose types the package's own types use. */
const peers = [
  '@babylonjs/core',
  '@react-three/fiber',
  '@types/react',
  '@types/three',
  'bullmq',
  'ioredis',
  'react',
  'three',
];

/** The entry points with types, as 'slabtree/three', and whether CommonJS can load each. */
const entryPoints = Object.entries(packageFolders).flatMap(([owner, folder]) => {
  const { exports } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly require?: unknown }>>;
  };
  return Object.entries(exports)
    .filter(([path]) => path !== './package.json')
    .map(([path, conditions]) => ({
      name: `${owner}${path.slice(1)}`,
      isForCommonJs: typeof conditions !== 'string' && conditions.require !== undefined,
    }));
});

let folder = '';

beforeAll(() => {
  ({ folder } = installPackage());
  // A compiler names files by their real paths.
  folder = realpathSync(folder);
  for (const name of peers) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The folder of the installed packages. */
const modules = () => join(folder, 'node_modules');
/** Matches the path of a file of our packages in {@link modules}. */
const OURS = /^slabtree(-cli)?\//;

/** Returns the path of the types of an entry point in {@link modules}. */
function typesOf(name: string, ending: string): string {
  const [owner, subpath = 'index'] = name.split('/');
  return `${owner}/dist/${subpath}${ending}`;
}

/**
 * Compiles files that use entry points, and checks declaration files, as the compiler does by default. Returns the files of
 * the package's types, and the errors in the files and in these types. Errors in the types of Babylon.js and three.js are left out.
 */
function compile(uses: Readonly<Record<string, readonly string[]>>, settings: ts.CompilerOptions) {
  const paths = Object.entries(uses).map(([file, names]) => {
    const path = join(folder, file);
    writeFileSync(path, names.map((name, i) => `export * as entryPoint${i} from '${name}';\n`).join(''));
    return path;
  });
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    types: [],
    ...settings,
  };
  const program = ts.createProgram(paths, options);
  const ours = program
    .getSourceFiles()
    .filter(({ fileName }) => paths.includes(resolve(fileName)) || OURS.test(relative(modules(), resolve(fileName))));
  const found = [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...ours.flatMap((source) => [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ]),
  ];
  return {
    files: ours.map(({ fileName }) => relative(modules(), fileName)),
    errors: found.map(({ file, start = 0, messageText }) => {
      const message = ts.flattenDiagnosticMessageText(messageText, '\n');
      if (file === undefined) return message;
      return `${relative(folder, file.fileName)}:${file.getLineAndCharacterOfPosition(start).line + 1}: ${message}`;
    }),
  };
}

const asModules = entryPoints.map(({ name }) => name);
const asCommonJs = entryPoints.filter(({ isForCommonJs }) => isForCommonJs).map(({ name }) => name);
// Babylon.js has ES modules only. CommonJS can load these since nodenext.
const asCommonJs16 = asCommonJs.filter((name) => name !== 'slabtree/babylon');
const { Bundler, Node16, NodeNext } = ts.ModuleResolutionKind;

describe('the packed types, checked as the compiler does by default, without skipLibCheck', () => {
  test.each([
    ['a bundler', asModules, [], ts.ModuleKind.ESNext, Bundler],
    ['node16', asModules, asCommonJs16, ts.ModuleKind.Node16, Node16],
    ['nodenext', asModules, asCommonJs, ts.ModuleKind.NodeNext, NodeNext],
  ] as const)('all entry points compile as %s resolves them', (_, imported, required, module, moduleResolution) => {
    const { files, errors } = compile({ 'use.mts': imported, 'use.cts': required }, { module, moduleResolution });
    expect(errors).toEqual([]);
    const expected = [
      ...imported.map((name) => typesOf(name, '.d.ts')),
      ...required.map((name) => typesOf(name, '.d.cts')),
    ];
    expect(files).toEqual(expect.arrayContaining(expected));
  });
});

describe('the packed types hold nothing internal', () => {
  const read = (file: string) => readFileSync(join(modules(), file), 'utf8');

  test('no file of types names the inner door of a scene', () => {
    const files = Object.keys(packageFolders).flatMap((owner) =>
      readdirSync(join(modules(), owner, 'dist'))
        .filter((file) => /\.d\.c?ts$/.test(file))
        .map((file) => join(owner, 'dist', file)),
    );
    expect(files.length).toBeGreaterThan(15);
    expect(files.filter((file) => read(file).includes('INTERNALS'))).toEqual([]);
  });

  test.each(asModules)('each class in the types of %s is exported, or the base of one that is', (name) => {
    const text = read(typesOf(name, '.d.ts'));
    const classes = Array.from(text.matchAll(/^(?:export )?declare (?:abstract )?class (\w+)/gm), ([, found]) => found);
    const [exported = ''] = /^export \{.*\};$/m.exec(text) ?? [];
    const isKnown = (found: string) =>
      new RegExp(`\\b${found}\\b`).test(exported) || text.includes(` extends ${found} `);
    expect(classes.filter((found) => !isKnown(found))).toEqual([]);
  });
});
