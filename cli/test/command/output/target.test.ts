import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { BoxScene, SceneNames } from 'slabtree';
import { describe, expect, it } from 'vitest';
import { search } from '../../../../test/support/runs';
import { AS_NOBODY } from '../support/asNobody';
import { Folder, program } from '../support/command';

const BOXES = 'minX,minY,minZ,maxX,maxY,maxZ,name\n0,0,0,1,1,1,Tower\n';
const BAD_BOXES = `${BOXES}0,0,0,1,1,x,Bridge\n`;

/** The file that build writes for BOXES. */
function sceneBytes(): Buffer {
  const scene = new BoxScene();
  scene.addAabbs(Float64Array.of(0, 0, 0, 1, 1, 1));
  const names = new SceneNames([[0, 'Tower']]);
  return Buffer.concat([Buffer.from(scene.serialize()), Buffer.from(names.serialize())]);
}

/** Something that may be at the path where the scene is to be written. */
interface Kind {
  /** Creates it at a path. */
  make: (path: string) => void;
  /** What build must do with it: replace it, write into it, or reject it. */
  outcome: 'replaced' | 'written to' | 'rejected';
}

const isRoot = process.getuid?.() === 0;

/** Whether a program of the system can create something. Not every system has the program, and not every user may run it. */
function canMake(command: string, ...args: string[]): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'slabtree-'));
  const { status } = spawnSync(command, [join(folder, 'made'), ...args]);
  rmSync(folder, { recursive: true });
  return status === 0;
}

function file(mode: number): Kind {
  return {
    make: (path) => {
      // Longer than the scene.
      writeFileSync(path, 'x'.repeat(9999));
      chmodSync(path, mode);
    },
    outcome: (mode & 0o222) === 0 ? 'rejected' : 'replaced',
  };
}

const kinds: Record<string, Kind> = {
  nothing: { make: () => undefined, outcome: 'replaced' },
  'a file': file(0o644),
  'a file that others may not read': file(0o600),
  'a file for a group': file(0o660),
  'an executable file': file(0o755),
  'a write-protected file': file(0o444),
  'a write-protected file that others may not read': file(0o400),
  'a file with two names': {
    make: (path) => {
      writeFileSync(path, 'x');
      linkSync(path, `${path} by another name`);
    },
    outcome: 'rejected',
  },
  'a folder': {
    make: (path) => {
      mkdirSync(path);
    },
    outcome: 'rejected',
  },
  'a link to itself': {
    make: (path) => {
      symlinkSync(path, path);
    },
    outcome: 'rejected',
  },
};
if (isRoot) {
  kinds['a file of somebody else'] = {
    make: (path) => {
      file(0o640).make(path);
      chownSync(path, 12_345, 54_321);
    },
    outcome: 'replaced',
  };
}
if (canMake('mkfifo')) {
  kinds['a FIFO'] = { make: (path) => void spawnSync('mkfifo', [path]), outcome: 'written to' };
}
// A device like /dev/null, which takes everything and keeps nothing. Tests leave /dev/null itself alone.
const DEVICE = ['c', '1', '3'];
if (process.platform === 'linux' && canMake('mknod', ...DEVICE)) {
  kinds['a device'] = { make: (path) => void spawnSync('mknod', [path, ...DEVICE]), outcome: 'written to' };
}
// Through a link of our own: a bug might replace /dev/stdout.
const descriptors = ['/proc/self/fd', '/dev/fd'].find((path) => existsSync(path));
if (descriptors !== undefined) {
  kinds['the standard output'] = {
    make: (path) => {
      symlinkSync(`${descriptors}/1`, path);
    },
    outcome: 'written to',
  };
}

/** How a link leads to the next. */
const HOPS = ['by name', 'by path', 'from another folder', 'through a linked folder'] as const;
type Hop = (typeof HOPS)[number];

/** A folder with boxes, the target of the scene, and another file. */
class Place {
  readonly folder = new Folder();
  readonly expected = sceneBytes();
  /** The path for `-o`. It leads through links to the target. */
  readonly path: string;
  readonly #kind: Kind;

