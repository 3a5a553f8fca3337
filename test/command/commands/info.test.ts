import { expect, it } from 'vitest';
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
