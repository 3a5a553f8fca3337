import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { BoxScene } from 'slabtree';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Random } from '../../support/random';
import { Folder, program } from '../support/command';

const COUNT = 50_000;

/** A folder with scene.slab, and the same rays as rays.csv, of several blocks, and as rays.f64. */
function folderWithRays(): Folder {
  const folder = new Folder();
  const random = new Random(36);
  const scene = new BoxScene();
  for (let i = 0; i < 500; i++) {
    const min = random.triple(-50, 50);
    scene.addAabbs(new Float64Array([...min, ...min.map((coordinate) => coordinate + 5)]));
  }
  folder.write('scene.slab', scene.serialize());
  const rays = Float64Array.from({ length: 6 * COUNT }, () => random.between(-60, 60));
  folder.write('rays.f64', new Uint8Array(rays.buffer));
  const lines = Array.from({ length: COUNT }, (_, i) => `ray ${i};${rays.subarray(6 * i, 6 * i + 6).join(';')}\n`);
  folder.write('rays.csv', `name;ox;oy;oz;dx;dy;dz\n${lines.join('')}`);
  return folder;
}

/** A module that saves a checkpoint after each block, and kills the process at a number of an operation on files. */
function killedAt(operation: number): string {
  return `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    let now = 0;
    performance.now = () => (now += 10_000);
    let left = ${operation};
    const killing = (work, half) => async function (...given) {
      if (--left === 0) {
        if (half) await work.call(this, given[0].subarray(0, given[0].length / 2));
        process.kill(process.pid, 'SIGKILL');
      }
      return work.apply(this, given);
    };
    const file = await fs.promises.open(process.execPath);
    const methods = Object.getPrototypeOf(file);
    await file.close();
    for (const name of ['sync', 'writeFile', 'truncate']) methods[name] = killing(methods[name], false);
    methods.appendFile = killing(methods.appendFile, true);
    for (const name of ['rename', 'rm']) fs.promises[name] = killing(fs.promises[name], false);
    syncBuiltinESMExports();`;
}

/** A module that lets a cast wait for a file before it changes its hits. */
function waitsForFile(name: string): string {
  return `
    import fs from 'node:fs';
    const file = await fs.promises.open(process.execPath);
    const methods = Object.getPrototypeOf(file);
    await file.close();
    const { truncate } = methods;
    methods.truncate = async function (...given) {
      while (!fs.existsSync('${name}')) await new Promise((done) => setTimeout(done, 20));
      return truncate.apply(this, given);
    };`;
}

