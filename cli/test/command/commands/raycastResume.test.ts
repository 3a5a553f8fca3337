import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { BoxScene } from 'slabtree';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Random } from '../../../../test/support/random';
import { type Ended, Folder, program } from '../support/command';
import { partialHitsName } from '../support/partialHits';

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
        if (half) await work.call(this, given[0].slice(0, given[0].length / 2));
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

/** A module that saves a checkpoint after each block, and lets a kind of operation on files fail at a number of it. */
function failingAt(method: string, operation: number, failure: string): string {
  return `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    let now = 0;
    performance.now = () => (now += 10_000);
    const file = await fs.promises.open(process.execPath);
    const methods = Object.getPrototypeOf(file);
    await file.close();
    const owner = '${method}' in methods ? methods : fs.promises;
    const work = owner['${method}'];
    let left = ${operation};
    owner['${method}'] = function (...given) {
      if (--left === 0) { ${failure} }
      return work.apply(this, given);
    };
    syncBuiltinESMExports();`;
}

const KILL = "process.kill(process.pid, 'SIGKILL');";
const DISK_IS_FULL = "throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', errno: -28, syscall: 'write' });";

/** A module that lets a cast wait for a file before it replaces its hits. */
function waitsForFile(name: string): string {
  return `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { rename } = fs.promises;
    fs.promises.rename = async function (...given) {
      while (!fs.existsSync('${name}')) await new Promise((done) => setTimeout(done, 20));
      return rename.apply(this, given);
    };
    syncBuiltinESMExports();`;
}

/** The name of the hits of a cast that is not complete. */
function partialIn(folder: Folder, hits = 'hits.csv', checkpoint = 'cast.resume'): string {
  return partialHitsName(folder.path, hits, checkpoint);
}

