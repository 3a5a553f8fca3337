import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BoxScene } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { Folder, program } from '../support/command';

/** A folder with 500 boxes in a row along x: boxes.csv and scene.slab. */
function folderWithScene(): Folder {
  const folder = new Folder();
  const boxes = Array.from({ length: 500 }, (_, i) => [i, 0, 0, i + 1, 1, 1]);
  const scene = new BoxScene();
  scene.addAabbs(Float64Array.from(boxes.flat()));
  folder.write('boxes.csv', `${boxes.join('\n')}\n`);
  folder.write('scene.slab', scene.serialize());
  return folder;
}

describe('standard output', () => {
  const lines = [
    '--help',
    '--version',
    'raycast --help',
    'info scene.slab',
    'info scene.slab --json',
    'raycast scene.slab --from -1,.5,.5 --to 1,.5,.5',
    'raycast scene.slab --from -1,.5,.5 --to 1,.5,.5 --all',
    'raycast scene.slab',
    'split scene.slab --plane 1,0,0,-3',
    'split scene.slab --plane 1,0,0,-3 --ids',
    'build boxes.csv -o -',
  ];

  /** Outputs that take nothing: a file that is open only for reading, and a full disk if the system has /dev/full. */
  const outputs = [{ path: 'out', flags: 'r', problem: 'bad file descriptor' }];
  if (existsSync('/dev/full')) outputs.push({ path: '/dev/full', flags: 'w', problem: 'no space left on device' });

  it.each(lines)('slabtree %s ends with 1 and a message if the standard output accepts nothing', (line) => {
    const folder = folderWithScene();
    folder.write('out', '');
    for (const { path, flags, problem } of outputs) {
      const stdout = openSync(resolve(folder.path, path), flags);
      const ended = folder.run(line, '-1,.5,.5,1,0,0\n', { stdout });
      closeSync(stdout);
      expect([ended.status, ended.stderr]).toEqual([1, `stdout: ${problem}\n`]);
    }
  });

  it.each(['build boxes.csv -o -', 'split scene.slab --plane 1,0,0,-3 --ids'])(
    'slabtree %s does not end with 0 if the standard output accepts only a part of a write',
    (line) => {
      const folder = folderWithScene();
      // Files are limited to one or two kilobytes. A write that begins below the limit is cut short.
      const limited = spawnSync('sh', ['-c', `ulimit -f 2; "${process.execPath}" "${program}" ${line} > out`], {
        cwd: folder.path,
      });
      expect(limited.status).not.toBe(0);
      expect(folder.read('out').length).toBeLessThanOrEqual(2048);
    },
  );

  it('the standard output may be a file that is appended to: its content stays', () => {
    const folder = folderWithScene();
    folder.write('out', 'before\n');
    const stdout = openSync(join(folder.path, 'out'), 'a');
    expect(folder.run('split scene.slab --plane 1,0,0,-3', '', { stdout }).status).toBe(0);
    closeSync(stdout);
    expect(folder.read('out').toString()).toBe('before\nfront     496\ncrossing  2\nback      2\n');
  });

  it('the standard output gets the answers even if the standard error accepts nothing', () => {
    const folder = folderWithScene();
    const accessors = [{ componentType: 5126, type: 'VEC3', count: 8, min: [0, 0, 0], max: [1, 1, 1] }];
    const meshes = [{ primitives: [{ attributes: { POSITION: 0 } }] }];
    // The first node is flat, which gives a warning.
    const nodes = [{ mesh: 0, scale: [1, 0, 1] }, { mesh: 0 }];
    folder.write('flat.gltf', JSON.stringify({ asset: { version: '2.0' }, nodes, meshes, accessors }));
    const [stdout, stderr] = [openSync(join(folder.path, 'out'), 'w'), openSync(join(folder.path, 'flat.gltf'), 'r')];
    const { status } = spawnSync(process.execPath, [program, 'build', 'flat.gltf', '-o', '-'], {
      cwd: folder.path,
      stdio: ['ignore', stdout, stderr],
    });
    closeSync(stdout);
    closeSync(stderr);
    expect(status).toBe(0);
    expect(BoxScene.deserialize(folder.read('out')).size).toBeGreaterThan(0);
  });
});
