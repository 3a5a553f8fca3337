import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Linter, type Rule } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { type EntryName, entryNames, sourceOf } from '../entries';

const root = resolve(import.meta.dirname, '..');

/** What a folder may import: see build/importOrder.js. */
interface Folder {
  imports: string[];
  types?: string[];
  rooms?: string[];
}

// ESLint reads these before anything is compiled, so they are JavaScript.
const { folders, cliFolders } = (await import(pathToFileURL(join(root, 'eslint.config.js')).href)) as {
  folders: Record<string, Folder>;
  cliFolders: Record<string, Folder>;
};
const { importFault, importOrder } = (await import(pathToFileURL(join(root, 'build/importOrder.js')).href)) as {
  importFault: (
    root: string,
    folders: Record<string, Folder>,
    file: string,
    imported: string,
    typesOnly: boolean,
  ) => string | null;
  importOrder: Rule.RuleModule;
};

/** The table of each folder of sources. */
const tables = [
  { sources: 'src', folders },
  { sources: 'cli/src', folders: cliFolders },
];

const files = tables.flatMap(({ sources }) =>
  readdirSync(join(root, sources), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(root, sources, path)),
);

/** What each file imports, types included, as its code says it. */
const imported = new Map(
  files.map((file) => {
    const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'));
    return [file, importedFiles.map(({ fileName }) => fileName)];
  }),
);

/** The files that each file imports, by their paths or by the package's name. */
const imports = new Map(
  [...imported].map(([file, specifiers]) => [
    file,
    specifiers
      .filter((specifier) => specifier.startsWith('.') || isOfPackage(specifier))
      .map((specifier) => targetOf(file, specifier)),
  ]),
);

function isOfPackage(specifier: string): boolean {
  return /^slabtree(-cli)?(\/|$)/.test(specifier);
}

/** The path of the source of an entry point. */
function sourceNamed(entryPoint: string): string {
  const names: readonly string[] = entryNames;
  if (!names.includes(entryPoint)) throw new Error(`entries.ts must have ${entryPoint}, which a source imports`);
  return sourceOf(entryPoint as EntryName);
}

function targetOf(file: string, specifier: string): string {
  if (isOfPackage(specifier)) return join(root, sourceNamed(specifier));
  const target = resolve(dirname(file), specifier.replace(/\.js$/, ''));
  return [`${target}.ts`, `${target}.tsx`, `${target}.d.ts`, join(target, 'index.ts')].find(existsSync) ?? target;
}

/** The room that a file of src/bvh or src/kernel is in; null elsewhere, and in no room. */
function roomOf(file: string): string | null {
  return /^src\/(?:bvh|kernel)\/(\w+)\//.exec(relative(root, file))?.[1] ?? null;
}

/** Which room of src/bvh or src/kernel imports from which, as `'query -> slots'`. */
function importsBetweenRooms(): Set<string> {
  const found = new Set<string>();
  for (const [file, targets] of imports) {
    const room = roomOf(file);
    for (const other of targets.map(roomOf)) {
      if (room !== null && other !== null && other !== room) found.add(`${room} -> ${other}`);
    }
  }
  return found;
}

/** What src/bvh/README.md draws: for each room, those that its arrows lead to. */
function drawing(): Map<string, Set<string>> {
  const [, text] =
    /```mermaid\nflowchart BT\n(.*?)```/s.exec(readFileSync(join(root, 'src/bvh/README.md'), 'utf8')) ?? [];
  const arrows = new Map<string, Set<string>>();
  for (const [, from, to] of text.matchAll(/^ {2}(\w+) --> (\w+)$/gm)) {
    arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
  }
  return arrows;
}

/** All that arrows lead to from one place, directly or through others. */
function reachedFrom<Place>(arrows: Map<Place, Iterable<Place>>, place: Place): Set<Place> {
  const reached = new Set<Place>();
  const visit = (from: Place): void => {
    for (const to of arrows.get(from) ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      visit(to);
    }
  };
  visit(place);
  return reached;
}