describe('slabtree raycast --resume', () => {
  it.each([
    ['rays.csv', 'hits.csv', ''],
    ['rays.f64', 'hits.f64', '--threads 1'],
  ])('a cast of %s that is killed again and again leaves the %s of one that is not', (rays, hits, options) => {
    const folder = folderWithRays();
    expect(folder.run(`raycast scene.slab ${rays} -o whole ${options} --output-format ${hits.slice(-3)}`).status).toBe(
      0,
    );
    const files = readdirSync(folder.path);
    folder.write(hits, 'hits of an earlier cast');
    const resumed: string[] = [];
    let runs = 0;
    for (let status: number | null = null; status !== 0; runs++) {
      const ended = folder.run(`raycast scene.slab ${rays} -o ${hits} --resume cast.resume ${options}`, '', {
        before: killedAt(runs + 1),
      });
      status = ended.status;
      expect([ended.stdout, runs < 40]).toEqual(['', true]);
      if (ended.stderr !== '') resumed.push(ended.stderr);
    }
    expect(folder.read(hits).equals(folder.read('whole'))).toBe(true);
    expect(runs).toBeGreaterThan(5);
    expect(resumed[0]).toMatch(/^cast\.resume: the cast goes on after [1-9]\d* rays\n$/);
    expect(new Set(resumed).size).toBeGreaterThan(1);
    expect(readdirSync(folder.path).sort()).toEqual([...files, hits].sort());
  });

  it('a checkpoint is refused if it is of another cast, or if the hits are not those of the checkpoint', () => {
    const folder = folderWithRays();
    const line = 'raycast scene.slab rays.csv -o hits.csv --resume cast.resume';
    // Two blocks: a write, and four operations that save the checkpoint. The cut of the hits is before them.
    expect(folder.run(line, '', { before: killedAt(7) }).status).toBeNull();
    const saved = folder.read('cast.resume');
    const hits = folder.read('hits.csv');
    const refuses = (given: string, problem: RegExp, status = 1): void => {
      const ended = folder.run(given);
      expect([ended.status, ended.stderr]).toEqual([status, expect.stringMatching(problem)]);
      expect(folder.read('cast.resume').equals(saved)).toBe(true);
      expect(folder.read('hits.csv').equals(hits)).toBe(true);
    };
    refuses(
      `${line} --mask 5`,
      /^cast\.resume: this is the checkpoint of another cast: its list of options was .*mask 5/,
    );
    refuses(`${line} --output-format f64`, /another cast: its list of options/);
    refuses(`${line} --triangles`, /another cast: its list of options/);
    refuses(line.replace('rays.csv', 'rays.f64'), /another cast: its file of rays/);
    refuses(line.replace('hits.csv', 'others.csv'), /another cast: its file of hits/);
    const { atime, mtime } = statSync(join(folder.path, 'rays.csv'));
    utimesSync(join(folder.path, 'rays.csv'), atime, new Date(mtime.getTime() + 1000));
    refuses(line, /another cast: its file of rays/);
    utimesSync(join(folder.path, 'rays.csv'), atime, mtime);
    const scene = folder.read('scene.slab');
    const other = new BoxScene();
    other.addAabbs(new Float64Array([0, 0, 0, 1, 1, 1]));
    folder.write('scene.slab', other.serialize());
    refuses(line, /another cast: its scene/);
    folder.write('scene.slab', scene);

    folder.write('hits.csv', hits.subarray(0, 100));
    expect(folder.run(line)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^hits\.csv: it has 100 bytes, but the checkpoint cast\.resume is of \d+/,
      ) as string,
    });
    folder.write('hits.csv', hits);
    const { status, stderr } = folder.run(line.replace('--resume cast.resume', '--resume rays.csv'));
    expect([status, stderr]).toEqual([1, expect.stringContaining('rays.csv: this is no checkpoint of a cast')]);
    expect(folder.run(line).status).toBe(0);
    expect(folder.run('raycast scene.slab rays.csv').stdout).toBe(folder.read('hits.csv').toString());
  });

  it('a second cast with a checkpoint that is in use changes nothing, and says so', async () => {
    const folder = folderWithRays();
    const line = 'raycast scene.slab rays.csv -o hits.csv --resume cast.resume';
    const given = ['--import', `data:text/javascript,${encodeURIComponent(waitsForFile('go'))}`, program];
    const first = spawn(process.execPath, [...given, ...line.split(' ')], { cwd: folder.path });
    onTestFinished(() => {
      first.kill('SIGKILL');
    });
    const ended = once(first, 'exit');
    while (!readdirSync(folder.path).some((name) => name.endsWith('.lock'))) await after(20);
    const [lock] = readdirSync(folder.path).filter((name) => name.endsWith('.lock'));
    const inUse =
      `cast.resume: another cast uses this checkpoint, the process ${first.pid}: wait for its end. ` +
      `If that process is no cast, remove ${lock}\n`;
    const before = readdirSync(folder.path).sort();
    expect(folder.run(line)).toEqual({ status: 1, stdout: '', stderr: inUse });
    expect(readdirSync(folder.path).sort()).toEqual(before);
    folder.write('go', '');
    expect((await ended)[0]).toBe(0);
    expect(folder.read('hits.csv').toString()).toBe(folder.run('raycast scene.slab rays.csv').stdout);
    const files = ['go', 'hits.csv', 'rays.csv', 'rays.f64', 'scene.slab'];
    expect(readdirSync(folder.path).sort()).toEqual(files);

    folder.write('cast.resume.0123456789abcdef-1.lock', '');
    expect(folder.run(line)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('If it was killed, remove cast.resume.0123456789abcdef-1.lock') as string,
    });
  });

  it('a checkpoint needs a folder that exists and permits new files, before any ray is cast', () => {
    const folder = folderWithRays();
    expect(folder.run('raycast scene.slab rays.csv -o hits.csv --resume none/cast.resume')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'none/cast.resume: no checkpoint can be written there: no such file or directory\n',
    });
    expect(folder.read('hits.csv')).toHaveLength(0);
  });

  it('a checkpoint needs a file of hits, a file of rays and a scene on this machine', () => {
    const folder = folderWithRays();
    expect(folder.run('raycast scene.slab rays.csv --resume cast.resume')).toMatchObject({ status: 2, stdout: '' });
    const fails = (line: string, problem: string): void => {
      expect(folder.run(`${line} --resume cast.resume`)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(problem) as string,
      });
      expect(readdirSync(folder.path)).not.toContain('cast.resume');
    };
    fails('raycast scene.slab rays.csv -o /dev/null', '--resume needs a file of hits');
    fails('raycast scene.slab - -o hits.csv', '--resume needs rays from a file');
    fails('raycast http://127.0.0.1:1/scene.slab rays.csv -o hits.csv', '--resume needs the path of a scene');
  });
});
