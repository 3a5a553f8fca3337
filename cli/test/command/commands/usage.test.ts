import { describe, expect, it } from 'vitest';
import { folderWithScene } from '../support/folderWithScene';

describe('options of slabtree that contradict each other', () => {
  it.each([
    ['split scene.slab --plane 1,0,0,0 --plane 0,1,0,0', '--plane <a,b,c,d>'],
    ['nearest scene.slab --point 0,0,0 --point 1,1,1', '--point <x,y,z>'],
    ['overlap scene.slab --sphere 0,0,0,1 --sphere 0,0,0,2', '--sphere <x,y,z,r>'],
    ['raycast scene.slab --from 0,0,0 --to 1,1,1 --to 2,2,2', '--to <x,y,z>'],
    ['raycast scene.slab rays.csv -o one.csv --output=two.csv', '-o, --output <hits>'],
    ['build boxes.csv -o one.slab -o two.slab', '-o, --output <scene>'],
    ['worker --log text --log json', '--log <format>'],
    ['cluster status --timeout 1 --timeout 2', '--timeout <seconds>'],
    ['raycast scene.slab rays.csv --cluster --cluster', '--cluster [redis]'],
  ])('an option with a value that is given twice is wrong usage: %s', (line, flags) => {
    expect(folderWithScene().run(line)).toEqual({
      status: 2,
      stdout: '',
      stderr: `error: option '${flags}' is given twice: give it once\n`,
    });
  });

  it('options that mean a list may be given several times, and options without a value too', () => {
    const folder = folderWithScene();
    expect(folder.run('cull scene.slab --plane 1,0,0,1 --plane -1,0,0,3').stdout).toBe('id,where\n0,inside\n');
    expect(folder.run('split scene.slab --plane 1,0,0,-3 --ids --ids').status).toBe(0);
    expect(folder.run('worker --redis redis://127.0.0.1:1 --allow . --allow none').stderr).toContain(
      '"none" is not a folder',
    );
  });
});

describe('slabtree raycast --cluster without a Redis', () => {
  it.each(['raycast scene.slab --cluster rays.f64', 'raycast --cluster scene.slab rays.f64'])(
    'files after --cluster are not taken for its URL: %s',
    (line) => {
      const { status, stderr } = folderWithScene().run(line);
      expect([status, stderr]).toEqual([2, expect.stringContaining('If it is the scene or the rays, write it before')]);
    },
  );

  it('the caller rejects a file that is no scene, before it looks for workers', () => {
    const folder = folderWithScene();
    folder.write('rays.csv', '0,0,90,0,0,1\n');
    const scene = folder.read('scene.slab');
    folder.write('cut.slab', scene.subarray(0, -8));
    const fails = (line: string, stderr: string): void => {
      expect(folder.run(`${line} --cluster redis://127.0.0.1:1`)).toEqual({ status: 1, stdout: '', stderr });
    };
    const problem =
      'rays.csv: this is neither a scene file nor a file of tiles: give a file that slabtree build has written\n';
    fails('raycast rays.csv rays.csv', problem);
    fails('raycast rays.csv rays.csv -o hits.csv --resume cast.resume', problem);
    fails(
      'raycast cut.slab rays.csv',
      `cut.slab: this file ends after ${scene.length - 8} of its ${scene.length} bytes: copy it again\n`,
    );
    fails('raycast none.slab rays.csv', 'none.slab: no such file or directory\n');
    fails('raycast . rays.csv', '.: this is no regular file: give a scene file\n');
  });
});
