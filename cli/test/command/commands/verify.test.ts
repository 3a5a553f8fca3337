import { BoxScene } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { writeTiles } from '../../../../test/tiles/support/writeTiles';
import { BothKinds } from '../support/bothKinds';
import { Folder } from '../support/command';

describe('slabtree verify', () => {
  it('verify prints what a scene and a file of tiles hold, by path and by URL', async () => {
    const both = await BothKinds.open();
    const { scene, folder } = both;
    const counts = {
      boxes: 660,
      orientedBoxes: scene.statistics().orientedBoxes,
      instances: 40,
      namedBoxes: 240,
      bounds: scene.bounds,
    };
    for (const place of ['city.slab', `${both.url}/city.slab`]) {
      const { status, stdout } = await both.run(`verify ${place} --json`);
      expect(status).toBe(0);
      const fileBytes = folder.read('city.slab').length;
      expect(JSON.parse(stdout)).toEqual({ kind: 'scene', version: 2, ...counts, fileBytes });
    }
    for (const place of ['city.slabs', `${both.url}/city.slabs`]) {
      const { status, stdout } = await both.run(`verify ${place} --json`);
      expect(status).toBe(0);
      const { tiles, ...rest } = JSON.parse(stdout) as { tiles: number };
      const fileBytes = folder.read('city.slabs').length;
      expect(rest).toEqual({ kind: 'scene in tiles', version: 1, ...counts, fileBytes });
      expect(tiles).toBeGreaterThan(10);
    }
    expect((await both.run('verify city.slabs')).stdout).toMatch(
      /^file +scene in tiles\nversion +1\nboxes +660\noriented +60\ninstances +40\nnamed +240\nbounds .*\ntiles +\d+\nbytes +\d+\ndamage +none\n$/,
    );
  });

  it('verify finds the first of several damaged tiles, also by URL', async () => {
    const both = await BothKinds.open();
    const bytes = both.folder.read('city.slabs');
    bytes.fill(7, bytes.length / 2, bytes.length / 2 + 20_000);
    both.folder.write('damaged.slabs', bytes);
    const local = await both.run('verify damaged.slabs');
    expect(local).toMatchObject({ status: 1, stdout: '' });
    const place = `${both.url}/damaged.slabs`;
    expect(await both.run(`verify ${place}`)).toEqual({
      ...local,
      stderr: local.stderr.replace('damaged.slabs', place),
    });
    const [, first, last] = /bytes (\d+) to (\d+)/.exec(local.stderr) ?? [];
    expect(Number(first)).toBeLessThanOrEqual(bytes.length / 2);
    expect(Number(last)).toBeGreaterThanOrEqual(bytes.length / 2);
  });

  it('verify finds an id that is in two tiles, and names the second', () => {
    const part = (x: number, ids: number[]) => {
      const scene = new BoxScene({ backend: 'js' });
      for (const id of ids) scene.addAabb({ min: { x: x + id, y: 0, z: 0 }, max: { x: x + id + 1, y: 1, z: 1 } });
      return { scene, ids };
    };
    const folder = new Folder();
    folder.write('twice.slabs', writeTiles([part(0, [0, 1, 2]), part(50, [2, 3])]));
    const { status, stdout, stderr } = folder.run('verify twice.slabs');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^twice\.slabs: tile 1, bytes \d+ to \d+ of the file: the box 2 is in an earlier tile, too\n$/,
    );
  });

  it('verify rejects files that are cut short, are no scenes, or are not there', async () => {
    const both = await BothKinds.open();
    for (const name of ['city.slab', 'city.slabs']) {
      both.folder.write('damaged', both.folder.read(name).subarray(0, -1));
      const ended = await both.run('verify damaged');
      expect(ended).toMatchObject({ status: 1, stdout: '' });
      expect(ended.stderr).toMatch(/^damaged: /);
    }
    both.folder.write('boxes.csv', '0,0,0,1,1,1\n');
    expect((await both.run('verify boxes.csv')).stderr).toContain('boxes.csv: ');
    expect(await both.run('verify none.slab')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'none.slab: no such file or directory\n',
    });
    expect((await both.run(`verify ${both.url}/none.slab`)).stderr).toContain(
      'answered 404 Not Found: check the address',
    );
  });
});
