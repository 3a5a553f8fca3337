import { describe, expect, it } from 'vitest';
import type { Shape } from 'slabtree';
import { BothKinds } from '../support/bothKinds';
import { folderWithScene } from '../support/folderWithScene';

const MATRIX = [0.5, 0.5, 0, 0, -0.5, 1, 0.25, 0, 0, 0, 2, 0, 3, -4, 5, 1];

/** Shapes as options, and as the library takes them. */
const SHAPES: [string, Shape][] = [
  ['--point -3,4,5.5', { x: -3, y: 4, z: 5.5 }],
  ['--sphere 1,2,3,20', { center: { x: 1, y: 2, z: 3 }, radius: 20 }],
  ['--capsule 1,2,3,-20,5,6,4', { a: { x: 1, y: 2, z: 3 }, b: { x: -20, y: 5, z: 6 }, radius: 4 }],
  [
    '--triangle -40,0,0,40,0,9,0,40,0',
    { a: { x: -40, y: 0, z: 0 }, b: { x: 40, y: 0, z: 9 }, c: { x: 0, y: 40, z: 0 } },
  ],
  ['--box -9,-9,-9,9,9,30', { min: { x: -9, y: -9, z: -9 }, max: { x: 9, y: 9, z: 30 } }],
  ['--box -9,-9,-9,9,9,30,2.5', { min: { x: -9, y: -9, z: -9 }, max: { x: 9, y: 9, z: 30 }, radius: 2.5 }],
  [
    `--obb -9,-9,-9,9,9,30,${MATRIX.join()}`,
    { min: { x: -9, y: -9, z: -9 }, max: { x: 9, y: 9, z: 30 }, matrix: MATRIX },
  ],
  [
    `--obb -9,-9,-9,9,9,30,${MATRIX.join()},3`,
    { min: { x: -9, y: -9, z: -9 }, max: { x: 9, y: 9, z: 30 }, matrix: MATRIX, radius: 3 },
  ],
];

describe('slabtree overlap', () => {
  it.each(SHAPES)(
    'overlap prints the boxes that the library finds, from scenes and tiles, by path and by URL: %s',
    async (option, shape) => {
      const both = await BothKinds.open();
      const ids = [...both.scene.overlap(shape, { mask: 5 }).toArray()].sort((a, b) => a - b);
      expect(await both.print('overlap', `${option} --mask 5`)).toBe(`id\n${ids.map((id) => `${id}\n`).join('')}`);
      if (!option.startsWith('--point')) expect(ids.length).toBeGreaterThan(1);
    },
  );

  it('overlap prints JSON, names, and boxes only', async () => {
    const both = await BothKinds.open();
    const shape = { center: { x: 0, y: 0, z: 0 }, radius: 30 };
    const ids = [...both.scene.overlap(shape, { boxesOnly: true }).toArray()].sort((a, b) => a - b);
    expect(await both.json('overlap', '--sphere 0,0,0,30 --boxes-only')).toEqual(ids);
    expect(await both.json('overlap', '--sphere 0,0,0,30 --boxes-only --names')).toEqual(
      ids.map((id) => both.named({ id })),
    );
    const text = await both.print('overlap', '--sphere 0,0,0,30 --names');
    expect(text).toMatch(/^id,name\n\d+,/);
    expect(text).toContain(',"Crate, small"\n');
  });

  it('overlap prints only a header, or an empty array, if nothing overlaps', () => {
    const folder = folderWithScene();
    expect(folder.run('overlap scene.slab --point 9,9,9').stdout).toBe('id\n');
    expect(folder.run('overlap scene.slab --point 9,9,9 --json').stdout).toBe('[]\n');
  });

  it('overlap needs one valid shape', () => {
    const folder = folderWithScene();
    const identity = '1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1';
    for (const [line, message] of [
      ['', 'give a shape: --point, --sphere, --capsule, --triangle, --box or --obb'],
      ['--sphere 1,2,3,4 --box 1,2,3,4,5,6', 'cannot be used with'],
      ['--sphere 1,2,3,-4', 'sphere.radius must not be negative, got -4'],
      ['--sphere 1,2,3', 'It must be 4 numbers'],
      ['--box 1,2,3,4,5', 'It must be 6 or 7 numbers'],
      ['--box 1,2,3,0,5,6', 'Its minx must not be greater than its maxx, got 1 and 0: swap them.'],
      [`--obb 1,2,3,4,5,2.5,${identity}`, 'Its minz must not be greater than its maxz, got 3 and 2.5: swap them.'],
    ]) {
      const { status, stdout, stderr } = folder.run(`overlap scene.slab ${line}`);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain(message);
    }
  });

  it('overlap rejects --memory for a scene, which is always read whole', () => {
    expect(folderWithScene().run('overlap scene.slab --point 0,0,0 --memory 9')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'scene.slab: --memory is for files of tiles, and this is none: leave out --memory\n',
    });
  });
});
