import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { BoxScene } from 'slabtree';
import { BoxGeometry, Group, Mesh, MeshBasicMaterial, TorusGeometry } from 'three';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entryNamesOf } from '../../entries';
import { checkTypes } from '../../test/support/checkTypes';
import { installPackage } from '../../test/support/installPackage';
import { Random } from '../../test/support/random';
import { runCommand as run } from '../../test/support/runCommand';
import { exportGltf } from './command/support/exportGltf';

const root = resolve(import.meta.dirname, '../..');
let folder = '';
let tarball = '';

beforeAll(() => {
  ({ folder, cliTarball: tarball } = installPackage());
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the packed package slabtree-cli', () => {
  const installed = () => join(folder, 'node_modules', 'slabtree-cli');

  test('the package has only built files, without source maps', () => {
    const files = readdirSync(installed(), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(installed(), join(parentPath, name)))
      // Parts that are loaded when they are needed.
      .filter((path) => !/^dist\/\w+-[A-Z\d]{8}\.js$/.test(path));
    expect(files.sort()).toEqual([
      'LICENSE',
      'README.md',
      'bin/slabtree.js',
      'dist/castThread.js',
      'dist/cluster.cjs',
      'dist/cluster.d.cts',
      'dist/cluster.d.ts',
      'dist/cluster.js',
      'dist/command.js',
      'dist/rowThread.js',
      'package.json',
    ]);
  });

  test('no file has the code of slabtree, whose core a program has once, or of another package', () => {
    const dist = join(installed(), 'dist');
    const code = readdirSync(dist)
      .filter((name) => /\.c?js$/.test(name))
      .map((name) => readFileSync(join(dist, name), 'utf8'));
    const sources = code.flatMap((text) => [...text.matchAll(/^\s*\/\/ (\S+\.[jt]s)$/gm)].map(([, path]) => path));
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.filter((path) => !path.startsWith('cli/src/'))).toEqual([]);
  });

  test.each(['await import', 'require'])(
    'the error names the packages that a cluster needs, by %s, where they are not installed',
    (load) => {
      const code = `
      const { startWorker } = ${load}('slabtree-cli/cluster');
      await startWorker({ redis: 'redis://localhost' }).catch(({ name, message }) => console.log(name, message));`;
      const begin =
        load === 'require'
          ? "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);"
          : '';
      writeFileSync(join(folder, 'cluster.mjs'), begin + code);
      const message = 'a cluster needs two more packages: npm install bullmq ioredis';
      expect(run('node', ['cluster.mjs'], folder)).toBe(`ClusterError ${message}\n`);
      const command = join('node_modules', '.bin', 'slabtree');
      const { stderr } = spawnSync(command, ['worker', '--redis', 'redis://localhost'], { cwd: folder });
      expect(stderr.toString()).toContain(message);
    },
  );

  test('classes of slabtree-cli/cluster have their own names, imported and required', () => {
    const tell = `
      const classes = Object.entries(cluster).filter(([, value]) => /^class\\b/.test(String(value)));
      console.log(classes.every(([name, value]) => value.name === name), classes.length);
    `;
    writeFileSync(join(folder, 'names.mjs'), `import * as cluster from 'slabtree-cli/cluster';${tell}`);
    writeFileSync(join(folder, 'names.cjs'), `const cluster = require('slabtree-cli/cluster');${tell}`);
    for (const program of ['names.mjs', 'names.cjs']) expect(run('node', [program], folder)).toBe('true 1\n');
  });

  test('publint finds no fault in the exports', async () => {
    const { messages, pkg } = await publint({ pkgDir: installed(), strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  test('slabtree-cli/cluster has types in every kind of TypeScript project', async () => {
    const { entrypoints, problems } = await checkTypes(tarball);
    expect(problems).toEqual([]);
    const names = entryNamesOf('slabtree-cli').map((name) => name.replace('slabtree-cli', '.'));
    expect(entrypoints).toEqual(expect.arrayContaining(names));
  });
});

describe('slabtree on the command line, of the packed packages', () => {
  const slabtree = (...args: string[]) => run('node', [join('node_modules', '.bin', 'slabtree'), ...args], folder);

  test('npx finds the command', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(run('npx', ['--offline', 'slabtree-cli', '--version'], folder)).toBe(`${version}\n`);
  });

  test('the command builds a scene from a glTF file of three.js, and answers a ray', async () => {
    const ring = new Mesh(new TorusGeometry(2, 0.5), new MeshBasicMaterial());
    ring.position.set(3, 0, 3);
    const crate = new Mesh(new BoxGeometry(2, 2, 2), new MeshBasicMaterial());
    crate.rotation.z = Math.PI / 4;
    writeFileSync(join(folder, 'world.glb'), await exportGltf(new Group().add(crate, ring), true));
    slabtree('build', 'world.glb', '-o', 'world.slab');
    expect(JSON.parse(slabtree('info', 'world.slab', '--json'))).toMatchObject({ boxes: 2, orientedBoxes: 2 });
    const hit = JSON.parse(slabtree('raycast', 'world.slab', '--from=-9,0,0', '--to', '9,0,0', '--json')) as {
      id: number;
    };
    expect(hit).toMatchObject({ id: 0, distance: expect.closeTo(9 - Math.SQRT2, 6) as number });
    expect(slabtree('split', 'world.slab', '--plane', '0,0,1,-2')).toBe('front     1\ncrossing  0\nback      1\n');
  });

  test('the command answers rays of a large CSV like the library', () => {
    const random = new Random(1);
    const coordinate = (limit: number) => Math.round(random.between(-limit, limit) * 1000) / 1000;
    const scene = new BoxScene();
    for (let i = 0; i < 10_000; i++) {
      const [x, y, z] = [coordinate(500), coordinate(500), coordinate(500)];
      scene.addAabb({ min: { x, y, z }, max: { x: x + 9, y: y + 9, z: z + 9 } });
    }
    writeFileSync(join(folder, 'boxes.slab'), scene.serialize());
    const rays = Float64Array.from({ length: 1_500_000 }, () => coordinate(500));
    const lines = Array.from({ length: 250_000 }, (_, i) => rays.subarray(6 * i, 6 * i + 6).join());
    writeFileSync(join(folder, 'rays.csv'), lines.join('\n'));

    const [input, output] = [openSync(join(folder, 'rays.csv'), 'r'), openSync(join(folder, 'hits.csv'), 'w')];
    execFileSync(join('node_modules', '.bin', 'slabtree'), ['raycast', 'boxes.slab'], {
      cwd: folder,
      stdio: [input, output, 'pipe'],
    });
    closeSync(input);
    closeSync(output);
    const { ids, ts } = scene.raycastMany(rays);
    const expected = Array.from(ids, (id, i) => `${id},${ts[i]}\n`).join('');
    // toBe would show the difference of two texts of 4 MB.
    expect(readFileSync(join(folder, 'hits.csv'), 'utf8') === expected).toBe(true);
  });
});
