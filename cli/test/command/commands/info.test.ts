import { expect, it } from 'vitest';
import { BothKinds } from '../support/bothKinds';
import { folderWithScene } from '../support/folderWithScene';

it('info prints the content of a scene, for people and for programs', () => {
  const folder = folderWithScene();
  const text = folder.run('info scene.slab');
  expect(text.status).toBe(0);
  expect(text.stdout).toMatch(/^boxes +2\naxis-aligned +2\noriented +0\nnames +0\nbounds +0,0,0 to 6,1,1\nnodes +1\n/);
  expect(text.stdout).toMatch(/bytes of the file +\d+\n/);
  expect(JSON.parse(folder.run('info scene.slab --json').stdout)).toMatchObject({
    boxes: 2,
    orientedBoxes: 0,
    bounds: { min: { x: 0, y: 0, z: 0 }, max: { x: 6, y: 1, z: 1 } },
    fileBytes: folder.read('scene.slab').length,
  });
});

it('info prints the same for a URL as for a path, for scenes and tiles', async () => {
  const both = await BothKinds.open();
  for (const name of ['city.slab', 'city.slabs']) {
    for (const option of ['', '--json']) {
      const local = await both.run(`info ${name} ${option}`);
      expect(local).toMatchObject({ status: 0, stderr: '' });
      expect(await both.run(`info ${both.url}/${name} ${option}`)).toEqual(local);
    }
  }
  expect(await both.run(`info ${both.url}/none`)).toMatchObject({ status: 1, stdout: '' });
});

it('info prints bounds of tiles that contain all boxes, and whole numbers as they are', () => {
  const folder = folderWithScene();
  folder.write('boxes.csv', '0,0,0,1000,1,1\n0,0,0,1,8,1\n');
  expect(folder.run('build --tiles boxes.csv -o boxes.slabs').status).toBe(0);
  const { bounds } = JSON.parse(folder.run('info boxes.slabs --json').stdout) as { bounds: object };
  expect(bounds).toEqual({ min: { x: 0, y: 0, z: 0 }, max: { x: 1000, y: 8, z: 1 } });
  expect(folder.run('info boxes.slabs').stdout).toContain('0,0,0 to 1000,8,1 (rounded outward)');
});