describe('the drawing of the rooms in src/bvh/README.md', () => {
  const found = importsBetweenRooms();
  const arrows = drawing();

  it('the drawing has an arrow, or a path of arrows, for every import', () => {
    expect(found.size).toBeGreaterThan(40);
    for (const each of found) {
      const [from, to] = each.split(' -> ');
      expect([...reachedFrom(arrows, from)], each).toContain(to);
    }
  });

  it('the drawing has no arrow without an import, and none against the order that ESLint checks', () => {
    // The exact tests, which the kernel has once more, stand in src/primitives for the rest.
    const order = (folders.bvh.rooms ?? []).flatMap((room) => (room === 'memory' ? [room, 'primitives'] : [room]));
    const drawn = [...arrows].flatMap(([from, targets]) => [...targets].map((to) => ({ from, to })));
    expect(new Set(drawn.flatMap(({ from, to }) => [from, to]))).toEqual(new Set(order));
    for (const { from, to } of drawn) {
      expect([...found]).toContain(`${from} -> ${to}`);
      expect(order.indexOf(to), `${from} -> ${to}`).toBeLessThan(order.indexOf(from));
    }
  });
});

describe.each(tables)('the table of $sources in eslint.config.js', ({ sources, folders }) => {
  const names = Object.keys(folders);

  it('the table has all folders, and the rooms of a folder are all of its folders', () => {
    const [folderNames, fileNames] = namesIn(sources);
    expect(new Set(names)).toEqual(new Set([...folderNames, ...fileNames]));
    for (const name of folderNames) {
      const [inside, beside] = namesIn(`${sources}/${name}`);
      const { rooms } = folders[name];
      if (rooms === undefined) continue;
      expect(
        rooms.filter((room) => !beside.has(room)),
        name,
      ).toHaveLength(inside.size);
      for (const room of inside) expect(rooms, name).toContain(room);
    }
  });

  it('a folder imports only from folders above it in the table, but for the kernel', () => {
    const upward = names.flatMap((name, place) => {
      const { imports, types = [] } = folders[name];
      return [...imports, ...types]
        .filter((other) => !other.startsWith('../'))
        .filter((other) => {
          const path = isOfPackage(other) ? relative(sources, sourceNamed(other)) : other;
          // Of the other package, everything that it exports is above.
          if (path.startsWith('..')) return false;
          const folder = path.split('/')[0].replace(/\.ts$/, '');
          expect(names, `${name} -> ${other}`).toContain(folder);
          return names.indexOf(folder) >= place;
        })
        .map((other) => `${name} -> ${other}`);
    });
    // The kernel shares the layouts, which import nothing. bvh imports the kernel only as text.
    expect(upward).toEqual(sources === 'src' ? ['kernel -> bvh/layout'] : []);
  });

  /** The folders, and the code files without their endings, in a folder. */
  function namesIn(folder: string): [folders: Set<string>, files: Set<string>] {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    return [
      new Set(entries.filter((each) => each.isDirectory()).map(({ name }) => name)),
      new Set(
        entries.filter(({ name }) => /(?<!\.d)\.tsx?$/.test(name)).map(({ name }) => basename(name, extname(name))),
      ),
    ];
  }
});