const LINE = 'raycast scene.slab rays.csv -o hits.csv --resume cast.resume';

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
      if (status !== 0) expect(folder.read(hits).toString()).toBe('hits of an earlier cast');
      if (ended.stderr !== '') resumed.push(ended.stderr);
    }
    expect(folder.read(hits).equals(folder.read('whole'))).toBe(true);
    expect(runs).toBeGreaterThan(5);
    expect(resumed[0]).toMatch(/^cast\.resume: the cast goes on after [1-9]\d* rays\n$/);
    expect(new Set(resumed).size).toBeGreaterThan(1);
    expect(readdirSync(folder.path).sort()).toEqual([...files, 'cast.resume', hits].sort());
  });

  it('a checkpoint is refused if it is of another cast, or if the hits are not those of the checkpoint', () => {
    const folder = folderWithRays();
    const partialName = partialIn(folder);
    const line = LINE;
    // Two blocks: a write, and four operations that save the checkpoint. The cut of the hits is before them.
    expect(folder.run(line, '', { before: killedAt(7) }).status).toBeNull();
    const saved = folder.read('cast.resume');
    const hits = folder.read(partialName);
    const refuses = (given: string, problem: RegExp, status = 1): void => {
      const ended = folder.run(given);
      expect([ended.status, ended.stderr]).toEqual([status, expect.stringMatching(problem)]);
      expect(folder.read('cast.resume').equals(saved)).toBe(true);
      expect(folder.read(partialName).equals(hits)).toBe(true);
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

    const { status, stderr } = folder.run(line.replace('--resume cast.resume', '--resume rays.csv'));
    expect([status, stderr]).toEqual([1, expect.stringContaining('rays.csv: this is no checkpoint of a cast')]);
    expect(folder.run(line).status).toBe(0);
    expect(folder.run('raycast scene.slab rays.csv').stdout).toBe(folder.read('hits.csv').toString());
  });

  it('foreign hits are refused, and damaged hits are cast again', () => {
    const folder = folderWithRays();
    const partialName = partialIn(folder);
    const whole = folder.run('raycast scene.slab rays.csv').stdout;
    // Three blocks: it is killed when two states are saved.
    expect(folder.run(LINE, '', { before: killedAt(12) }).status).toBeNull();
    const checkpoint = folder.read('cast.resume');
    const hits = folder.read(partialName);
    const entries = checkpoint.toString().trimEnd().split('\n').slice(1);
    const states = entries.map((entry) => JSON.parse(entry) as { rays: number; hitBytes: number });
    expect(states).toHaveLength(2);

    /** Resumes with other hits or another checkpoint. */
    const resumes = (partial: Uint8Array | null, saved: Uint8Array = checkpoint) => {
      folder.write('cast.resume', saved);
      if (partial === null) rmSync(join(folder.path, partialName));
      else folder.write(partialName, partial);
      rmSync(join(folder.path, 'hits.csv'), { force: true });
      return folder.run(LINE);
    };
    const refused = {
      status: 1,
      stdout: '',
      stderr:
        `${join(folder.path, partialName)}: these are not the hits that the checkpoint cast.resume is about: ` +
        'restore them, or remove the checkpoint to begin again\n',
    };
    const foreign = Buffer.from(hits.toString().replaceAll('1', '2'));
    expect(foreign).toHaveLength(hits.length);
    expect(resumes(foreign)).toEqual(refused);
    expect(folder.read(partialName).equals(foreign)).toBe(true);
    expect(folder.read('cast.resume').equals(checkpoint)).toBe(true);
    expect(resumes(hits.subarray(0, 100))).toEqual(refused);
    expect(resumes(null)).toEqual(refused);

    const goesOn = (ended: Ended, after: { rays: number; hitBytes: number }, isDamaged: boolean): void => {
      const damage = `${join(folder.path, partialName)}: the hits after byte ${after.hitBytes} are damaged or missing: their rays are cast again\n`;
      const stderr = `${isDamaged ? damage : ''}cast.resume: the cast goes on after ${after.rays} rays\n`;
      expect(ended).toEqual({ status: 0, stdout: '', stderr });
      expect(folder.read('hits.csv').toString()).toBe(whole);
    };
    goesOn(resumes(hits), states[1], false);
    const damaged = Buffer.from(hits);
    damaged[states[0].hitBytes + 1000] ^= 1;
    goesOn(resumes(damaged), states[0], true);
    goesOn(resumes(hits.subarray(0, states[1].hitBytes - 1)), states[0], true);
    // A state whose place in the file of rays was changed does not fit the hits either.
    const moved = checkpoint.toString().replace(/"byte":(\d+)(?=.*\n$)/, (_, byte) => `"byte":${Number(byte) + 1}`);
    expect(moved).not.toBe(checkpoint.toString());
    goesOn(resumes(hits, Buffer.from(moved)), states[0], true);
    // A crash has cut the last line of the checkpoint.
    goesOn(resumes(hits, checkpoint.subarray(0, -10)), states[0], false);
  });

  it('a complete cast is not begun again by the same command', () => {
    const folder = folderWithRays();
    const partialName = partialIn(folder);
    const whole = folder.run('raycast scene.slab rays.csv').stdout;
    const complete = {
      status: 0,
      stdout: '',
      stderr: `cast.resume: this cast is complete, hits.csv has the hits of its ${COUNT} rays. To cast again, remove the checkpoint\n`,
    };
    // It is killed before the last step.
    expect(folder.run(LINE, '', { before: failingAt('rename', 1, KILL) }).status).toBeNull();
    expect(readdirSync(folder.path)).not.toContain('hits.csv');
    for (let runs = 0; runs < 2; runs++) {
      expect(folder.run(LINE)).toEqual(complete);
      expect(folder.read('hits.csv').toString()).toBe(whole);
      expect(readdirSync(folder.path)).not.toContain(partialName);
    }
    for (const hits of [whole.replace(/.$/m, 'x'), whole.slice(0, -1), `${whole}more`]) {
      folder.write('hits.csv', hits);
      expect(folder.run(LINE)).toEqual({
        status: 1,
        stdout: '',
        stderr:
          'hits.csv: these are not the hits of the cast that cast.resume calls complete: ' +
          'restore them, or remove the checkpoint to cast again\n',
      });
      expect(folder.read('hits.csv').toString()).toBe(hits);
    }
    rmSync(join(folder.path, 'cast.resume'));
    expect(folder.run(LINE)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(folder.read('hits.csv').toString()).toBe(whole);
  });

  it('a full disk leaves a cast that can be resumed, or nothing', () => {
    const folder = folderWithRays();
    const partialName = partialIn(folder);
    folder.write('hits.csv', 'hits of an earlier cast');
    const files = readdirSync(folder.path);
    const fails = (appends: number, problem: string): void => {
      expect(folder.run(LINE, '', { before: failingAt('appendFile', appends, DISK_IS_FULL) })).toEqual({
        status: 1,
        stdout: '',
        stderr: expect.stringContaining(problem) as string,
      });
      expect(folder.read('hits.csv').toString()).toBe('hits of an earlier cast');
    };
    // Appends go to the hits and to the checkpoint in turns.
    fails(1, `${partialName}: no space left on device`);
    expect(readdirSync(folder.path)).toEqual(files);
    fails(2, 'cast.resume: no space left on device');
    expect(readdirSync(folder.path)).toEqual(files);
    fails(4, 'cast.resume: no space left on device');
    expect(readdirSync(folder.path).sort()).toEqual([...files, 'cast.resume', partialName].sort());
    const { status, stderr } = folder.run(LINE);
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(/^cast\.resume: the cast goes on after [1-9]\d* rays\n$/),
    ]);
    expect(folder.read('hits.csv').toString()).toBe(folder.run('raycast scene.slab rays.csv').stdout);
  });

  it('a second cast with a checkpoint that is in use changes nothing, and says so', async () => {
    const folder = folderWithRays();
    const line = LINE;
    const given = ['--import', `data:text/javascript,${encodeURIComponent(waitsForFile('go'))}`, program];
    const first = spawn(process.execPath, [...given, ...line.split(' ')], { cwd: folder.path });
    onTestFinished(() => {
      first.kill('SIGKILL');
    });
    const ended = once(first, 'exit');
    while (!readdirSync(folder.path).includes('cast.resume')) await after(20);
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
    const files = ['cast.resume', 'go', 'hits.csv', 'rays.csv', 'rays.f64', 'scene.slab'];
    expect(readdirSync(folder.path).sort()).toEqual(files);

    folder.write('cast.resume.0123456789abcdef-1.lock', '');
    expect(folder.run(line)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('If it was killed, remove cast.resume.0123456789abcdef-1.lock') as string,
    });
  });

  it('two casts with checkpoints of one name in two folders write to different files', () => {
    const folder = folderWithRays();
    const checkpoints = ['a/c.resume', 'b/c.resume'];
    for (const name of ['a', 'b']) mkdirSync(join(folder.path, name));
    const lines = checkpoints.map((path) => `raycast scene.slab rays.csv -o hits.csv --resume ${path}`);
    for (const line of lines) expect(folder.run(line, '', { before: killedAt(7) }).status).toBeNull();
    const partials = checkpoints.map((path) => partialIn(folder, 'hits.csv', path));
    expect(readdirSync(folder.path)).toEqual(expect.arrayContaining(partials));
    for (const line of lines) {
      expect(folder.run(line)).toMatchObject({ status: 0, stderr: expect.stringContaining('goes on after') as string });
    }
  });

  it('a checkpoint is one file whatever links lead to it', async () => {
    const folder = folderWithRays();
    mkdirSync(join(folder.path, 'real'));
    symlinkSync('real', join(folder.path, 'folder'));
    symlinkSync('real/cast.resume', join(folder.path, 'link'));
    const line = (checkpoint: string) => `raycast scene.slab rays.csv -o hits.csv --resume ${checkpoint}`;
    // Killed after its first state was saved, the cast goes on by another path of the checkpoint.
    expect(folder.run(line('link'), '', { before: killedAt(7) }).status).toBeNull();
    const given = ['--import', `data:text/javascript,${encodeURIComponent(waitsForFile('go'))}`, program];
    const first = spawn(process.execPath, [...given, ...line('folder/cast.resume').split(' ')], { cwd: folder.path });
    onTestFinished(() => {
      first.kill('SIGKILL');
    });
    const ended = once(first, 'exit');
    const isLocked = () => readdirSync(join(folder.path, 'real')).some((name) => name.endsWith(`-${first.pid}.lock`));
    while (first.exitCode === null && !isLocked()) await after(20);
    for (const path of ['link', 'real/cast.resume']) {
      expect(folder.run(line(path))).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(
          `${path}: another cast uses this checkpoint, the process ${first.pid}`,
        ) as string,
      });
    }
    folder.write('go', '');
    expect((await ended)[0]).toBe(0);
    expect(folder.read('hits.csv').toString()).toBe(folder.run('raycast scene.slab rays.csv').stdout);
  });

  it('hits do not replace their checkpoint through a link', () => {
    const folder = folderWithRays();
    mkdirSync(join(folder.path, 'real'));
    symlinkSync('real', join(folder.path, 'folder'));
    symlinkSync('real/hits', join(folder.path, 'link'));
    const paths = ['link', 'folder/hits', 'real/hits'];
    const before = readdirSync(folder.path);
    for (const hits of paths) {
      for (const checkpoint of paths) {
        expect(folder.run(`raycast scene.slab rays.csv -o ${hits} --resume ${checkpoint}`)).toEqual({
          status: 1,
          stdout: '',
          stderr: `${checkpoint}: the checkpoint would replace the hits: give another file\n`,
        });
      }
    }
    expect([readdirSync(folder.path), readdirSync(join(folder.path, 'real'))]).toEqual([before, []]);
  });

  it('a checkpoint needs a folder that exists and permits new files, before any ray is cast', () => {
    const folder = folderWithRays();
    expect(folder.run('raycast scene.slab rays.csv -o hits.csv --resume none/cast.resume')).toEqual({
      status: 1,
      stdout: '',
      stderr: "none/cast.resume: the folder 'none' does not exist\n",
    });
    expect(readdirSync(folder.path)).not.toContain('hits.csv');
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
    fails(
      'raycast scene.slab rays.csv -o cast.resume',
      'cast.resume: the checkpoint would replace the hits: give another file',
    );
    expect(folder.run('raycast scene.slab rays.csv -o hits.csv --resume /dev/fd/1')).toMatchObject({
      status: 1,
      stderr: '/dev/fd/1: a checkpoint must be a file: give its path\n',
    });
    fails('raycast scene.slab rays.csv -o /dev/null', '--resume needs a file of hits');
    fails('raycast scene.slab - -o hits.csv', '--resume needs rays from a file');
    fails('raycast http://127.0.0.1:1/scene.slab rays.csv -o hits.csv', '--resume needs the path of a scene');
  });
});
