import { describe, expect, it } from 'vitest';
import { Random } from '../../../../test/support/random';
import { BothKinds } from '../support/bothKinds';
import { folderWithScene } from '../support/folderWithScene';

describe('slabtree nearest with a shape', () => {
  it('nearest prints the nearest box, or no box', () => {
    const folder = folderWithScene();
    expect(folder.run('nearest scene.slab --point -1,.5,.5').stdout).toBe(
      'id        0\ndistance  1\npoint     0,0.5,0.5\n',
    );
    expect(folder.run('nearest scene.slab --point -1,.5,.5 --max-distance .5')).toEqual({
      status: 0,
      stdout: 'no box\n',
      stderr: '',
    });
    expect(folder.run('nearest scene.slab --point -1,.5,.5 --max-distance .5 --json').stdout).toBe('null\n');
    expect(folder.run('nearest scene.slab --point -1,.5,.5 --count 5').stdout).toBe(
      'id,distance,pointX,pointY,pointZ\n0,1,0,0.5,0.5\n1,6,5,0.5,0.5\n',
    );
  });

  it('nearest prints the answers of the library, from scenes and tiles, by path and by URL', async () => {
    const both = await BothKinds.open();
    const random = new Random(1);
    for (let i = 0; i < 3; i++) {
      const [x, y, z] = random.triple(-60, 60);
      const point = { x, y, z };
      const options = i === 0 ? {} : { count: 8, maxDistance: 30, mask: i, boxesOnly: i === 1 };
      const line = i === 0 ? '' : `--count 8 --max-distance 30 --mask ${i} ${i === 1 ? '--boxes-only' : ''}`;
      const found = both.scene.nearest(point, options).map((each) => both.named(each));
      expect(await both.json('nearest', `--point ${x},${y},${z} ${line}`)).toEqual(i === 0 ? found[0] : found);
      const sphere = { center: point, radius: 2 };
      expect(await both.json('nearest', `--sphere ${x},${y},${z},2 --count 3`)).toEqual(
        both.scene.nearest(sphere, { count: 3 }).map((each) => both.named(each)),
      );
    }
    expect(await both.print('nearest', '--point 0,0,0 --count 40')).toContain(',"Crate, small",');
  });

  it('nearest rejects options that contradict each other', () => {
    const folder = folderWithScene();
    for (const [line, message] of [
      ['--count 2', '--count and --json need a shape'],
      ['points.csv --point 1,2,3', 'one shape or the points'],
      ['--point 1,2,3 --threads 1', 'need a file of points'],
      ['--point 1,2,3 --format f64', 'need a file of points'],
      ['--point 1,2', 'It must be 3 numbers'],
      ['--point 1,2,3 --sphere 1,2,3,4', 'cannot be used with'],
      ['--point 1,2,3 --max-distance -1', 'It must be a number of 0 or more'],
    ]) {
      const { status, stdout, stderr } = folder.run(`nearest scene.slab ${line}`);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain(message);
    }
  });
});

describe('slabtree nearest with a CSV', () => {
  /** Points that fill several blocks. */
  function pointLines(count: number): { points: number[][]; csv: string } {
    const random = new Random(count);
    const points = Array.from({ length: count }, () => [...random.triple(-70, 70)]);
    return { points, csv: points.map((point) => `${point.join()}\n`).join('') };
  }

  it('nearest answers each point with a line, from scenes and tiles, by path and by URL', async () => {
    const both = await BothKinds.open();
    const { points, csv } = pointLines(3000);
    const near = points.map(([x, y, z]) => both.scene.nearest({ x, y, z }, { maxDistance: 9, mask: 1 }).at(0));
    expect(near).toContain(undefined);
    const lines = near.map((found) => `${found?.id ?? -1},${found?.distance ?? Infinity}\n`);
    expect(await both.print('nearest', '--max-distance 9 --mask 1', csv)).toBe(lines.join(''));
    const named = near.map((found) => {
      const name = found === undefined ? '' : (both.names.nameOf(found.id) ?? '');
      const field = /[",]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
      return `${found?.id ?? -1},${field},${found?.distance ?? Infinity},${found?.triangle ?? -1}\n`;
    });
    expect(named.join('')).toContain('"Crate, small"');
    expect(await both.print('nearest', '- --max-distance 9 --mask 1 --names --triangles', `x,y,z\n${csv}`)).toBe(
      `id,name,distance,triangle\n${named.join('')}`,
    );
  });

  it('nearest answers the points of a flat binary file as those of a CSV, and names a point that is not finite', async () => {
    const both = await BothKinds.open();
    const { points, csv } = pointLines(500);
    const expected = await both.print('nearest', '', csv);
    const f64 = Float64Array.from(points.flat());
    const f32 = Float32Array.from(points.flat());
    both.folder.write('points.f64', new Uint8Array(f64.buffer));
    both.folder.write('points.f32', new Uint8Array(f32.buffer));
    expect(await both.print('nearest', 'points.f64')).toBe(expected);
    const rounded = Array.from({ length: 500 }, (_, i) => `${f32.subarray(3 * i, 3 * i + 3).join()}\n`).join('');
    expect(await both.print('nearest', 'points.f32')).toBe(await both.print('nearest', '', rounded));
    f64[3 * 20 + 1] = NaN;
    const { status, stdout, stderr } = both.folder.run(
      'nearest city.slab - --format f64',
      new Uint8Array(f64.buffer, 0, 8 * 100),
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: expected.split('\n', 20).join('\n') + '\n' });
    expect(stderr).toBe('stdin: point 20: y must be a finite number, got NaN\n');
    expect(both.folder.run('nearest city.slab -', new Uint8Array(8)).status).toBe(1);
    expect(both.folder.run('nearest city.slab - --format f64', new Uint8Array(f64.buffer, 0, 8 * 4)).stderr).toBe(
      'stdin: it ends after 8 of the 24 bytes of point 1\n',
    );
  });

  it('nearest answers the points before a line that is not a point, and says where it is', async () => {
    const both = await BothKinds.open();
    const { points, csv } = pointLines(10);
    const expected = points.map(([x, y, z]) => {
      const [{ id, distance }] = both.scene.nearest({ x, y, z });
      return `${id},${distance}\n`;
    });
    for (const place of ['city.slab', 'city.slabs']) {
      expect(await both.run(`nearest ${place} -`, `${csv}1,2,x\n${csv}`)).toEqual({
        status: 1,
        stdout: expected.join(''),
        stderr: 'stdin:11:5: expected a number, got "x"\n',
      });
    }
  });
});