  constructor(kind: Kind, hops: readonly Hop[] = []) {
    const { folder } = this;
    folder.write('boxes.csv', BOXES);
    folder.write('bad.csv', BAD_BOXES);
    folder.write('target.partial', 'something else');
    chmodSync(join(folder.path, 'target.partial'), 0o604);
    this.#kind = kind;
    kind.make(join(folder.path, 'target'));
    this.path = hops.reduce((to, hop, index) => this.#link(to, hop, index), 'target');
  }

  /** Creates a link to a path in the folder, and returns the path of the link. */
  #link(to: string, hop: Hop, index: number): string {
    const name = `link${index}`;
    const at = (...names: string[]) => join(this.folder.path, ...names);
    switch (hop) {
      case 'by name':
        symlinkSync(to, at(name));
        return name;
      case 'by path':
        symlinkSync(at(to), at(name));
        return name;
      case 'from another folder':
        mkdirSync(at(`folder${index}`));
        symlinkSync(`../${to}`, at(`folder${index}`, name));
        return `folder${index}/${name}`;
      case 'through a linked folder':
        // Here, `..` is not the folder before it in the path.
        mkdirSync(at(`folder${index}`));
        mkdirSync(at(`folder${index}`, 'inner'));
        symlinkSync(`folder${index}/inner`, at(`inner${index}`));
        symlinkSync(`../../${to}`, at(`inner${index}`, name));
        return `inner${index}/${name}`;
    }
  }

  /** Runs build, checks everything in the folder afterwards, and returns the standard error. */
  build(source: string): string {
    const before = this.#holdings();
    const fifo = this.#openFifo();
    const { stdout, ...ended } = this.folder.runForBytes(`build ${source} -o ${this.path}`);
    const taken = fifo === null ? stdout : readOpen(fifo);
    const after = this.#holdings();
    const isGood = source === 'boxes.csv' && this.#kind.outcome !== 'rejected';
    if (isGood && this.#kind.outcome === 'replaced') {
      // A file that did not exist is like any other new file.
      const { mode, uid, gid } = before.get('target') ?? heldAt(join(this.folder.path, 'boxes.csv'));
      const made = after.get('target');
      expect(made).toMatchObject({ mode, uid, gid, nlink: 1 });
      expect(Buffer.from(made?.content ?? '', 'latin1').equals(this.expected)).toBe(true);
      before.delete('target');
      after.delete('target');
    }
    expect(after).toEqual(before);
    const isTaken = isGood && this.#kind.outcome === 'written to' && !this.#isDevice();
    expect(taken.equals(isTaken ? this.expected : Buffer.alloc(0))).toBe(true);
    expect(ended).toEqual(isGood ? { status: 0, stderr: '' } : { status: 1, stderr: expect.any(String) as string });
    return ended.stderr;
  }

  #isDevice(): boolean {
    return lstatSync(join(this.folder.path, 'target')).isCharacterDevice();
  }

  /** Opens the target to read from it, if it is a FIFO. Without waiting for a writer, as there may be none. */
  #openFifo(): number | null {
    const path = join(this.folder.path, 'target');
    if (lstatSync(path, { throwIfNoEntry: false })?.isFIFO() !== true) return null;
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  }

  /** Everything in the folder, by path. */
  #holdings(): Map<string, Held> {
    const paths = readdirSync(this.folder.path, { recursive: true, encoding: 'utf8' });
    return new Map(paths.sort().map((path) => [path, heldAt(join(this.folder.path, path))]));
  }
}

interface Held {
  mode: number;
  uid: number;
  gid: number;
  inode: number;
  nlink: number;
  device: number;
  content: string;
}

function heldAt(path: string): Held {
  const stats = lstatSync(path);
  const { mode, uid, gid, ino: inode, nlink, rdev: device } = stats;
  const content = stats.isFile() ? readFileSync(path, 'latin1') : stats.isSymbolicLink() ? readlinkSync(path) : '';
  return { mode, uid, gid, inode, nlink, device, content };
}

