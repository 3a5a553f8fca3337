import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { BoxScene } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../../test/support/random';
import { Folder, program } from '../support/command';

const COUNT = 2000;

/** A folder with city.slab and the same boxes as tiles in city.slabs, and rays that are float32 numbers. */
function folderWithRays(): { folder: Folder; rays: Float64Array } {
  const folder = new Folder();
  const random = new Random(36);
  const boxes = Array.from({ length: 500 }, () => {
    const min = random.triple(-50, 50);
    return `${[...min, ...min.map((coordinate) => coordinate + 5)].join()}\n`;
  });
  folder.write('boxes.csv', boxes.join(''));
  expect(folder.run('build boxes.csv -o city.slab').status).toBe(0);
  expect(folder.run('build --tiles boxes.csv -o city.slabs --boxes-per-tile 40').status).toBe(0);
  const rays = Float64Array.from({ length: 6 * COUNT }, () => Math.fround(random.between(-60, 60)));
  folder.write('rays.f64', new Uint8Array(rays.buffer));
  folder.write('rays.f32', new Uint8Array(Float32Array.from(rays).buffer));
  return { folder, rays };
}

function numbersIn(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 8 }, (_, i) => bytes.readDoubleLE(8 * i));
}

describe('slabtree raycast with flat binary files', () => {
  it.each(['city.slab', 'city.slabs'])('raycast of %s reads flat rays and writes flat hits', (path) => {
    const { folder, rays } = folderWithRays();
    const scene = BoxScene.deserialize(folder.read('city.slab'));
    const { ids, ts, triangles, us, vs } = scene.raycastMany(rays, { triangles: true });
    expect(ids.some((id) => id >= 0)).toBe(true);
    const csv = Array.from(ids, (id, i) => `${id},${ts[i]}\n`).join('');
    expect(folder.run(`raycast ${path} rays.f64`)).toEqual({ status: 0, stdout: csv, stderr: '' });
    expect(folder.run(`raycast ${path} rays.f32`).stdout).toBe(csv);
    expect(folder.run(`raycast ${path} --format f32`, folder.read('rays.f32')).stdout).toBe(csv);

    const pairs = Array.from(ids, (id, i) => [id, ts[i]]).flat();
    expect(folder.run(`raycast ${path} rays.f32 -o hits.F64`)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(numbersIn(folder.read('hits.F64'))).toEqual(pairs);
    const printed = folder.runForBytes(`raycast ${path} --format f64 --output-format f64`, folder.read('rays.f64'));
    expect(numbersIn(printed.stdout)).toEqual(pairs);
    folder.run(`raycast ${path} rays.f32 -o hits.csv --output-format f64 --triangles`);
    const fives = Array.from(ids, (id, i) => [id, ts[i], triangles[i], us[i], vs[i]]).flat();
    expect(numbersIn(folder.read('hits.csv'))).toEqual(fives);
  });

  it.each(['city.slab', 'city.slabs'])('an old file of hits stays until all rays at %s are answered', (path) => {
    const { folder } = folderWithRays();
    folder.write('good.csv', '0,0,90,0,0,1\n');
    folder.write('bad.csv', '0,0,90,0,0,1\n1,2,3,4,5,x\n');
    folder.write('hits.csv', 'hits of an earlier cast');
    const files = readdirSync(folder.path);
    const fails = (line: string, stderr: string): void => {
      expect(folder.run(line)).toEqual({ status: 1, stdout: '', stderr });
      expect(folder.read('hits.csv').toString()).toBe('hits of an earlier cast');
      expect(readdirSync(folder.path)).toEqual(files);
    };
    fails(`raycast ${path} none.csv -o hits.csv`, 'none.csv: no such file or directory\n');
    fails('raycast none.slab good.csv -o hits.csv', 'none.slab: no such file or directory\n');
    fails(`raycast ${path} bad.csv -o hits.csv`, 'bad.csv:2:11: expected a number, got "x"\n');
    // What is no file has no old hits to keep: the answers before the invalid ray are written.
    expect(folder.run(`raycast ${path} bad.csv -o /dev/stdout`).stdout).toBe('-1,Infinity\n');
    expect(folder.run(`raycast ${path} good.csv -o hits.csv`)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(folder.read('hits.csv').toString()).toBe('-1,Infinity\n');
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'an old file of hits stays, and nothing beside it, if %s ends a cast that waits for rays',
    async (signal, status) => {
      const { folder } = folderWithRays();
      folder.write('hits.csv', 'hits of an earlier cast');
      const files = readdirSync(folder.path);
      const given = [program, 'raycast', 'city.slab', '-', '-o', 'hits.csv'];
      const cast = spawn(process.execPath, given, { cwd: folder.path });
      const ended = once(cast, 'exit');
      cast.stdin.write('0,0,90,0,0,1\n');
      const partial = () => readdirSync(folder.path).find((name) => name.endsWith('.partial'));
      const size = () => statSync(join(folder.path, partial() ?? '')).size;
      while (cast.exitCode === null && (partial() === undefined || size() === 0)) await after(20);
      cast.kill(signal);
      expect(await ended).toEqual([status, null]);
      expect(folder.read('hits.csv').toString()).toBe('hits of an earlier cast');
      expect(readdirSync(folder.path)).toEqual(files);
    },
  );

  it.each([
    ['NaN', [1, 2, NaN, 4, 5, 6], 'origin z must be a finite number, got NaN'],
    ['an infinite number', [1, 2, 3, -Infinity, 5, 6], 'direction x must be a finite number, got -Infinity'],
    ['a direction of zeros', [1, 2, 3, 0, -0, 0], 'expected a direction that is not zero, got 0,0,0'],
  ])('a flat ray with %s is rejected by its number, after the answers to the rays before it', (_, ray, problem) => {
    const { folder } = folderWithRays();
    const rays = Float64Array.from([...[0, 0, 90, 0, 0, 1], ...ray, ...[0, 0, 90, 0, 0, 1]]);
    folder.write('bad.f64', new Uint8Array(rays.buffer));
    for (const path of ['city.slab', 'city.slabs']) {
      expect(folder.run(`raycast ${path} bad.f64`)).toEqual({
        status: 1,
        stdout: '-1,Infinity\n',
        stderr: `bad.f64: ray 1: ${problem}\n`,
      });
    }
  });

  it('a flat file that ends in the middle of a ray is rejected, after the answers to the whole rays', () => {
    const { folder } = folderWithRays();
    const bytes = folder.read('rays.f32').subarray(0, 24 * 3 + 7);
    const { status, stdout, stderr } = folder.run('raycast city.slab --format f32', bytes);
    expect([status, stdout.split('\n').length - 1]).toEqual([1, 3]);
    expect(stderr).toBe('stdin: it ends after 7 of the 24 bytes of ray 3\n');
    folder.write('empty.f64', '');
    expect(folder.run('raycast city.slab empty.f64')).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('raycast does not replace the file that it reads, and flat hits have no names', () => {
    const { folder } = folderWithRays();
    const fails = (line: string, status: number, problem: string): void => {
      expect(folder.run(line)).toMatchObject({
        status,
        stdout: '',
        stderr: expect.stringContaining(problem) as string,
      });
    };
    const rays = folder.read('rays.f64');
    fails('raycast city.slab rays.f64 -o rays.f64', 1, 'rays.f64: the hits would replace the file that is read');
    fails('raycast city.slab rays.f64 -o city.slab', 1, 'city.slab: the hits would replace the file that is read');
    expect(folder.read('rays.f64').equals(rays)).toBe(true);
    fails('raycast city.slab rays.f64 -o none/hits.csv', 1, "none/hits.csv: the folder 'none' does not exist");
    fails('raycast city.slab rays.f64 -o hits.f64 --names', 2, '--names needs hits in a CSV');
    fails('raycast city.slab --from 0,0,0 --to 1,1,1 -o hits.csv', 2, "cannot be used with option '--from");
  });
});
