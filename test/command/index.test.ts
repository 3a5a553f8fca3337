import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { BoxScene } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { Random } from '../support/random';
import { Folder, program } from './support/command';

/** A folder with a scene of two boxes, one behind the other along x. */
function folderWithScene(): Folder {
  const folder = new Folder();
  const scene = new BoxScene();
  scene.addAabbs(new Float64Array([0, 0, 0, 1, 1, 1]), 1);
  scene.addAabbs(new Float64Array([5, 0, 0, 6, 1, 1]), 2);
  folder.write('scene.slab', new Uint8Array(scene.serialize()));
  return folder;
}

describe('slabtree build', () => {
  it.each([
    ['a CSV', 'boxes.csv', '0,0,0,1,1,1\n'],
    ['JSON', 'boxes.json', '[{"min": [0, 0, 0], "max": [1, 1, 1]}]'],
    ['JSON by another name', '--format json boxes.txt', '[{"min": [0, 0, 0], "max": [1, 1, 1]}]'],
    ['a CSV on the standard input', '--format csv -', '0,0,0,1,1,1\n'],
    [
      'a glTF',
      'boxes.gltf',
      JSON.stringify({
        asset: { version: '2.0' },
        nodes: [{ mesh: 0 }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
        accessors: [{ componentType: 5126, type: 'VEC3', count: 8, min: [0, 0, 0], max: [1, 1, 1] }],
      }),
    ],
  ])('writes a scene of the boxes in %s', (_, source, content) => {
    const folder = new Folder();
    folder.write(`boxes${/\.\w+$/.exec(source)?.[0] ?? ''}`, content);
    expect(folder.run(`build ${source} -o scene.slab`, content)).toEqual({ status: 0, stdout: '', stderr: '' });
    const scene = BoxScene.deserialize(folder.read('scene.slab'));
    expect(scene.size).toBe(1);
    expect(scene.bounds).toEqual({ min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } });
  });

  it('leaves a scene as it was, and nothing beside it, where the boxes are not right', () => {
    const folder = folderWithScene();
    const before = folder.read('scene.slab');
    folder.write('bad.csv', '0,0,0,1,1,1\n0,0,0,1,abc,1\n');
    expect(folder.run('build bad.csv -o scene.slab')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'bad.csv:2:9: expected a number, got "abc"\n',
    });
    expect(folder.read('scene.slab')).toEqual(before);
    expect(readdirSync(folder.path).sort()).toEqual(['bad.csv', 'scene.slab']);
  });
});

describe('slabtree info', () => {
  it('tells what a scene holds, for people and for programs', () => {
    const folder = folderWithScene();
    const told = folder.run('info scene.slab');
    expect(told.status).toBe(0);
    expect(told.stdout).toMatch(
      /^boxes +2\naxis-aligned +2\noriented +0\nnames +0\nbounds +0,0,0 to 6,1,1\nnodes +1\n/,
    );
    expect(told.stdout).toMatch(/bytes of the file +\d+\n/);
    expect(JSON.parse(folder.run('info scene.slab --json').stdout)).toMatchObject({
      boxes: 2,
      orientedBoxes: 0,
      bounds: { min: { x: 0, y: 0, z: 0 }, max: { x: 6, y: 1, z: 1 } },
      fileBytes: folder.read('scene.slab').length,
    });
  });
});

