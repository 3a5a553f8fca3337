import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { BoxScene } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../../test/support/random';
import { Folder, program } from '../support/command';
import { folderWithScene } from '../support/folderWithScene';

describe('slabtree raycast with one ray', () => {
  it('raycast prints the closest hit, or no hit', () => {
    const folder = folderWithScene();
    expect(folder.run('raycast scene.slab --from -1,.5,.5 --to 3,.5,.5').stdout).toBe(
      'id        0\nt         0.25\ndistance  1\npoint     0,0.5,0.5\nnormal    -1,0,0\n',
    );
    expect(folder.run('raycast scene.slab --from -3,.5,.5 --to -1,.5,.5')).toEqual({
      status: 0,
      stdout: 'no hit\n',
      stderr: '',
    });
  });

  it('raycast prints the answer of the library as JSON', () => {
    const folder = folderWithScene();
    const scene = BoxScene.deserialize(folder.read('scene.slab'));
    const ray = { origin: { x: 0.5, y: 0.5, z: 0.5 }, direction: { x: 2, y: 0, z: 0 } };
    const json = (line: string) =>
      JSON.parse(folder.run(`raycast scene.slab --from .5,.5,.5 ${line} --json`).stdout) as unknown;
    expect(json('--direction 2,0,0 --solid')).toEqual(scene.raycast(ray, { solid: true }));
    expect(json('--direction 2,0,0 --mask 0b10')).toEqual(scene.raycast(ray, { mask: 2 }));
    expect(json('--direction 2,0,0 --all')).toEqual(scene.raycastAll(ray));
    expect(json('--to 2.5,.5,.5 --all')).toEqual(scene.raycastAll(ray, { tMax: 1 }));
    expect(json('--to .5,.5,.75')).toBeNull();
  });

  it('raycast prints all hits as a table', () => {
    expect(folderWithScene().run('raycast scene.slab --from 7,.5,.5 --direction -1,0,0 --all').stdout).toBe(
      'id,t,distance,pointX,pointY,pointZ,normalX,normalY,normalZ\n1,1,1,6,0.5,0.5,1,0,0\n0,6,6,1,0.5,0.5,1,0,0\n',
    );
  });
});

