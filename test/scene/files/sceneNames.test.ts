import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoxScene, type NameRun, SceneNames, SlabtreeFormatError } from 'slabtree';
import { expectComplaint, untyped } from '../../support/errors';
import { checksumOf, readSlabNames } from '../../support/readSlabFile';
import { search } from '../../support/runs';

const scene = new BoxScene();
scene.addAabbs(Float64Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3));
const sceneFile = scene.serialize();

const RUNS: NameRun[] = [
  [1, 'Tower'],
  [2, 'Lamp', 0],
  [42, null],
  [50, 'Lamp', 7],
];

function joined(...parts: readonly (ArrayBuffer | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts.map((part) => new Uint8Array(part))));
}

/** A block of names that has other JSON or other bytes in it, and a correct checksum. */
function blockOf(json: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = joined(new Uint8Array(16), Buffer.from(json));
  const block = new Uint8Array(64 * Math.ceil(bytes.length / 64)).fill(0x20);
  block.set(bytes);
  block.set([0x89, 0x4e, 0x41, 0x4d, 0x45, 0x0d, 0x0a, 0x1a]);
  const view = new DataView(block.buffer);
  view.setUint32(8, block.length, true);
  view.setUint32(12, checksumOf(block), true);
  return block;
}

/** Runs with rising first ids. */
const someRuns = fc
  .array(
    fc.record({
      step: fc.integer({ min: 1, max: 5 }),
      name: fc.option(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('\ud800'))),
      instance: fc.option(fc.nat(2 ** 30 - 2), { nil: undefined }),
    }),
  )
  .map((steps): NameRun[] => {
    let id = -1;
    return steps.map(({ step, name, instance }) => {
      id += step;
      return instance === undefined ? [id, name] : [id, name, instance];
    });
  });

describe('SceneNames', () => {
  it('a name applies from the first id of its run up to the next run', () => {
    const names = new SceneNames(RUNS);
    expect([0, 1, 2, 41, 42, 49, 50, 1e9].map((id) => names.nameOf(id))).toEqual([
      undefined,
      'Tower',
      'Lamp',
      'Lamp',
      undefined,
      undefined,
      'Lamp',
      'Lamp',
    ]);
    expect(names.nameOf(-1)).toBeUndefined();
  });

  it('SceneNames returns which instance a box is', () => {
    const names = new SceneNames(RUNS);
    expect([1, 2, 41, 42, 50, 53].map((id) => names.instanceOf(id))).toEqual([undefined, 0, 39, undefined, 7, 10]);
  });

  it('a name comes from the last run that begins at the id or before it, for any runs', async () => {
    await search(
      2,
      fc.property(someRuns, fc.nat(100), (runs, id) => {
        const names = new SceneNames(runs);
        const run = runs.filter(([firstId]) => firstId <= id).at(-1);
        expect(names.nameOf(id)).toBe(run?.[1] ?? undefined);
        expect(names.instanceOf(id)).toBe(run?.[2] === undefined ? undefined : run[2] + id - run[0]);
      }),
    );
  });

  it('names do not change with the runs from which they were made', () => {
    const run: [number, string] = [0, 'Tower'];
    const names = new SceneNames(new Set([run]));
    run[1] = 'Bridge';
    expect(names.nameOf(0)).toBe('Tower');
  });

  it('the error for an invalid run names its place', () => {
    const make = (runs: unknown) => () => new SceneNames(untyped(runs));
    for (const [runs, kind, words] of [
      [5, TypeError, ['runs', 'iterable', '5']],
      [{ 0: 'Tower' }, TypeError, ['runs', 'iterable', 'an object']],
      [['Tower'], TypeError, ['runs[0]', '[firstId, name]', '"Tower"']],
      [[[0]], TypeError, ['runs[0][1]', 'undefined']],
      [[[0, 5]], TypeError, ['runs[0][1]', '5']],
      [[['0', 'Tower']], TypeError, ['runs[0][0]', '"0"']],
      [[[0.5, 'Tower']], RangeError, ['runs[0][0]', '0.5']],
      [[[-1, 'Tower']], RangeError, ['runs[0][0]', 'from 0', '-1']],
      [[[2 ** 30, 'Tower']], RangeError, ['runs[0][0]', String(2 ** 30)]],
      [
        [
          [7, 'Tower'],
          [7, 'Bridge'],
        ],
        RangeError,
        ['runs[1][0]', 'from 8', '7'],
      ],
      [[[7, 'Tower', '1']], TypeError, ['runs[0][2]', '"1"']],
      [[[7, 'Tower', NaN]], RangeError, ['runs[0][2]', 'NaN']],
      [[[7, null, -1]], RangeError, ['runs[0][2]', '-1']],
    ] as const) {
      expectComplaint(make(runs), kind, [...words]);
    }
    expectComplaint(() => new SceneNames([]).nameOf(untyped({ id: 5 })), TypeError, ['id', 'an object']);
    expectComplaint(() => new SceneNames([]).instanceOf(untyped('5')), TypeError, ['id', '"5"']);
  });
});

