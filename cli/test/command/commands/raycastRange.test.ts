import { describe, expect, it } from 'vitest';
import { Random } from '../../../../test/support/random';
import { BothKinds } from '../support/bothKinds';
import { folderWithScene } from '../support/folderWithScene';

function raysOf(count: number): { rays: Float64Array; csv: string } {
  const random = new Random(count);
  const rays = Float64Array.from({ length: 6 * count }, () => random.between(-60, 60));
  const lines = Array.from({ length: count }, (_, i) => `${rays.subarray(6 * i, 6 * i + 6).join()}\n`);
  return { rays, csv: lines.join('') };
}

function rayAt(rays: Float64Array, i: number) {
  const [x, y, z, dx, dy, dz] = rays.subarray(6 * i, 6 * i + 6);
  return { origin: { x, y, z }, direction: { x: dx, y: dy, z: dz } };
}

describe('slabtree raycast --any', () => {
  it('raycast --any prints whether one ray hits anything', () => {
    const folder = folderWithScene();
    const cast = (options: string) => folder.run(`raycast scene.slab --from -1,.5,.5 --any ${options}`).stdout;
    expect(cast('--direction 1,0,0')).toBe('hit\n');
    expect(cast('--direction -1,0,0')).toBe('no hit\n');
    expect(cast('--to -.5,.5,.5')).toBe('no hit\n');
    expect(cast('--to -.5,.5,.5 --t-max 2')).toBe('hit\n');
    expect(cast('--direction 1,0,0 --json')).toBe('true\n');
    expect(cast('--direction 1,0,0 --json --mask 4')).toBe('false\n');
  });

  it('raycast --any answers the rays of a CSV as the library does, from scenes and tiles, by path and by URL', async () => {
    const both = await BothKinds.open();
    const { rays, csv } = raysOf(3000);
    const options = { tMin: 0.25, tMax: 0.75, mask: 2 };
    const hits = Array.from({ length: 3000 }, (_, i) => both.scene.raycastAny(rayAt(rays, i), options));
    expect(new Set(hits).size).toBe(2);
    const lines = hits.map((isHit) => `${isHit}\n`).join('');
    const line = '- --any --t-min .25 --t-max .75 --mask 2';
    expect(await both.print('raycast', line, csv)).toBe(lines);
    expect(await both.print('raycast', line, `ox,oy,oz,dx,dy,dz\n${csv}`)).toBe(`hit\n${lines}`);
  });

  it('raycast --any answers rays of a flat binary file as those of a CSV', () => {
    const folder = folderWithScene();
    const { rays, csv } = raysOf(200);
    folder.write('rays.f64', Buffer.from(rays.buffer));
    const answers = folder.run('raycast scene.slab --any', csv);
    expect(answers.stdout.split('\n')).toHaveLength(201);
    expect(folder.run('raycast scene.slab rays.f64 --any')).toEqual(answers);
    folder.write('rays.f64', Buffer.from(rays.fill(0, 603, 606).buffer));
    const { status, stdout, stderr } = folder.run('raycast scene.slab rays.f64 --any');
    expect([status, stdout]).toEqual([1, answers.stdout.split('\n').slice(0, 100).join('\n') + '\n']);
    expect(stderr).toContain('rays.f64: ray 100: expected a direction that is not zero');
  });

  it('raycast --any rejects options of answers that it does not print', () => {
    const folder = folderWithScene();
    for (const option of ['--all', '--names', '--triangles', '-o hits.csv', '--cluster redis://127.0.0.1:1']) {
      const { status, stderr } = folder.run(`raycast scene.slab --any ${option}`, '0,0,0,1,0,0\n');
      expect(status).toBe(2);
      expect(stderr).toContain('cannot be used with');
    }
  });
});

describe('slabtree raycast --t-min and --t-max', () => {
  it('raycast hits from --t-min to --t-max, for one ray and for the rays of a CSV', async () => {
    const both = await BothKinds.open();
    const { rays, csv } = raysOf(500);
    const options = { tMin: 0.1, tMax: 0.6 };
    const { ids, ts } = both.scene.raycastMany(rays, options);
    const line = '--t-min .1 --t-max .6';
    expect(await both.print('raycast', `- ${line}`, csv)).toBe(Array.from(ids, (id, i) => `${id},${ts[i]}\n`).join(''));
    const some = ids.findIndex((id) => id >= 0);
    const { origin, direction } = rayAt(rays, some);
    const from = `--from ${Object.values(origin).join()} --direction ${Object.values(direction).join()}`;
    const hits = both.scene.raycastAll(rayAt(rays, some), options).map((hit) => both.named(hit));
    expect(await both.json('raycast', `${from} ${line} --all`)).toEqual(hits);
    expect(await both.json('raycast', `${from} ${line}`)).toEqual(hits[0]);
  });

  it('raycast takes a line in both directions with a negative --t-min', () => {
    const { stdout } = folderWithScene().run(
      'raycast scene.slab --from 3,.5,.5 --direction 1,0,0 --t-min -9 --all --json',
    );
    expect(JSON.parse(stdout)).toMatchObject([
      { id: 0, t: -3 },
      { id: 1, t: 2 },
    ]);
  });

  it('raycast rejects a --t-min beyond the end of the ray', () => {
    const folder = folderWithScene();
    for (const line of ['--from 0,0,0 --to 1,0,0 --t-min 2', '--t-min 2 --t-max 1']) {
      const { status, stderr } = folder.run(`raycast scene.slab ${line}`, '0,0,0,1,0,0\n');
      expect([status, stderr]).toEqual([2, 'error: --t-min must not be greater than the end of the ray, 1\n']);
    }
  });
});