/** Everything that waits to be read from a file descriptor, which is closed then. */
function readOpen(fd: number): Buffer {
  const bytes = Buffer.alloc(100_000);
  const length = readSync(fd, bytes);
  closeSync(fd);
  return bytes.subarray(0, length);
}

describe('slabtree build -o', () => {
  it.each(Object.keys(kinds))('build -o replaces, writes to or rejects %s, and changes nothing else', (kind) => {
    new Place(kinds[kind]).build('boxes.csv');
  });

  it('build -o changes nothing but its target, of any kind, through any links, with valid and invalid boxes', async () => {
    const sources = fc.constantFrom('boxes.csv', 'boxes.csv', 'bad.csv');
    await search(
      0.2,
      fc.property(
        fc.constantFrom(...Object.values(kinds)),
        fc.array(fc.constantFrom(...HOPS), { maxLength: 4 }),
        sources,
        (kind, hops, source) => void new Place(kind, hops).build(source),
      ),
    );
  });

  it.each([
    ['a write-protected file', 'target: this file is write-protected: make it writable, or give another file\n'],
    [
      'a file with two names',
      'target: this file has 2 names (hard links), and the new file would replace it under this one',
    ],
    ['a folder', 'target: this is a folder: give the name of a file\n'],
    ['a link to itself', 'target: too many symbolic links encountered\n'],
  ])('build -o gives the reason why it rejects %s', (kind, message) => {
    expect(new Place(kinds[kind]).build('boxes.csv')).toContain(message);
    // The target is checked before a box is read.
    expect(new Place(kinds[kind]).build('bad.csv')).toContain(message);
  });

  it.each([
    ['nowhere/scene.slab', "nowhere/scene.slab: the folder 'nowhere' does not exist\n"],
    ['scene.slab/', "'scene.slab/' is not the name of a file\n"],
    ['boxes.csv/scene.slab', 'boxes.csv/scene.slab: not a directory\n'],
    ['.', '.: this is a folder: give the name of a file\n'],
    ['boxes.csv', 'boxes.csv: the boxes are read from this file: give another file\n'],
    ['./link', './link: the boxes are read from this file: give another file\n'],
  ])('build -o gives the reason why it rejects %s', (path, message) => {
    const folder = new Folder();
    // The boxes are invalid. As the message is not about them, they have not been read.
    folder.write('boxes.csv', BAD_BOXES);
    symlinkSync('boxes.csv', join(folder.path, 'link'));
    expect(folder.run(`build boxes.csv -o ${path}`)).toEqual({ status: 1, stdout: '', stderr: message });
    expect(readdirSync(folder.path).sort()).toEqual(['boxes.csv', 'link']);
  });

  it('build -o rejects the file that is the standard input', () => {
    const folder = new Folder();
    folder.write('boxes.csv', BOXES);
    const stdin = openSync(join(folder.path, 'boxes.csv'), 'r');
    const ended = folder.run('build - --format csv -o boxes.csv', '', { stdin });
    closeSync(stdin);
    expect(ended.stderr).toBe('boxes.csv: the boxes are read from this file: give another file\n');
    expect(folder.read('boxes.csv').toString()).toBe(BOXES);
  });

  it('build -o rejects a socket', async () => {
    const folder = new Folder();
    folder.write('boxes.csv', BOXES);
    const server = createServer().listen(join(folder.path, 'socket'));
    await once(server, 'listening');
    const { status, stderr } = folder.run('build boxes.csv -o socket');
    server.close();
    expect([status, stderr]).toEqual([1, 'socket: this is a socket: give a file, a FIFO or a device\n']);
  });

  it.each([
    ['a descriptor', '-o /dev/fd/3 3>&1'],
    ['the standard output', '-o /dev/stdout'],
    ['the standard error', '-o /dev/stderr 2>&1 >out'],
  ])('build -o writes everything to a pipe that is read slowly, through %s', (_, redirection) => {
    const folder = new Folder();
    // More than a pipe holds.
    folder.write('boxes.csv', Array.from({ length: 4000 }, (_, i) => `${i},0,0,${i},1,1\n`).join(''));
    expect(folder.run('build boxes.csv -o scene.slab').status).toBe(0);
    const line = `"${process.execPath}" "${program}" build boxes.csv ${redirection} | (sleep 0.3; cat)`;
    const { stdout } = spawnSync('sh', ['-c', line], { cwd: folder.path, maxBuffer: 1e8 });
    expect(stdout.length).toBeGreaterThan(1 << 17);
    expect(stdout.equals(folder.read('scene.slab'))).toBe(true);
  });

  it('build -o accepts the longest name that a file may have', () => {
    const folder = new Folder();
    folder.write('boxes.csv', BOXES);
    const name = `${'n'.repeat(250)}.slab`;
    expect(folder.run(`build boxes.csv -o ${name}`)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(folder.read(name).equals(sceneBytes())).toBe(true);
  });

  it('build -o rejects a write-protected folder', () => {
    const folder = folderWithScene();
    chmodSync(join(folder.path, 'scene.slab'), 0o666);
    chmodSync(folder.path, 0o555);
    const over = folder.run('build bad.csv -o scene.slab', '', { before: AS_NOBODY });
    const beside = folder.run('build bad.csv -o other.slab', '', { before: AS_NOBODY });
    chmodSync(folder.path, 0o755);
    expect(over.stderr).toBe(
      'scene.slab: its folder is write-protected, and the new file is first written there: give another file\n',
    );
    expect(beside.stderr).toBe(
      'other.slab: its folder is write-protected, and the new file is first written there: give another file\n',
    );
    expect(readdirSync(folder.path).sort()).toEqual(['bad.csv', 'boxes.csv', 'scene.slab']);
    expect(folder.read('scene.slab').toString()).toBe('a scene');
  });

  // Only root can create a file of somebody else.
  it.skipIf(!isRoot)('build -o rejects a file that only its owner may replace', () => {
    const folder = folderWithScene();
    chmodSync(join(folder.path, 'scene.slab'), 0o666);
    chmodSync(folder.path, 0o1777);
    expect(folder.run('build bad.csv -o scene.slab', '', { before: AS_NOBODY })).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'scene.slab: this file belongs to somebody else, and only they may replace it in its folder: give another file\n',
    });
    chownSync(join(folder.path, 'scene.slab'), 65_534, 65_534);
    expect(folder.run('build boxes.csv -o scene.slab', '', { before: AS_NOBODY }).status).toBe(0);
  });

  it.skipIf(!canMake('mkfifo'))('build -o rejects a FIFO that only others may write to', () => {
    const folder = folderWithScene();
    spawnSync('mkfifo', [join(folder.path, 'fifo')]);
    chmodSync(join(folder.path, 'fifo'), isRoot ? 0o644 : 0o444);
    const { status, stderr } = folder.run('build bad.csv -o fifo', '', { before: AS_NOBODY });
    expect([status, stderr]).toEqual([1, 'fifo: permission denied\n']);
  });

  it.skipIf(descriptors === undefined)(
    'build -o rejects a descriptor that is not open, or open only for reading',
    () => {
      const folder = folderWithScene();
      expect(folder.run(`build bad.csv -o ${descriptors}/999`).stderr).toBe(
        `${descriptors}/999: bad file descriptor\n`,
      );
      const stdout = openSync(join(folder.path, 'scene.slab'), 'r');
      expect(folder.run(`build bad.csv -o ${descriptors}/1`, '', { stdout }).stderr).toBe(
        `${descriptors}/1: bad file descriptor\n`,
      );
      expect(folder.run('build bad.csv -o -', '', { stdout }).stderr).toBe('stdout: bad file descriptor\n');
      closeSync(stdout);
      expect(folder.read('scene.slab').toString()).toBe('a scene');
    },
  );

  it.skipIf(process.platform !== 'linux')('build -o rejects a descriptor of Node itself', () => {
    const folder = folderWithScene();
    // The first descriptor of no kind that file systems know.
    const before = `
      import { fstatSync } from 'node:fs';
      let fd = 3;
      while ((fstatSync(fd).mode & 0o170000) !== 0) fd++;
      process.argv.push('-o', '/dev/fd/' + fd);`;
    const { status, stderr } = folder.run('build bad.csv', '', { before });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^\/dev\/fd\/\d+: this belongs to Node itself: give a descriptor you opened\n$/),
    ]);
  });

  it('build -o rejects a file that only others may write to', () => {
    const folder = folderWithScene();
    chmodSync(join(folder.path, 'scene.slab'), isRoot ? 0o644 : 0o466);
    chmodSync(folder.path, 0o777);
    const ended = folder.run('build boxes.csv -o scene.slab', '', { before: AS_NOBODY });
    expect(ended).toEqual({ status: 1, stdout: '', stderr: 'scene.slab: permission denied\n' });
    expect(folder.read('scene.slab').toString()).toBe('a scene');
  });

  it('build -o gives no rights of the old group to another group, if the group cannot be kept', () => {
    const folder = folderWithScene();
    chmodSync(join(folder.path, 'scene.slab'), 0o666);
    chmodSync(folder.path, 0o777);
    const ended = folder.run('build boxes.csv -o scene.slab', '', { before: AS_NOBODY });
    expect(ended).toEqual({ status: 0, stdout: '', stderr: '' });
    const { mode } = lstatSync(join(folder.path, 'scene.slab'));
    // Unless root runs the test, the user's own group is kept.
    expect(mode & 0o777).toBe(isRoot ? 0o606 : 0o666);
  });

  it('build -o leaves an old scene as it was, and nothing beside it, if the disk is full', () => {
    const folder = folderWithScene();
    const before = `${ON_OPEN}
      whenOpen((file) => {
        const error = Object.assign(new Error(), { code: 'ENOSPC', errno: -28, syscall: 'fsync' });
        file.sync = () => Promise.reject(error);
      });`;
    expect(folder.run('build boxes.csv -o scene.slab', '', { before })).toEqual({
      status: 1,
      stdout: '',
      stderr: 'scene.slab: no space left on device\n',
    });
    expect(folder.read('scene.slab').toString()).toBe('a scene');
    expect(readdirSync(folder.path).sort()).toEqual(['bad.csv', 'boxes.csv', 'scene.slab']);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])('build -o leaves an old scene as it was, and nothing beside it, if %s comes more than once', (signal, status) => {
    const folder = folderWithScene();
    const before = `${ON_OPEN}
      const interrupt = () => process.kill(process.pid, '${signal}');
      whenOpen((file) => {
        interrupt();
        const { close } = file;
        file.close = async () => {
          await close.call(file);
          // By now, the first signal has been handled.
          interrupt();
        };
      });`;
    const ended = folder.run('build boxes.csv -o scene.slab', '', { before });
    expect(ended).toEqual({ status, stdout: '', stderr: '' });
    expect(folder.read('scene.slab').toString()).toBe('a scene');
    expect(readdirSync(folder.path).sort()).toEqual(['bad.csv', 'boxes.csv', 'scene.slab']);
  });
});

function folderWithScene(): Folder {
  const folder = new Folder();
  folder.write('boxes.csv', BOXES);
  folder.write('bad.csv', BAD_BOXES);
  folder.write('scene.slab', 'a scene');
  return folder;
}

/** The beginning of a module that acts on every file that the process opens to write. */
const ON_OPEN = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { open } = fs.promises;
  const whenOpen = (act) => {
    fs.promises.open = async (...given) => {
      const file = await open(...given);
      const [, flags = 'r'] = given;
      if (flags !== 'r') act(file);
      return file;
    };
    syncBuiltinESMExports();
  };`;