describe('names in a file', () => {
  it('names are written as a Uint8Array of their own buffer', () => {
    const bytes = new SceneNames(RUNS).serialize();
    expect(bytes).toBeInstanceOf(Uint8Array);
    expect([bytes.byteOffset, bytes.byteLength]).toEqual([0, bytes.buffer.byteLength]);
  });

  it('names are found after a scene that begins anywhere, and alone', async () => {
    await search(
      1,
      fc.property(
        someRuns,
        fc.uint8Array({ maxLength: 70 }),
        fc.uint8Array({ maxLength: 70 }),
        (runs, before, after) => {
          const names = new SceneNames(runs);
          const block = names.serialize();
          const file = joined(before, sceneFile, block, after);
          const shared = new Uint8Array(new SharedArrayBuffer(file.length));
          shared.set(file);
          for (const bytes of [file, file.buffer, Buffer.from(file), shared]) {
            expect(SceneNames.deserialize(bytes, { byteOffset: before.length }).runs).toEqual(names.runs);
          }
          expect(SceneNames.deserialize(file.subarray(before.length)).runs).toEqual(names.runs);
          expect(SceneNames.deserialize(block).runs).toEqual(names.runs);
          expect(BoxScene.deserialize(file, { byteOffset: before.length }).size).toBe(2);
          expect(readSlabNames(file.subarray(before.length))).toEqual(runs.map((run) => [...run]));
        },
      ),
    );
  });

  it('names are empty if nothing follows the scene, or something else', () => {
    const text = Buffer.from('\n\nhello, which is longer than a header is');
    for (const after of [[], [0], [0x89, 0x4f], [...text], [...sceneFile]]) {
      expect(SceneNames.deserialize(joined(sceneFile, Uint8Array.from(after))).runs).toEqual([]);
    }
  });

  it('names are rejected if the file is cut off anywhere', () => {
    const file = joined(sceneFile, new SceneNames(RUNS).serialize());
    for (let length = 0; length < file.length; length++) {
      if (length === sceneFile.length) continue;
      expect(() => SceneNames.deserialize(file.subarray(0, length))).toThrow(SlabtreeFormatError);
    }
  });

  it('names are rejected or empty if any bit is flipped', () => {
    const file = joined(sceneFile, new SceneNames(RUNS).serialize());
    let none = 0;
    for (let bit = 8 * sceneFile.length; bit < 8 * file.length; bit++) {
      file[bit >> 3] ^= 1 << (bit & 7);
      try {
        expect(SceneNames.deserialize(file).runs).toEqual([]);
        none++;
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(SlabtreeFormatError);
      }
      file[bit >> 3] ^= 1 << (bit & 7);
    }
    // A flipped bit in the first 8 bytes, which mark names.
    expect(none).toBe(64);
  });

  it.each<[string, Uint8Array, string]>([
    ['are not UTF-8', Uint8Array.of(0x5b, 0x22, 0xff, 0x22, 0x5d), 'its names are not JSON in UTF-8'],
    ['are not JSON', Buffer.from('[[0, "Tower"]'), 'its names are not JSON in UTF-8'],
    ['are no runs', Buffer.from('{"0": "Tower"}'), 'its names are not valid: runs must be an iterable'],
    ['are null', Buffer.from('null'), 'its names are not valid: runs must be an iterable'],
    ['do not go up', Buffer.from('[[3, "Tower"], [2, "Bridge"]]'), 'its names are not valid: runs[1][0] must be'],
    ['are numbers', Buffer.from('[[3, 4]]'), 'its names are not valid: runs[0][1] must be a name or null, got 4'],
    ['are nested deep', Buffer.from('['.repeat(1e6) + ']'.repeat(1e6)), 'its names are not valid: runs[0]'],
  ])('names are rejected with a reason if they %s', (_, json, message) => {
    const file = joined(sceneFile, blockOf(json));
    expect(() => SceneNames.deserialize(file)).toThrow(SlabtreeFormatError);
    expect(() => SceneNames.deserialize(file)).toThrow(message);
  });

  it('names are rejected with a reason if their length is impossible', () => {
    for (const length of [0, 1, 63, 100, 2 ** 32 - 1]) {
      const block = new SceneNames(RUNS).serialize();
      new DataView(block.buffer).setUint32(8, length, true);
      const file = joined(sceneFile, block);
      expect(() => SceneNames.deserialize(file)).toThrow(`its names have ${length} bytes, not a multiple of 64`);
    }
  });

  it('names are rejected if they do not follow a scene', () => {
    expect(() => SceneNames.deserialize(new ArrayBuffer(0))).toThrow(SlabtreeFormatError);
    expect(() => SceneNames.deserialize(Buffer.from('hello'))).toThrow('does not begin like a slabtree file');
    const damaged = sceneFile.slice();
    damaged[40] ^= 1;
    expect(() => SceneNames.deserialize(damaged)).toThrow('checksum of its header');
    expectComplaint(() => SceneNames.deserialize(untyped('city')), TypeError, ['buffer', '"city"']);
    expectComplaint(() => SceneNames.deserialize(sceneFile, untyped(5)), TypeError, ['options', '5']);
    expectComplaint(() => SceneNames.deserialize(sceneFile, { byteOffset: -1 }), RangeError, ['byteOffset', '-1']);
  });

  it('names are valid runs or rejected, for any JSON', async () => {
    await search(
      4,
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          someRuns.map((runs) => JSON.stringify(runs.reverse())),
        ),
        (json) => {
          const block = blockOf(json);
          try {
            const { runs } = SceneNames.deserialize(block);
            expect(new SceneNames(runs).runs).toEqual(runs);
          } catch (thrown) {
            if (!(thrown instanceof SlabtreeFormatError)) throw thrown;
          }
        },
      ),
    );
  });
});

