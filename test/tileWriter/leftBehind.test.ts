import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TileWriter, type TileWriterOptions } from 'slabtree/tile-writer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectOptions } from '../support/expectOptions';
import { Random } from '../support/random';
import { readTileFile } from '../support/readTileFile';

let folder = '';
let path = '';
let temporaryFolder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slabtree-tiles-'));
  path = join(folder, 'city.slabs');
  temporaryFolder = join(folder, 'temporary');
  mkdirSync(temporaryFolder);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const numbers = (count: number): Float32Array => {
  const random = new Random(count);
  return new Float32Array(6 * count).map((_, i) => (i % 6 < 3 ? random.between(0, 50) : random.between(51, 90)));
};

/** Options with which boxes wait on disk more than once. */
const small = (): TileWriterOptions => ({ boxesPerTile: 10, memory: 2 ** 14, threads: 2, temporaryFolder });

function expectNothingLeft(): void {
  expect(readdirSync(temporaryFolder)).toEqual([]);
  expect(readdirSync(folder)).toEqual(['temporary']);
}

/** Only root may give files away. */
const isRoot = process.getuid?.() === 0;

/** How many files this process has open. */
function openFiles(): number {
  return process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
}

describe('a TileWriter that is stopped', () => {
  it.each([0, 0.1, 0.3, 0.6, 0.95])('an aborted writer leaves no file behind when %d is done', async (share) => {
    const open = openFiles();
    const controller = new AbortController();
    const reason = new Error('enough');
    const writer = await TileWriter.create(path, {
      ...small(),
      signal: controller.signal,
      onProgress: (done) => {
        if (done >= share) controller.abort(reason);
      },
    });
    writer.addAabbs(numbers(20_000));
    await expect(writer.finish()).rejects.toBe(reason);
    expectNothingLeft();
    expect(openFiles()).toBeLessThan(open + 10);
    await writer.abort();
  });

  it('an aborted writer leaves no file behind while boxes are added', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const writer = await TileWriter.create(path, { ...small(), signal: controller.signal });
    writer.addAabbs(numbers(50_000));
    controller.abort(reason);
    expect(() => writer.addAabbs(numbers(1))).toThrow(reason);
    await expect(writer.finish()).rejects.toBe(reason);
    expectNothingLeft();
    await expect(TileWriter.create(path, { signal: controller.signal })).rejects.toBe(reason);
  });

  it('a writer leaves no file behind after abort(), before or during finish()', async () => {
    const early = await TileWriter.create(path, small());
    early.addAabbs(numbers(50_000));
    await early.abort();
    expect(() => early.size + early.addAabbs(numbers(1))).toThrow('the writer was aborted');
    await expect(early.finish()).rejects.toThrow('the writer was aborted');

    const late = await TileWriter.create(path, small());
    late.addAabbs(numbers(20_000));
    const finished = late.finish();
    await late.abort();
    await expect(finished).rejects.toThrow('the writer was aborted');
    expectNothingLeft();
  });

  it('finish rejects with the error of onProgress', async () => {
    const reason = new Error('not now');
    const writer = await TileWriter.create(path, {
      ...small(),
      onProgress: () => {
        throw reason;
      },
    });
    writer.addAabbs(numbers(5000));
    await expect(writer.finish()).rejects.toBe(reason);
    expectNothingLeft();
  });

  it('a writer keeps mode, owner and group of a file, and gives others no rights meanwhile', async () => {
    writeFileSync(path, 'old');
    if (isRoot) chownSync(path, 12_345, 54_321);
    chmodSync(path, 0o640);
    const before = statSync(path);
    const modes = new Set<number>();
    const writer = await TileWriter.create(path, {
      ...small(),
      onProgress: () => {
        for (const name of readdirSync(folder)) {
          if (name.endsWith('.partial')) modes.add(statSync(join(folder, name)).mode & 0o777);
        }
      },
    });
    writer.addAabbs(numbers(5000));
    await writer.finish();
    expect([...modes]).toEqual([0o600]);
    const { mode, uid, gid } = statSync(path);
    expect({ mode, uid, gid }).toEqual({ mode: before.mode, uid: before.uid, gid: before.gid });
  });

  it('an old file stays as it was until the new one is whole', async () => {
    writeFileSync(path, 'old');
    const seen = new Set<string>();
    const parts: number[] = [];
    const writer = await TileWriter.create(path, {
      ...small(),
      onProgress: (done) => {
        parts.push(done);
        if (done < 1) seen.add(readFileSync(path, 'utf8'));
      },
    });
    writer.addAabbs(numbers(5000));
    await writer.finish();
    expect([...seen]).toEqual(['old']);
    expect(readTileFile(Uint8Array.from(readFileSync(path))).boxes).toBe(5000);
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
    expect(parts.at(-1)).toBe(1);
    expect(parts.length).toBeGreaterThan(5);
    await expect(writer.finish()).rejects.toThrow('the writer has finished');
    await writer.abort();
    expect(readdirSync(folder).sort()).toEqual(['city.slabs', 'temporary']);
  });
});

