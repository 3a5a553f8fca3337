import { describe, expect, it } from 'vitest';
import { BothKinds } from '../support/bothKinds';
import { folderWithScene } from '../support/folderWithScene';

const BALL = { center: { x: -70, y: 1, z: 2 }, radius: 3 };
const CAPSULE = { a: { x: 0, y: 60, z: 0 }, b: { x: 3, y: 62, z: 0 }, radius: 1 };

describe('slabtree sweep', () => {
  it('sweep prints the first hit, or no hit', () => {
    const folder = folderWithScene();
    expect(folder.run('sweep scene.slab --sphere -3,.5,.5,1 --motion 4,0,0').stdout).toBe(
      [
        'id                 0',
        't                  0.5',
        'distance           2',
        'point              0,0.5,0.5',
        'normal             -1,0,0',
        'startsOverlapping  false',
        'depth              0',
        'feature            face',
        'faceNormal         -1,0,0',
        '',
      ].join('\n'),
    );
    expect(folder.run('sweep scene.slab --sphere -3,.5,.5,1 --motion 1,0,0').stdout).toBe('no hit\n');
    expect(folder.run('sweep scene.slab --sphere -3,.5,.5,1 --motion 1,0,0 --json').stdout).toBe('null\n');
    expect(folder.run('sweep scene.slab --sphere -3,.5,.5,1 --motion 1,0,0 --all').stdout).toMatch(
      /^id,t,.*,depth,feature,faceNormalX,faceNormalY,faceNormalZ\n$/,
    );
    expect(folder.run('sweep scene.slab --sphere -3,.5,.5,1 --motion 1,0,0 --any').stdout).toBe('no hit\n');
    expect(folder.run('sweep scene.slab --sphere -3,.5,.5,1 --direction 1,0,0 --any').stdout).toBe('hit\n');
  });

  it('sweep prints the answers of the library, from scenes and tiles, by path and by URL', async () => {
    const both = await BothKinds.open();
    const [motion, fall] = [
      { x: 140, y: -2, z: 1 },
      { x: 0, y: -1, z: 0 },
    ];
    const first = both.scene.sweep(BALL, motion);
    if (first === null) throw new Error('the ball must hit something');
    expect(await both.json('sweep', '--sphere -70,1,2,3 --motion 140,-2,1')).toEqual(both.named(first));
    const all = both.scene.sweepAll(BALL, motion, { tMax: 0.75, mask: 5, side: 'front', margin: 0.5 });
    expect(all.some(({ triangle }) => triangle >= 0)).toBe(true);
    expect(
      await both.json(
        'sweep',
        '--sphere -70,1,2,3 --motion 140,-2,1 --all --t-max .75 --mask 5 --side front --margin .5',
      ),
    ).toEqual(all.map((hit) => both.named(hit)));
    const table = await both.print('sweep', '--sphere -70,1,2,3 --motion 140,-2,1 --all');
    expect(table.split('\n')).toHaveLength(both.scene.sweepAll(BALL, motion).length + 2);
    const boxes = both.scene.sweepAll(CAPSULE, fall, { tMax: Infinity, boxesOnly: true });
    expect(await both.json('sweep', '--capsule 0,60,0,3,62,0,1 --direction 0,-1,0 --all --boxes-only')).toEqual(
      boxes.map((hit) => both.named(hit)),
    );
    expect(await both.json('sweep', '--capsule 0,60,0,3,62,0,1 --direction 0,-1,0 --any')).toBe(
      both.scene.sweepAny(CAPSULE, fall, { tMax: Infinity }),
    );
  });

  it('sweep passes what it touches at the start with --ignore-start', () => {
    const folder = folderWithScene();
    const sweep = 'sweep scene.slab --sphere -1,.5,.5,1 --motion 0,9,0';
    expect(folder.run(sweep).stdout).toContain('startsOverlapping  true');
    expect(folder.run(`${sweep} --ignore-start`).stdout).toBe('no hit\n');
  });

  it('sweep needs a shape and a way', () => {
    const folder = folderWithScene();
    for (const [line, message] of [
      ['--motion 1,2,3', 'give a shape'],
      ['--point 1,2,3', 'give --motion or --direction'],
      ['--point 1,2,3 --direction 0,0,0', '--direction must not be zero'],
      ['--point 1,2,3 --direction 1,0,0 --motion 1,0,0', 'cannot be used with'],
      ['--point 1,2,3 --motion 1,0,0 --any --all', 'cannot be used with'],
      ['--point 1,2,3 --motion 1,0,0 --t-max -1', 'It must be a number of 0 or more'],
    ]) {
      const { status, stdout, stderr } = folder.run(`sweep scene.slab ${line}`);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain(message);
    }
  });
});
