import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entryNames, entryNamesOf, sourceOf } from '../entries';
import { checkTypes } from './support/checkTypes';
import { docExamples } from './support/docExamples';
import { csvFilesOf, programsOf } from './support/docPrograms';
import { gzippedSize } from './support/gzippedSize';
import { installPackage } from './support/installPackage';
import { publicDocs } from './support/publicDocs';
import { componentsOf, snippetsAsProgram } from './support/readmeSnippets';
import { runCommand as run } from './support/runCommand';
import { snippetsApart } from './support/snippetsApart';

const root = resolve(import.meta.dirname, '..');
const bin = join(root, 'node_modules', '.bin');
let folder = '';
let tarball = '';

/** All expressions of a program that raise a number to a power. */
function powersIn(code: string): string[] {
  const program = ts.createSourceFile('program.js', code, ts.ScriptTarget.ES2022);
  const powers: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken) {
      powers.push(node.getText(program));
    }
    ts.forEachChild(node, visit);
  };
  visit(program);
  return powers;
}

beforeAll(() => {
  ({ folder, tarball } = installPackage());
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the packed package', () => {
  const use = `
    const scene = new BoxScene();
    scene.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } });
    const hit = scene.raycast({ origin: { x: 0.5, y: 0.5, z: -2 }, direction: { x: 0, y: 0, z: 1 } });
    console.log(hit.t, scene.backend);
  `;

  test('slabtree can be imported as an ES module', () => {
    writeFileSync(join(folder, 'use.mjs'), `import { BoxScene } from 'slabtree';${use}`);
    expect(run('node', ['use.mjs'], folder)).toBe('2 wasm\n');
  });

  test('slabtree can be required as a CommonJS module', () => {
    writeFileSync(join(folder, 'use.cjs'), `const { BoxScene } = require('slabtree');${use}`);
    expect(run('node', ['use.cjs'], folder)).toBe('2 wasm\n');
  });

  test('the package has only built files and documents, and the kernel has no file of its own', () => {
    const files = readdirSync(join(folder, 'node_modules', 'slabtree'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(join(folder, 'node_modules', 'slabtree'), join(parentPath, name)));
    expect(files.sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/THIRD-PARTY.txt',
      'dist/babylon.cjs',
      'dist/babylon.d.cts',
      'dist/babylon.d.ts',
      'dist/babylon.js',
      'dist/character.cjs',
      'dist/character.d.cts',
      'dist/character.d.ts',
      'dist/character.js',
      'dist/index.cjs',
      'dist/index.d.cts',
      'dist/index.d.ts',
      'dist/index.js',
      'dist/react.cjs',
      'dist/react.d.cts',
      'dist/react.d.ts',
      'dist/react.js',
      'dist/startWorker.js',
      'dist/three.cjs',
      'dist/three.d.cts',
      'dist/three.d.ts',
      'dist/three.js',
      'dist/tile-writer.cjs',
      'dist/tile-writer.d.cts',
      'dist/tile-writer.d.ts',
      'dist/tile-writer.js',
      'dist/tileThread.js',
      'dist/tiles.cjs',
      'dist/tiles.d.cts',
      'dist/tiles.d.ts',
      'dist/tiles.js',
      'dist/worker.d.ts',
      'dist/worker.js',
      'dist/workers.cjs',
      'dist/workers.d.cts',
      'dist/workers.d.ts',
      'dist/workers.js',
      'docs/babylon.md',
      'docs/between-meshes.md',
      'docs/characters.md',
      'docs/cluster.md',
      'docs/command-line.md',
      'docs/exactness.md',
      'docs/faq.md',
      'docs/format.md',
      'docs/frameworks.md',
      'docs/guide.md',
      'docs/limits.md',
      'docs/meshes.md',
      'docs/node.md',
      'docs/performance.md',
      'docs/queries.md',
      'docs/react-three-fiber.md',
      'docs/recipes.md',
      'docs/security.md',
      'docs/shapes.md',
      'docs/sharing.md',
      'docs/start.md',
      'docs/threads.md',
      'docs/three.md',
      'docs/tiles.md',
      'package.json',
    ]);
  });

  test.each([
    'index.js',
    'index.cjs',
    'three.js',
    'three.cjs',
    'babylon.js',
    'babylon.cjs',
    'react.js',
    'react.cjs',
    'character.js',
    'character.cjs',
    'workers.js',
    'workers.cjs',
    'tiles.js',
    'tiles.cjs',
    'worker.js',
  ])('the file %s has no power that the engine would round', (file) => {
    const code = readFileSync(join(folder, 'node_modules', 'slabtree', 'dist', file), 'utf8');
    expect(powersIn(code)).toEqual([]);
  });

  test('the package has no source maps, and no file looks for one', () => {
    const dist = join(folder, 'node_modules', 'slabtree', 'dist');
    const files = readdirSync(dist);
    expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
    const looking = files.filter((file) => readFileSync(join(dist, file), 'utf8').includes('//# sourceMappingURL='));
    expect(looking).toEqual([]);
  });

  test('classes have their own names on a console, imported and required', () => {
    const entries = ['slabtree', 'slabtree/workers', 'slabtree/tiles', 'slabtree/tile-writer'];
    const tell = `
      const classes = modules.flatMap(Object.entries).filter(([, value]) => /^class\\b/.test(String(value)));
      console.log(classes.every(([name, value]) => value.name === name), classes.length, new BoxScene());
    `;
    const imports = entries.map((entry, i) => `import * as module${i} from '${entry}';`).join('\n');
    const modules = `const modules = [${entries.map((_, i) => `module${i}`).join()}];`;
    writeFileSync(join(folder, 'names.mjs'), `${imports}${modules}const { BoxScene } = module0;${tell}`);
    const requires = `const modules = ${JSON.stringify(entries)}.map(require);`;
    writeFileSync(join(folder, 'names.cjs'), `${requires}const { BoxScene } = modules[0];${tell}`);
    for (const program of ['names.mjs', 'names.cjs']) {
      expect(run('node', [program], folder)).toMatch(/^true 9 BoxScene \{\s+size: 0,\s+meshes: 0,\s+backend: 'wasm'/);
    }
  });

  test('the package has no dependencies at run time', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>;
    expect(manifest).not.toHaveProperty('dependencies');
  });

  test('publint finds no fault in the exports', async () => {
    const { messages, pkg } = await publint({
      pkgDir: join(folder, 'node_modules', 'slabtree'),
      strict: true,
      pack: false,
    });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test('all entry points have types in every kind of TypeScript project', async () => {
    const { entrypoints, problems } = await checkTypes(tarball);
    // The threads' script is a module only. CommonJS asks where it is (`require.resolve`), and does not load it.
    const ofScript = { kind: 'CJSResolvesToESM', entrypoint: './worker', resolutionKind: 'node16-cjs' };
    expect(problems).toEqual([ofScript]);
    const names = entryNamesOf('slabtree').map((name) => name.replace('slabtree', '.'));
    expect(entrypoints).toEqual(expect.arrayContaining([...names, './worker']));
  });

  test("the threads' script stays if it is imported without a name", async () => {
    const script = readFileSync(join(folder, 'node_modules', 'slabtree', 'dist', 'worker.js'));
    expect(await gzippedSize(`import 'slabtree/worker';`, folder)).toBeGreaterThan(0.5 * gzipSync(script).length);
  });

  test('the types do not need the types of a page or of Node', () => {
    const uses = ['slabtree', 'slabtree/character', 'slabtree/workers', 'slabtree/tiles'].map(
      (name) => `export * from '${name}';\n`,
    );
    writeFileSync(join(folder, 'useTypes.mts'), uses.join(''));
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022', '--module', 'nodenext'];
    // No types except those that are imported.
    run(join(bin, 'tsc'), [...options, '--typeRoots', 'none', 'useTypes.mts'], folder);
  });
});

describe('slabtree/three in the packed package', () => {
  const use = `
    const root = new Group().add(new Mesh(new BoxGeometry(2, 2, 2)));
    const index = SceneIndex.from(root);
    const hit = index.raycast(new Raycaster(new Vector3(0, 0, 5), new Vector3(0, 0, -1)));
    console.log(hit.distance, index.boxes.backend, index.boxes instanceof BoxScene, hit.object === root.children[0]);
    console.log(index.constructor.name, VisibleInstances.name, SceneIndexHelper.name);
  `;

  test('slabtree/three needs three only if it is used', () => {
    expect(readdirSync(join(folder, 'node_modules'))).not.toContain('three');
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>;
    expect(manifest).toMatchObject({
      peerDependencies: { three: '>=0.170.0' },
      peerDependenciesMeta: { three: { optional: true } },
    });
  });

  describe('slabtree/three beside three', () => {
    beforeAll(() => {
      symlinkSync(join(root, 'node_modules', 'three'), join(folder, 'node_modules', 'three'));
    });

    afterAll(() => {
      rmSync(join(folder, 'node_modules', 'three'));
    });

    test('slabtree/three can be imported as an ES module, and shares its core with slabtree', () => {
      const imports = `
        import { BoxGeometry, Group, Mesh, Raycaster, Vector3 } from 'three';
        import { BoxScene } from 'slabtree';
        import { SceneIndex, SceneIndexHelper, VisibleInstances } from 'slabtree/three';
      `;
      writeFileSync(join(folder, 'useThree.mjs'), imports + use);
      expect(run('node', ['useThree.mjs'], folder)).toBe(
        '4 wasm true true\nSceneIndex VisibleInstances SceneIndexHelper\n',
      );
    });

    test('slabtree/three can be required as a CommonJS module, and shares its core with slabtree', () => {
      const imports = `
        const { BoxGeometry, Group, Mesh, Raycaster, Vector3 } = require('three');
        const { BoxScene } = require('slabtree');
        const { SceneIndex, SceneIndexHelper, VisibleInstances } = require('slabtree/three');
      `;
      writeFileSync(join(folder, 'useThree.cjs'), imports + use);
      expect(run('node', ['useThree.cjs'], folder)).toBe(
        '4 wasm true true\nSceneIndex VisibleInstances SceneIndexHelper\n',
      );
    });

    test('slabtree/three loads nothing if nothing of it is used, not even three and slabtree', async () => {
      const nothing = await gzippedSize('', folder);
      expect(await gzippedSize(`import { SceneIndex } from 'slabtree/three';`, folder)).toBe(nothing);
      expect(await gzippedSize(`import {} from 'slabtree/three';`, folder)).toBe(nothing);
    });
  });
});

describe('slabtree/workers in the packed package', () => {
  const use = `
    const scene = new BoxScene({ shared: true });
    scene.addAabb({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } });
    RaycastPool.create(scene, { threads: 1 }).then(async (pool) => {
      const { ids, ts } = await pool.raycastMany(Float64Array.of(0.5, 0.5, -2, 0, 0, 1));
      const built = await BoxScene.buildAsync(Float64Array.of(0, 0, 0, 1, 1, 1));
      console.log(pool.threads, ids[0], ts[0], built.size);
    });
  `;

  test('slabtree/workers can be imported as an ES module, and finds the script of its threads', () => {
    const imports = `import { BoxScene } from 'slabtree'; import { RaycastPool } from 'slabtree/workers';`;
    writeFileSync(join(folder, 'useWorkers.mjs'), imports + use);
    expect(run('node', ['useWorkers.mjs'], folder)).toBe('1 0 2 1\n');
  });

  test('slabtree/workers can be required as a CommonJS module, and finds the script of its threads', () => {
    const imports = `const { BoxScene } = require('slabtree'); const { RaycastPool } = require('slabtree/workers');`;
    writeFileSync(join(folder, 'useWorkers.cjs'), imports + use);
    expect(run('node', ['useWorkers.cjs'], folder)).toBe('1 0 2 1\n');
  });
});

describe('slabtree/tiles in the packed package', () => {
  const use = `
    const bytes = { read: () => Promise.resolve(new Uint8Array(192)) };
    TiledScene.open(bytes).catch((error) => {
      console.log(error instanceof SlabtreeFormatError, error.message);
    });
  `;
  const said = 'true this is not a readable file of tiles: it does not begin like one\n';

  test('slabtree/tiles can be imported as an ES module, and shares its errors with slabtree', () => {
    const imports = `import { SlabtreeFormatError } from 'slabtree'; import { TiledScene } from 'slabtree/tiles';`;
    writeFileSync(join(folder, 'useTiles.mjs'), imports + use);
    expect(run('node', ['useTiles.mjs'], folder)).toBe(said);
  });

  test('slabtree/tiles can be required as a CommonJS module, and shares its errors with slabtree', () => {
    const imports = `const { SlabtreeFormatError } = require('slabtree'); const { TiledScene } = require('slabtree/tiles');`;
    writeFileSync(join(folder, 'useTiles.cjs'), imports + use);
    expect(run('node', ['useTiles.cjs'], folder)).toBe(said);
  });
});

describe('snippets of the documents', () => {
  /**
   * Returns the examples in the docstrings as files, and for each entry point a program that runs its examples. The examples of
   * slabtree-cli/cluster need a Redis, and components of React need a page: these are compiled only.
   */
  function examples(): [name: string, code: string][] {
    const core = publicDocs(join(root, sourceOf('slabtree')));
    return entryNames.flatMap((entryPoint) => {
      const docs = publicDocs(join(root, sourceOf(entryPoint)));
      const files = docExamples(docs, { slabtree: core, [entryPoint]: docs }).map((example) => {
        const name = `${entryPoint}.${example.name}`.replaceAll(/[^\w.-]/g, '-');
        return { ...example, name, file: `examples/${name}.${example.isComponent ? 'tsx' : 'mts'}` };
      });
      const runs = files
        .filter(({ isComponent }) => !isComponent && entryPoint !== 'slabtree-cli/cluster')
        .map(({ name }) => `await import('./${name}.mjs').catch((error: unknown) => console.log('${name}', error));`);
      const program = [...runs, 'process.exit();'].join('\n');
      return [
        ...files.map(({ file, code }): [string, string] => [file, code]),
        [`examples/${entryPoint.replace('/', '-')}.mts`, program],
      ];
    });
  }

  /** The page around the README's first snippet. The pointer is pressed, and one frame is drawn. */
  const page = `
    import * as THREE from 'three';
    const scene = new THREE.Scene();
    const tower = new THREE.Mesh(new THREE.BoxGeometry());
    tower.name = 'Tower';
    scene.add(tower);
    const camera = new THREE.PerspectiveCamera();
    camera.position.z = 5;
    camera.updateMatrixWorld();
    interface Pointer { clientX: number; clientY: number }
    const domElement = {
      addEventListener: (type: string, listen: (event: Pointer) => void) => {
        if (type === 'pointerdown') listen({ clientX: 50, clientY: 50 });
      },
      getBoundingClientRect: () => ({ left: 0, top: 0, width: 100, height: 100 }),
    };
    const frames: string[] = [];
    const renderer = {
      domElement,
      setAnimationLoop: (draw: () => void) => { draw(); },
      render: (drawn: THREE.Scene, from: THREE.Camera) => { frames.push(drawn.type, from.type); },
    };
  `;

  /** The documents whose snippets are one program each, by the name of that program. */
  const documents = new Map([
    ...[
      'exactness',
      'faq',
      'guide',
      'meshes',
      'shapes',
      'queries',
      'characters',
      'node',
      'three',
      'babylon',
      'tiles',
    ].map((name) => [name, `docs/${name}.md`] as const),
    ...readdirSync(join(root, 'docs/coming-from')).map(
      (file) => [`from-${basename(file, '.md')}`, `docs/coming-from/${file}`] as const,
    ),
  ]);

  const apart = snippetsApart((name) => readFileSync(join(root, `docs/${name}.md`), 'utf8'));

  /** The script of the threads in the examples of `TaskPool`. */
  const sumScript = `
    import { serveTasks } from 'slabtree/workers';
    serveTasks(({ factor }) => ({ sum: (numbers) => factor * numbers.reduce((a, b) => a + b, 0) }));
  `;

  /** What the snippets import beside slabtree. The pages about other packages compare their answers with slabtree's. */
  const imported = [
    '@babylonjs/core',
    '@dimforge/rapier3d-simd-compat',
    '@react-three/fiber',
    '@rollup/plugin-node-resolve',
    '@types/node',
    '@types/react',
    '@types/three',
    'bvh.js',
    'esbuild',
    'react',
    'three',
    'three-mesh-bvh',
  ];

  beforeAll(() => {
    for (const name of imported) {
      const link = join(folder, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(root, 'node_modules', name), link);
    }
    const read = (path: string) => readFileSync(join(root, path), 'utf8');
    const readme = `${snippetsAsProgram(read('README.md'), page)}\nconsole.log(frames.join());`;
    const programs = [...documents].map(([name, path]): [string, string] => [
      `${name}.mts`,
      snippetsAsProgram(read(path)),
    ]);
    const components = ['docs/start.md', 'docs/react-three-fiber.md', 'docs/recipes.md']
      .flatMap((path) => componentsOf(read(path)))
      .map((code, i): [string, string] => [`react${i}.tsx`, code]);
    mkdirSync(join(folder, 'examples'));
    const alone = apart.map(({ name, code }) => [`${name}.mts`, code]);
    const files = [['readme.mts', readme], ...programs, ...alone, ...components, ...examples()];
    for (const [name, code] of files) writeFileSync(join(folder, name), code);
    writeFileSync(join(folder, 'examples', 'sum.js'), sumScript);
    const options = [
      '--strict',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--skipLibCheck',
      '--jsx',
      'react-jsx',
      '--types',
      'node',
    ];
    // All at once: reading the types takes most of the time.
    run(join(bin, 'tsc'), [...options, ...files.map(([name]) => name)], folder);
  });

  test('the snippets of the README compile against the packed types, and print the object under the pointer', () => {
    expect(run('node', ['readme.mjs'], folder)).toMatch(/^Tower undefined .*z: 0\.5 \}\nScene,PerspectiveCamera\n$/s);
  });

  const pages = ['docs/start.md', 'docs/recipes.md'].map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }));

  test.each(pages.flatMap(({ path, text }) => programsOf(text).map((program) => ({ path, text, ...program }))))(
    'the program $name of $path prints what the page says',
    ({ text, name, code, printed }) => {
      for (const [file, content] of csvFilesOf(text)) writeFileSync(join(folder, file), content);
      writeFileSync(join(folder, name), code);
      expect(run('node', [name], folder)).toBe(printed);
    },
  );

  test.each([...documents].map(([name, path]) => ({ name, path })))(
    'the snippets of $path compile against the packed types, run, and give the stated values',
    ({ name }) => {
      run('node', [`${name}.mjs`], folder);
    },
  );

  test.each(apart.filter(({ runs }) => runs))(
    'the snippet $name compiles against the packed types, and runs',
    ({ name }) => {
      run('node', [`${name}.mjs`], folder);
    },
  );

  test.each(['slabtree', 'three', 'babylon', 'character', 'workers', 'tiles', 'tile-writer'])(
    'the examples in the docstrings of %s compile against the packed types, run, and give the stated values',
    (entryPoint) => {
      const name = entryPoint === 'slabtree' ? entryPoint : `slabtree-${entryPoint}`;
      const output = run('node', [`${name}.mjs`], join(folder, 'examples'));
      expect(output.replaceAll(/^(?:[\d.]+ %|BJS - .*)\n/gm, '')).toBe('');
    },
  );
});
