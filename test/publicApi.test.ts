import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type PublicName, publicNames } from './support/publicApi';
import { babylonCalls } from './babylon/support/babylonCalls';
import { characterCalls } from './character/support/characterCalls';
import { changeCalls, makingCalls, primitiveCalls, queryCalls } from './support/publicCalls';
import { indexCalls } from './support/three/indexCalls';
import { writerCalls, writerMakingCalls } from './tileWriter/support/writerCalls';
import { openingCalls, tiledCalls } from './tiles/support/tiledCalls';
import { poolCalls, poolMakingCalls, taskPoolCalls, taskPoolMakingCalls } from './workers/support/poolCalls';

const root = resolve(import.meta.dirname, '..');

type Call = readonly [name: string, ...unknown[]];

/** The functions that are called, by the first words of their names: `raycast with options` is one of `BoxScene.raycast`. */
const called = (calls: readonly Call[], owner = '') =>
  calls.map(([name]) => owner + (/^(?:new )?[\w.]+/.exec(name)?.[0] ?? name));

/** Each entry point: its source, the pages that describe it, and where its functions are called with hostile arguments. */
const entryPoints = [
  {
    entryPoint: 'slabtree',
    source: 'src/index.ts',
    pages: ['guide', 'meshes', 'shapes', 'format', 'sharing', 'threads', 'limits'],
    calls: {
      file: 'test/support/publicCalls.ts',
      names: [...called([...primitiveCalls, ...makingCalls]), ...called([...queryCalls, ...changeCalls], 'BoxScene.')],
    },
  },
  {
    entryPoint: 'slabtree/three',
    source: 'src/three/index.ts',
    pages: ['three'],
    calls: { file: 'test/support/three/indexCalls.ts', names: called(indexCalls) },
  },
  {
    entryPoint: 'slabtree/babylon',
    source: 'src/babylon/index.ts',
    pages: ['babylon'],
    calls: { file: 'test/babylon/support/babylonCalls.ts', names: called(babylonCalls) },
  },
  // Components and hooks: their props are in test/react.
  { entryPoint: 'slabtree/react', source: 'src/react/index.ts', pages: ['react-three-fiber'], calls: null },
  {
    entryPoint: 'slabtree/character',
    source: 'src/character/index.ts',
    pages: ['characters'],
    calls: { file: 'test/character/support/characterCalls.ts', names: called(characterCalls) },
  },
  {
    entryPoint: 'slabtree/workers',
    source: 'src/workers/index.ts',
    pages: ['threads'],
    calls: {
      file: 'test/workers/support/poolCalls.ts',
      names: [
        ...called([...poolMakingCalls, ...taskPoolMakingCalls]),
        ...called(poolCalls, 'RaycastPool.'),
        ...called(taskPoolCalls, 'TaskPool.'),
      ],
    },
  },
  {
    entryPoint: 'slabtree/tiles',
    source: 'src/tiles/index.ts',
    pages: ['tiles'],
    calls: {
      file: 'test/tiles/support/tiledCalls.ts',
      names: [...called(openingCalls), ...called(tiledCalls, 'TiledScene.')],
    },
  },
  {
    entryPoint: 'slabtree/tile-writer',
    source: 'src/tileWriter/index.ts',
    pages: ['tiles'],
    calls: {
      file: 'test/tileWriter/support/writerCalls.ts',
      names: [...called(writerMakingCalls), ...called(writerCalls, 'TileWriter.')],
    },
  },
  // Nothing of it can be called without a Redis: see cli/test/cluster/arguments.test.ts.
  { entryPoint: 'slabtree-cli/cluster', source: 'cli/src/cluster/index.ts', pages: ['cluster'], calls: null },
];

/** What the code of a Markdown text names, in `spans` and in blocks. */
class NamesInCode {
  readonly #words: Set<string>;
  readonly #members: Set<string>;

  constructor(markdown: string) {
    const code = (markdown.match(/^```.*?^```|`[^`\n]+`/gms) ?? []).join('\n');
    this.#words = new Set(code.match(/[\p{L}\p{N}_$]+/gu));
    this.#members = new Set(code.match(/(?<=[.`])[\p{L}\p{N}_$]+/gu));
  }

  /** A member's name is often a common word. It counts after a point, or as the first word of a span. */
  has({ name, word }: PublicName): boolean {
    return (name.includes('.') ? this.#members : this.#words).has(word);
  }
}

/** Fails with a line for each name that is missing, which says what to do. */
function expectNone(missing: readonly PublicName[], what: string): void {
  expect(missing.map(({ name }) => `${name} ${what}`).join('\n')).toBe('');
}

const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** The changelog, and the changes that the next version adds to it. */
const changes = readdirSync(join(root, '.changeset')).filter((name) => name.endsWith('.md'));
const changelog = new NamesInCode(
  ['CHANGELOG.md', ...changes.map((name) => `.changeset/${name}`)].map(read).join('\n'),
);

describe.each(entryPoints)('exports of $entryPoint', ({ source, pages, calls }) => {
  const names = publicNames(join(root, source));
  const files = pages.map((page) => `docs/${page}.md`);

  if (calls !== null) {
    it('every export that takes arguments is called with hostile ones', () => {
      const missing = names.filter(({ name, takesArguments }) => takesArguments && !calls.names.includes(name));
      expectNone(missing, `has no call in ${calls.file}: add one, which the tests make with hostile arguments`);
    });
  }

  it('every export is described in docs', () => {
    const described = new NamesInCode(files.map(read).join('\n'));
    const missing = names.filter((each) => !described.has(each));
    expectNone(missing, `is not named, as \`code\`, in ${files.join(' or ')}: say there what it does`);
  });

  it('every exported function and class is in CHANGELOG.md', () => {
    const missing = names.filter((each) => each.kind !== 'property' && !changelog.has(each));
    expectNone(missing, 'is not named, as `code`, in CHANGELOG.md: say there that it is new');
  });
});

it('every query of BoxScene is one of TiledScene, or docs/tiles.md says that it is missing', () => {
  const tiled = new Set(publicNames(join(root, 'src/tiles/index.ts')).map(({ name }) => name));
  const [missing = ''] = /^- These queries of `BoxScene` are missing.*$/m.exec(read('docs/tiles.md')) ?? [];
  const queries = new Set(called(queryCalls));
  expect(queries.size).toBeGreaterThan(15);
  const forgotten = [...queries].filter((name) => tiled.has(`TiledScene.${name}`) === missing.includes(`\`${name}\``));
  expect(forgotten).toEqual([]);
});