describe('slabtree raycast with a CSV', () => {
  /** Writes a scene, and returns rays that fill several blocks, with the answers of the library. */
  function manyRays(folder: Folder): { lines: string[]; answers: string[] } {
    const random = new Random(1);
    const boxes = Float64Array.from({ length: 6000 }, () => 0);
    for (let i = 0; i < boxes.length; i += 6) {
      const min = random.triple(-50, 50);
      boxes.set([...min, ...min.map((coordinate) => coordinate + 5)], i);
    }
    const scene = new BoxScene();
    scene.addAabbs(boxes);
    folder.write('scene.slab', scene.serialize());
    const rays = Float64Array.from({ length: 6 * 5000 }, () => random.between(-60, 60));
    const { ids, ts } = scene.raycastMany(rays);
    return {
      lines: Array.from(ids, (_, i) => `${rays.subarray(6 * i, 6 * i + 6).join()}\n`),
      answers: Array.from(ids, (id, i) => `${id},${ts[i]}\n`),
    };
  }

  it.each([1, 4])('raycast answers each ray with a line, in the order of the rays, in %i threads', (threads) => {
    const folder = new Folder();
    const { lines, answers } = manyRays(folder);
    const ended = folder.run(`raycast scene.slab --threads ${threads}`, lines.join(''));
    expect(ended).toEqual({ status: 0, stdout: answers.join(''), stderr: '' });
    expect(answers.filter((answer) => answer === '-1,Infinity\n').length).toBeGreaterThan(0);
  });

  it('raycast starts no more threads than cores, even if more are requested', () => {
    const folder = new Folder();
    const { lines, answers } = manyRays(folder);
    const before = `
      import { writeSync } from 'node:fs';
      let threads = 0;
      process.on('worker', () => threads++).on('exit', () => writeSync(2, String(threads)));`;
    const ended = folder.run('raycast scene.slab --threads 1e9', lines.join(''), { before });
    expect([ended.status, ended.stdout]).toEqual([0, answers.join('')]);
    expect(Number(ended.stderr)).toBeGreaterThan(0);
    expect(Number(ended.stderr)).toBeLessThanOrEqual(availableParallelism());
  });

  it('raycast answers rays from a slow pipe as they come', async () => {
    const child = spawn(process.execPath, [program, 'raycast', 'scene.slab'], { cwd: folderWithScene().path });
    const answer = async (chunk: string) => {
      child.stdin.write(chunk);
      return String(await once(child.stdout, 'data'));
    };
    child.stdin.write('originX,originY,originZ,directionX,directionY,directionZ\r\n-1,.');
    expect(await answer('5,.5,1,0,0\r\n9,9')).toBe('id,t\n0,1\n');
    expect(await answer(',9,0,0,1\r\n\r\n7,.5,.5,-1,0,0')).toBe('-1,Infinity\n');
    child.stdin.end();
    expect(await text(child.stdout)).toBe('1,1\n');
  });

  it('raycast counts only boxes that match --mask, and hits at the start from inside with --solid', () => {
    const folder = folderWithScene();
    folder.write('rays.csv', '.5,.5,.5,1,0,0\n');
    expect(folder.run('raycast scene.slab rays.csv').stdout).toBe('0,0.5\n');
    expect(folder.run('raycast scene.slab rays.csv --solid').stdout).toBe('0,0\n');
    expect(folder.run('raycast scene.slab rays.csv --mask 2').stdout).toBe('1,4.5\n');
  });

  it('raycast answers all rays before an invalid line, and reports its file, line and column', () => {
    const folder = new Folder();
    const { lines, answers } = manyRays(folder);
    lines[4321] = '1,2,3,4,abc,6\n';
    const { status, stdout, stderr } = folder.run('raycast scene.slab', lines.join(''));
    expect([status, stderr]).toEqual([1, 'stdin:4322:9: expected a number, got "abc"\n']);
    expect(stdout).toBe(answers.slice(0, 4321).join(''));
    folder.write('rays.csv', lines.join(''));
    expect(folder.run('raycast scene.slab rays.csv').stderr).toBe('rays.csv:4322:9: expected a number, got "abc"\n');
  });

  it.each([
    ['has a field that is not a number', '0,0,0,0,1,x', '2:11: expected a number, got "x"'],
    ['has quotes that do not close', '0,0,0,0,1,"1', '2:11: expected quotes'],
  ])('raycast answers the ray before a line that %s, in the same block', (_, line, problem) => {
    const { status, stdout, stderr } = folderWithScene().run(
      'raycast scene.slab',
      `-1,.5,.5,1,0,0\n${line}\n7,0,0,1,0,0\n`,
    );
    expect([status, stdout]).toEqual([1, '0,1\n']);
    expect(stderr).toContain(`stdin:${problem}`);
  });

  it('raycast reports that the standard input is a folder', () => {
    const folder = folderWithScene();
    const stdin = openSync(folder.path, 'r');
    const { status, stderr } = spawnSync(process.execPath, [program, 'raycast', 'scene.slab'], {
      cwd: folder.path,
      stdio: [stdin, 'pipe', 'pipe'],
      encoding: 'utf8',
    });
    closeSync(stdin);
    expect([status, stderr]).toEqual([1, 'stdin: illegal operation on a directory\n']);
  });

  it('raycast ends quietly if nobody reads the answers any more', async () => {
    const folder = new Folder();
    const { lines } = manyRays(folder);
    const child = spawn(process.execPath, [program, 'raycast', 'scene.slab'], { cwd: folder.path });
    const ended = once(child, 'exit');
    const stderr = text(child.stderr);
    // The command ends before it has read everything that is written to it here.
    child.stdin.on('error', () => undefined);
    for (let i = 0; i < 20; i++) child.stdin.write(lines.join(''));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await ended).toEqual([0, null]);
    expect(await stderr).toBe('');
  });
});