describe('streams of a scene with names', () => {
  const names = new SceneNames(RUNS).serialize();
  const chunksOf = (bytes: Uint8Array, length: number): Uint8Array[] =>
    Array.from({ length: Math.ceil(bytes.length / length) }, (_, i) => bytes.subarray(i * length, (i + 1) * length));

  it('a stream returns the scene for chunks of any size', async () => {
    const file = joined(sceneFile, names);
    for (const length of [1, 7, 64, 65, sceneFile.length, 1e6]) {
      const read = await BoxScene.deserializeStream(chunksOf(file, length));
      expect(Buffer.from(read.serialize()).equals(sceneFile)).toBe(true);
    }
  });

  it.each<[string, Uint8Array, string]>([
    [
      'another byte comes after the names',
      joined(names, Uint8Array.of(0)),
      `goes on after the ${sceneFile.length + names.byteLength} bytes`,
    ],
    ['names come twice', joined(names, names), 'goes on after'],
    ['what comes begins only like names', Uint8Array.of(0x89, 0x4e, 0), `goes on after the ${sceneFile.length} bytes`],
    ['another scene comes', sceneFile, `goes on after the ${sceneFile.length} bytes`],
    ['the names have no length', new Uint8Array(names.slice(0, 8)), 'its names are cut short'],
    ['the names end too early', new Uint8Array(names.slice(0, 63)), 'its names are cut short'],
    [
      'the names have an odd length',
      joined(names.slice(0, 8), Uint8Array.of(65, 0, 0, 0, 0, 0, 0, 0)),
      'its names have 65 bytes',
    ],
  ])('a stream is rejected if %s', async (_, after, message) => {
    for (const length of [1, 50, 1e6]) {
      const read = BoxScene.deserializeStream(chunksOf(joined(sceneFile, after), length));
      await expect(read).rejects.toThrow(message);
      await expect(read).rejects.toBeInstanceOf(SlabtreeFormatError);
    }
  });
});