describe('slabtree raycast, of one ray', () => {
  it('prints the closest hit, or that there is none', () => {
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

  it('prints what the library answers as JSON', () => {
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

  it('prints all hits as a table', () => {
    expect(folderWithScene().run('raycast scene.slab --from 7,.5,.5 --direction -1,0,0 --all').stdout).toBe(
      'id,t,distance,pointX,pointY,pointZ,normalX,normalY,normalZ\n1,1,1,6,0.5,0.5,1,0,0\n0,6,6,1,0.5,0.5,1,0,0\n',
    );
  });
});

describe('slabtree raycast, of a CSV', () => {
  /** A scene and rays that take several blocks, with what the library answers. */
  function manyRays(folder: Folder): { lines: string[]; answers: string[] } {
    const random = new Random(1);
    const boxes = Float64Array.from({ length: 6000 }, () => 0);
    for (let i = 0; i < boxes.length; i += 6) {
      const min = random.triple(-50, 50);
      boxes.set([...min, ...min.map((coordinate) => coordinate + 5)], i);
    }
    const scene = new BoxScene();
    scene.addAabbs(boxes);
    folder.write('scene.slab', new Uint8Array(scene.serialize()));
    const rays = Float64Array.from({ length: 6 * 5000 }, () => random.between(-60, 60));
    const { ids, ts } = scene.raycastMany(rays);
    return {
      lines: Array.from(ids, (_, i) => `${rays.subarray(6 * i, 6 * i + 6).join()}\n`),
      answers: Array.from(ids, (id, i) => `${id},${ts[i]}\n`),
    };
  }

  it.each([1, 4])('answers a line for each, in their order, in %i threads', (threads) => {
    const folder = new Folder();
    const { lines, answers } = manyRays(folder);
    const ended = folder.run(`raycast scene.slab --threads ${threads}`, lines.join(''));
    expect(ended).toEqual({ status: 0, stdout: answers.join(''), stderr: '' });
    expect(answers.filter((answer) => answer === '-1,Infinity\n').length).toBeGreaterThan(0);
  });

  it('starts no more threads than there are cores, however many are asked for', () => {
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

  it('answers rays that come bit by bit, before there are more', async () => {
    const child = spawn(process.execPath, [program, 'raycast', 'scene.slab'], { cwd: folderWithScene().path });
    const answer = async (bit: string) => {
      child.stdin.write(bit);
      return String(await once(child.stdout, 'data'));
    };
    child.stdin.write('originX,originY,originZ,directionX,directionY,directionZ\r\n-1,.');
    expect(await answer('5,.5,1,0,0\r\n9,9')).toBe('id,t\n0,1\n');
    expect(await answer(',9,0,0,1\r\n\r\n7,.5,.5,-1,0,0')).toBe('-1,Infinity\n');
    child.stdin.end();
    expect(await text(child.stdout)).toBe('1,1\n');
  });

  it('counts only boxes of a mask, and rays that start inside at once where they are solid', () => {
    const folder = folderWithScene();
    folder.write('rays.csv', '.5,.5,.5,1,0,0\n');
    expect(folder.run('raycast scene.slab rays.csv').stdout).toBe('0,0.5\n');
    expect(folder.run('raycast scene.slab rays.csv --solid').stdout).toBe('0,0\n');
    expect(folder.run('raycast scene.slab rays.csv --mask 2').stdout).toBe('1,4.5\n');
  });

  it('answers what comes before a line that is no ray, and names file, line and column of that', () => {
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
    ['has a field that is no number', '0,0,0,0,1,x', '2:11: expected a number, got "x"'],
    ['has quotes that do not close', '0,0,0,0,1,"1', '2:11: expected quotes'],
  ])('answers the line before one that %s, in one block with it', (_, line, problem) => {
    const { status, stdout, stderr } = folderWithScene().run(
      'raycast scene.slab',
      `-1,.5,.5,1,0,0\n${line}\n7,0,0,1,0,0\n`,
    );
    expect([status, stdout]).toEqual([1, '0,1\n']);
    expect(stderr).toContain(`stdin:${problem}`);
  });

  it('says where the standard input is a folder', () => {
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

  it('ends quietly where nobody reads the answers any more', async () => {
    const folder = new Folder();
    const { lines } = manyRays(folder);
    const child = spawn(process.execPath, [program, 'raycast', 'scene.slab'], { cwd: folder.path });
    const ended = once(child, 'exit');
    const complaint = text(child.stderr);
    // The command ends before it has read all that is written to it here.
    child.stdin.on('error', () => undefined);
    for (let i = 0; i < 20; i++) child.stdin.write(lines.join(''));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await ended).toEqual([0, null]);
    expect(await complaint).toBe('');
  });
});

describe('slabtree split', () => {
  it('counts the boxes on each side of a plane', () => {
    const folder = folderWithScene();
    expect(folder.run('split scene.slab --plane 1,0,0,-3').stdout).toBe('front     1\ncrossing  0\nback      1\n');
    expect(JSON.parse(folder.run('split scene.slab --plane -2,0,0,1 --json --mask 1').stdout)).toEqual({
      front: 0,
      crossing: 1,
      back: 0,
    });
  });

  it('prints which side each is on, by id', () => {
    expect(folderWithScene().run('split scene.slab --plane -1,0,0,5 --ids').stdout).toBe(
      'id,side\n0,front\n1,crossing\n',
    );
  });
});

describe('slabtree', () => {
  it('tells its version, and how it is used', () => {
    const folder = new Folder();
    expect(folder.run('--version')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
    });
    expect(folder.run('raycast --help')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('--threads') as string,
    });
  });

  it.each([
    ['no command', '', 'Usage: slabtree'],
    ['a command that there is not', 'bild boxes.csv', "unknown command 'bild'"],
    ['an option that there is not', 'info scene.slab --jsn', "unknown option '--jsn'"],
    ['no output', 'build boxes.csv', "required option '-o, --output <scene>' not specified"],
    ['boxes whose name tells nothing', 'build boxes -o scene.slab', "'boxes' does not say how its boxes are written"],
    ['two numbers for a point', 'raycast scene.slab --from 1,2 --to 1,2,3', "'1,2' is invalid. It must be 3 numbers"],
    ['a beginning without an end', 'raycast scene.slab --from 1,2,3', '--from goes with --to or --direction'],
    [
      'an end without a beginning',
      'raycast scene.slab --to 1,2,3',
      '--to, --direction, --all and --json go with --from',
    ],
    ['a ray that goes nowhere', 'raycast scene.slab --from 1,2,3 --to 1,2,3', 'the ray must go somewhere'],
    [
      'a ray that is too long',
      'raycast scene.slab --from 1e308,0,0 --to -1e308,0,0',
      'the ends of the ray are too far apart',
    ],
    ['no thread', 'raycast scene.slab --threads 0', 'It must be an integer of 1 or more'],
    ['a ray and a CSV', 'raycast scene.slab rays.csv --from 1,2,3 --to 1,2,4', "by --from or those of 'rays.csv'"],
    ['a mask that is none', 'raycast scene.slab --mask red', 'It must be an integer of 32 bits'],
    ['a plane without a normal', 'split scene.slab --plane 0,0,0,1', 'must not all be 0'],
  ])('says what is wrong with %s, and ends with 2', (_, line, message) => {
    const { status, stdout, stderr } = new Folder().run(line);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it.each([
    [
      'no room for its numbers',
      "new RangeError('Array buffer allocation failed')",
      /^this is more than fits in memory\n$/,
    ],
    ['no room for its entries', "new RangeError('Map maximum size exceeded')", /^this is more than fits in memory\n$/],
    [
      'a fault of its own',
      "new TypeError('Cannot read properties')",
      /^this is a fault of slabtree, please report it: /,
    ],
  ])('says that there is %s, and ends with 1', (_, error, message) => {
    const folder = new Folder();
    folder.write('boxes.csv', '0,0,0,1,1,1\n');
    const before = `
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      fs.promises.open = () => Promise.reject(${error});
      syncBuiltinESMExports();`;
    const { status, stderr } = folder.run('build boxes.csv -o scene.slab', '', { before });
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
  });

  it.each([
    ['is not there', 'info nowhere.slab', 'nowhere.slab: no such file or directory\n'],
    ['is a folder', 'build . --format csv -o scene.slab', '.: illegal operation on a directory\n'],
    [
      'is no scene',
      'info text.slab',
      'text.slab: this is not a scene that can be read: it does not begin as a file of slabtree does',
    ],
  ])('says which file %s, and ends with 1', (_, line, message) => {
    const folder = new Folder();
    folder.write('text.slab', 'hello');
    folder.write('boxes.csv', '0,0,0,1,1,1\n');
    const { status, stdout, stderr } = folder.run(line);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
  });
});