describe('TileWriter.create', () => {
  it.each<[string, unknown, string]>([
    ['a path that is not one', [7], 'path must be a path, got 7'],
    ['options that are none', ['x', 3], 'options must be an object of options, got 3'],
    [
      'no boxes in a tile',
      ['x', { boxesPerTile: 0 }],
      'options.boxesPerTile must be an integer from 1 to 4194304, got 0',
    ],
    ['half a box in a tile', ['x', { boxesPerTile: 1.5 }], 'got 1.5'],
    ['a number of boxes as a text', ['x', { boxesPerTile: '9' }], 'options.boxesPerTile must be a number, got "9"'],
    ['no threads', ['x', { threads: 0 }], 'options.threads must be an integer'],
    ['too little memory', ['x', { memory: 100 }], 'options.memory must be an integer from 16384'],
    [
      'a temporary folder that is no path',
      ['x', { temporaryFolder: 5 }],
      'options.temporaryFolder must be a path, got 5',
    ],
    ['a signal that is none', ['x', { signal: {} }], 'options.signal must be an AbortSignal'],
  ])('create rejects %s', async (_, given, message) => {
    const [path, options] = given as [string, TileWriterOptions];
    await expect(TileWriter.create(path, options)).rejects.toThrow(message);
  });

  it('create is the only way to a writer', () => {
    const Untyped = TileWriter as unknown as new (...given: unknown[]) => TileWriter;
    for (const given of [[], [path], [path, { threads: 1 }]]) {
      expect(() => new Untyped(...given)).toThrow(
        new TypeError('a TileWriter must be made by TileWriter.create(path)'),
      );
    }
    expectNothingLeft();
  });

  it('create accepts its own options, and no other', async () => {
    const names = ['boxesPerTile', 'temporaryFolder', 'threads', 'memory', 'onProgress', 'signal'];
    await expectOptions(names, async (options) => {
      await (await TileWriter.create(path, options)).abort();
    });
    expectNothingLeft();
  });

  it('create rejects folders that are not there, and folders in place of the file', async () => {
    await expect(TileWriter.create(join(folder, 'none', 'city.slabs'))).rejects.toThrow('ENOENT');
    await expect(TileWriter.create(path, { temporaryFolder: join(folder, 'none') })).rejects.toThrow('ENOENT');
    await expect(TileWriter.create(temporaryFolder)).rejects.toThrow('is not a file');
    expectNothingLeft();
  });
});

describe('bad calls of a TileWriter', () => {
  it('a writer rejects what a scene rejects, and then continues', async () => {
    const writer = await TileWriter.create(path, small());
    const other = await TileWriter.create(path, small());
    const triangle = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    const mesh = other.addMesh(triangle);
    const box = { min: { x: 0, y: 0, z: 0 }, max: { x: 1, y: 1, z: 1 } };
    const large = { ...box, max: { x: 1e200, y: 1, z: 1 } };
    const wide = new Float64Array([0, 0, 0, 1e200, 0, 0, 0, 1, 0]);
    const scaled = [1e150, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    const bad: [() => unknown, string][] = [
      [() => writer.addAabbs(new Float32Array(7)), 'boxes must hold 6 numbers per box, got 7'],
      [() => writer.addAabbs(new Float32Array([1, 0, 0, 0, 0, 0])), 'boxes[0] (box 0) must not be greater'],
      [() => writer.addAabbs([0] as never), 'boxes must be a Float32Array or a Float64Array'],
      [() => writer.addAabbs(triangle.slice(0, 6), 1.5), 'mask must be a 32-bit integer, got 1.5'],
      [() => writer.addAabb(undefined as never), 'box must be a box { min, max }, got undefined'],
      [() => writer.addAabb({ ...box, matrix: [] } as never), 'box must be axis-aligned, got an oriented box'],
      [() => writer.addObb(box as never), 'box.matrix must be 16 numbers, column-major'],
      [() => writer.addObbs(new Float32Array(16) as never, box as never), 'give the box first, then the matrices'],
      [() => writer.addAabb({ ...box, max: { x: NaN, y: 0, z: 0 } }), 'box.max.x must be a finite number'],
      [() => writer.addObb({ ...box, matrix: new Array<number>(16).fill(0) }), 'box.matrix'],
      [() => writer.addObbs(box, new Float32Array(16)), 'matrices (matrix 0)'],
      [() => writer.addObb({ ...large, matrix: scaled }), 'box.matrix must keep all corners below 1.8e308'],
      [() => writer.addObbs(large, Float64Array.from(scaled)), 'matrices (matrix 0) must keep all corners'],
      [() => writer.addInstance(writer.addMesh(wide), scaled), 'matrix must keep all corners below 1.8e308'],
      [
        () => writer.addInstances(writer.addMesh(wide), Float64Array.from(scaled)),
        'matrices (matrix 0) must keep all corners',
      ],
      [() => writer.addMesh(triangle, new Uint16Array([0, 1, 3])), 'must be a vertex, less than 3, got 3'],
      [() => writer.addInstance(mesh), 'mesh must be a mesh of this writer'],
      [() => writer.addInstances({} as never, new Float32Array(16)), 'mesh must be a mesh of this writer'],
      [() => writer.addInstance(writer.addMesh(triangle), [1, 2] as never), 'matrix'],
      [
        () => {
          writer.addNames([
            [5, 'a'],
            [5, 'b'],
          ]);
        },
        'runs[1][0] must be an integer from 6',
      ],
      [
        () => {
          writer.addNames([[9, 7 as never]]);
        },
        'runs[0][1] must be a name or null, got 7',
      ],
      [
        () => {
          writer.addNames(3 as never);
        },
        'runs must be an iterable',
      ],
    ];
    for (const [call, message] of bad) expect(call, message).toThrow(message);
    expect(writer.size).toBe(0);
    writer.addAabb(box);
    await writer.finish();
    await other.abort();
    expect(readTileFile(Uint8Array.from(readFileSync(path))).boxes).toBe(1);
  });
});
