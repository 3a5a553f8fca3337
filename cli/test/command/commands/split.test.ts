import { describe, expect, it } from 'vitest';
import { folderWithScene } from '../support/folderWithScene';

describe('slabtree split', () => {
  it('split counts the boxes on each side of a plane', () => {
    const folder = folderWithScene();
    expect(folder.run('split scene.slab --plane 1,0,0,-3').stdout).toBe('front     1\ncrossing  0\nback      1\n');
    expect(JSON.parse(folder.run('split scene.slab --plane -2,0,0,1 --json --mask 1').stdout)).toEqual({
      front: 0,
      crossing: 1,
      back: 0,
    });
  });

  it('split prints the side of each box, in the order of the ids', () => {
    expect(folderWithScene().run('split scene.slab --plane -1,0,0,5 --ids').stdout).toBe(
      'id,side\n0,front\n1,crossing\n',
    );
  });
});