describe('imports of the sources', () => {
  it('no file imports itself through others, be it by the name of the package', () => {
    expect(imports.size).toBeGreaterThan(200);
    for (const file of files) {
      expect(reachedFrom(imports, file).has(file), relative(root, file)).toBe(false);
    }
  });

  it('the kernel, which ESLint leaves alone, keeps to the table', () => {
    const faults = [...imported].flatMap(([file, specifiers]) => {
      const path = relative(join(root, 'src'), file);
      if (!path.startsWith('kernel/')) return [];
      return specifiers
        .map((specifier) => importFault('src', folders, path, specifier, false))
        .filter((fault) => fault !== null);
    });
    expect(faults).toEqual([]);
  });

  const core = 'src/primitives src/bvh src/threads src/scene'.split(' ');

  it.each([
    ...core.flatMap((folder) => [
      [`${folder}/query/made.ts`, "import { make } from 'slabtree/three';"],
      [`${folder}/query/made.ts`, "import type { BoxScene } from 'slabtree';"],
      [`${folder}/query/made.ts`, "import { SceneIndex } from '../../babylon/sceneIndex';"],
      [`${folder}/query/made.ts`, "export * from '../../react/index';"],
    ]),
    ['src/scene/made.ts', "import { SceneIndex } from '../babylon';"],
    ['src/scene/made.ts', "const { SceneIndex } = await import('../three/sceneIndex');"],
    ['src/scene/batches/made.ts', "import { start } from '../startWorker';"],
    ['src/bvh/tree/made.ts', "import { walk } from '../query/walkRay';"],
    ['src/bvh/tree/made.ts', "import type { Walk } from '../query/walkRay';"],
    ['src/bvh/tree/made.ts', "let walk: import('../query/walkRay').Walk;"],
    ['src/three/made.ts', "import { castRay } from '../bvh/query/raycast';"],
    ['src/three/made.ts', "import { make } from '../babylon/sceneIndex';"],
    ['src/three/rays/made.ts', "import { SceneIndex } from '../sceneIndex';"],
    ['src/react/made.ts', "import { SceneIndex } from '../three/sceneIndex';"],
    ['src/tiles/made.ts', "import { SlabtreeFormatError } from '../bvh/file/slabtreeFormatError';"],
    ['src/made/made.ts', "import { BoxScene } from 'slabtree';"],
    ['src/workers/made.ts', "import { castOnCluster } from 'slabtree-cli/cluster';"],
    ['cli/src/cluster/made.ts', "import { readVec3 } from '../../../src/primitives/shapes/vec3';"],
    ['cli/src/cluster/caller/made.ts', "import { startWorker } from '../worker/startWorker';"],
    ['cli/src/command/made.ts', "import { castOnCluster } from '../cluster/caller/castOnCluster';"],
  ])('in %s, this is an error: %s', (file, code) => {
    expect(reports(file, code)).toHaveLength(1);
  });

  it.each([
    ['src/scene/made.ts', "import { walk } from '../bvh/query/walkRay';"],
    ['src/scene/threads/made.ts', "import { cast } from '../batches/castRun';"],
    ['src/bvh/query/made.ts', "import { bounds } from '../tree/bounds';"],
    ['src/bvh/tiles/made.ts', "import { bounds } from '../tree/bounds';"],
    ['src/three/made.ts', "import type { Walk } from '../bvh/query/walkRay';"],
    ['src/three/made.ts', "import { Mesh } from 'three';"],
    ['src/react/made.ts', "import { SceneIndex } from 'slabtree/three';"],
    ['cli/src/command/made.ts', "import { castOnCluster } from 'slabtree-cli/cluster';"],
    ['cli/src/command/rays/made.ts', "import { mapInOrder } from '../../mapInOrder';"],
  ])('in %s, this is allowed: %s', (file, code) => {
    expect(reports(file, code)).toEqual([]);
  });

  /** What the rule of ESLint reports about a file with this code. */
  function reports(file: string, code: string): string[] {
    const { sources, folders } = tables[file.startsWith('src/') ? 0 : 1];
    const config: Linter.Config = {
      files: ['**/*.ts'],
      languageOptions: { parser: tseslint.parser },
      plugins: { imports: { rules: { order: importOrder } } },
      rules: { 'imports/order': ['error', { root: sources, folders }] },
    };
    return new Linter({ cwd: root }).verify(code, [config], join(root, file)).map(({ message }) => message);
  }
});
